import { queryOptions } from '@tanstack/react-query';
import {
  aliasUrlsOf,
  changeAliasUrl,
  listAliasUrls,
  reactivateAliasUrl,
} from '@annals/contracts/alias-urls';
import { getObject, latestObject } from '@annals/contracts/objects';
import type { AliasUrl } from '../../platform/api/things.ts';
import { moreKey, type Page } from '../../platform/api/page.ts';
import { call } from '../../platform/api/call.ts';
import { NotWhole } from '../../platform/api/errors.ts';
import { limitedQueryOf } from '../../platform/api/limited-query.ts';
import { isWhole, tellsNothing } from '../../platform/api/lists-of-services.ts';
import { prefetch, queryKeyOf } from '../../platform/api/query.ts';
import { isObject, sameJson } from '../../platform/json-values/json-values.ts';
import { listOf } from '../../ui/list/list-of.ts';
import type { Loaders } from '../../ui/page/page-address.ts';
import { oneOf } from '../../platform/search.ts';

export const aliasStates = ['ACTIVE', 'INACTIVE', 'EXPIRED'] as const;

export const aliasesList = listOf(listAliasUrls, {
  name: 'alias-urls',
  search: 'text',
  filters: { state: 'state' },
  defaultSort: 'alias',
  toPage: aliasUrlsOf,
});

/** The result of looking an alias up. */
export interface AliasLookup {
  alias?: AliasUrl;
  /** What the service returned instead: several of that name, or others. */
  others?: readonly AliasUrl[];
  /** What it returned, if that cannot be read as an alias. */
  unread?: unknown;
  /** Whether the service returned nothing at all, which is not the same as "there is none". */
  isUnknown: boolean;
}

const withoutDoubles = (aliases: readonly AliasUrl[]) =>
  aliases.filter((each, index) => aliases.findIndex((other) => sameJson(each, other)) === index);

/** The alias with that name. */
export function aliasQuery(alias: string) {
  return queryOptions({
    queryKey: [...queryKeyOf(listAliasUrls, { query: { alias } }), 'one'],
    queryFn: async ({ signal }): Promise<AliasLookup> => {
      const answer = await call(listAliasUrls, { query: { alias } }, { signal });
      const page: Page<AliasUrl> = aliasUrlsOf(answer);
      const { data, more = {}, unknown = false } = page;
      // A service may return others too. What is no list is the answer, whatever its name.
      const found = withoutDoubles(data.filter((each) => each.alias === alias));
      const [only] = found.length === 1 ? found : data;
      const isFound =
        found.length === 1 || (data.length === 1 && (only?.alias === '' || 'alias' in answer));
      if (only && isFound)
        return { alias: { ...only, alias: only.alias || alias }, isUnknown: false };
      if (found.length === 0 && data.length > 0 && !isWhole(page)) throw new NotWhole();
      if (data.length > 0)
        return { others: found.length > 0 ? found : withoutDoubles(data), isUnknown: false };
      const unread = more['answer'] ?? more['entries'];
      if (tellsNothing(unread)) return { isUnknown: unknown };
      if (!isObject(unread)) return { unread, isUnknown: false };
      // A response in an unknown format still means that the alias exists.
      return { alias: { alias, [moreKey]: unread }, isUnknown: false };
    },
  });
}

/** The target object of an alias, fetched alongside many others. */
export function aliasTargetQuery({ target }: AliasUrl) {
  const { partitionId = '', objectId = '', timelineId } = target ?? {};
  return {
    ...(timelineId === undefined
      ? limitedQueryOf(getObject, { params: { partitionId, objectId } })
      : limitedQueryOf(latestObject, { params: { partitionId, timelineId } })),
    staleTime: 60_000,
    enabled: partitionId !== '' && (timelineId ?? objectId) !== '',
  };
}

export async function deactivate({ alias }: Pick<AliasUrl, 'alias'>): Promise<void> {
  await call(changeAliasUrl, { query: { alias }, body: { active: false } });
}

export async function reactivate({ alias }: Pick<AliasUrl, 'alias'>): Promise<void> {
  await call(reactivateAliasUrl, { query: { alias } });
}

export const loaders: Loaders = {
  'v1-alias-urls': ({ search }) => {
    const alias = oneOf(search['alias']);
    prefetch(alias === undefined ? aliasesList.queryAt(search) : aliasQuery(alias));
  },
};
