import { queryOptions } from '@tanstack/react-query';
import {
  type AliasUrl,
  aliasUrlsOf,
  changeAliasUrl,
  listAliasUrls,
  reactivateAliasUrl,
} from '@annals/contracts/alias-urls';
import { getObject, latestObject } from '@annals/contracts/objects';
import { moreKey } from '@annals/contracts/page';
import { call } from '../../api/call.ts';
import { NotWhole } from '../../api/errors.ts';
import { limitedQueryOf } from '../../api/limited-query.ts';
import { isWhole, tellsNothing } from '../../api/lists-of-services.ts';
import { prefetch, queryKeyOf } from '../../api/query.ts';
import { listOf } from '../../shared/list/list-of.ts';
import type { Prefetchers } from '../../shared/page/page-address.ts';
import { oneOf } from '../../shared/search.ts';

export const aliasStates = ['ACTIVE', 'INACTIVE', 'EXPIRED'] as const;

export const aliasesList = listOf(listAliasUrls, {
  name: 'alias-urls',
  search: 'text',
  filters: { state: 'state' },
  defaultSort: 'alias',
  toPage: aliasUrlsOf,
});

/** The result of looking an alias up. */
interface AliasLookup {
  alias?: AliasUrl;
  /** Whether the service returned nothing at all, which is not the same as "there is none". */
  isUnknown: boolean;
}

/** The alias with that name. */
export function aliasQuery(alias: string) {
  return queryOptions({
    queryKey: [...queryKeyOf(listAliasUrls, { query: { alias } }), 'one'],
    queryFn: async ({ signal }): Promise<AliasLookup> => {
      const answer = await call(listAliasUrls, { query: { alias } }, { signal });
      const page = aliasUrlsOf(answer);
      const { data, more = {}, unknown = false } = page;
      // A service may return others too.
      const found = data.find((each) => each.alias === alias) ?? (data.length === 1 && data[0]);
      if (found) return { alias: { ...found, alias: found.alias || alias }, isUnknown: false };
      if (data.length > 1 && !isWhole(page)) throw new NotWhole();
      const { answer: unread } = more;
      if (tellsNothing(unread)) return { isUnknown: unknown };
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

export const prefetchers: Prefetchers = {
  'v1-alias-urls': ({ search }) => {
    const alias = oneOf(search['alias']);
    prefetch(alias === undefined ? aliasesList.queryAt(search) : aliasQuery(alias));
  },
};
