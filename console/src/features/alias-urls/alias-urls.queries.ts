import { queryOptions } from '@tanstack/react-query';
import {
  type AliasUrl,
  aliasUrlSorts,
  aliasUrlsOf,
  changeAliasUrl,
  listAliasUrls,
  reactivateAliasUrl,
} from '@annals/contracts/alias-urls';
import { getObject, latestObject } from '@annals/contracts/objects';
import { getPartition } from '@annals/contracts/partitions';
import { call } from '../../api/call.ts';
import { CallError, isNotOffered } from '../../api/errors.ts';
import { fewAtATime } from '../../api/few-at-a-time.ts';
import { queryClient } from '../../api/queries.ts';
import type { ListRequest } from '../../shared/list/list-request.ts';
import { type ListOptions, listRequestAt } from '../../shared/list/useListState.ts';
import type { PageAddress } from '../../shared/page/page-address.ts';
import { oneOf } from '../../shared/search.ts';

export const aliasesList: ListOptions<'state'> = {
  name: 'alias-urls',
  filters: ['state'],
  defaultSort: 'alias',
};

export const aliasStates = ['ACTIVE', 'INACTIVE', 'EXPIRED'] as const;

export function aliasesQuery(request: ListRequest<'state'>) {
  const { q, filters, sort, pageSize, cursor } = request;
  return queryOptions({
    queryKey: ['alias-urls', request],
    queryFn: async ({ signal }) => {
      const query = {
        text: q || undefined,
        state: aliasStates.find((known) => known === filters.state),
        sort: aliasUrlSorts.find((known) => known === sort),
        pageSize,
        cursor,
      };
      return aliasUrlsOf(await call(listAliasUrls, { query }, { signal }));
    },
  });
}

/** Whether the service only finds an alias that is named: it has no list, or wants the name for each answer. */
export function isNotListed(error: unknown): boolean {
  if (isNotOffered(error)) return true;
  return error instanceof CallError && error.status === 400 && error.problem.code === undefined;
}

/** The alias of that name; null when there is none. */
export function aliasQuery(alias: string) {
  return queryOptions({
    queryKey: ['alias-url', alias],
    queryFn: async ({ signal }) => {
      const answer = await call(listAliasUrls, { query: { alias } }, { signal });
      const [found] = aliasUrlsOf(answer).data;
      return found ? { ...found, alias: found.alias || alias } : null;
    },
  });
}

/** The object an alias leads to, asked for beside many others. */
export function targetQuery({ target }: AliasUrl) {
  const { partitionId = '', objectId, timelineId } = target ?? {};
  return queryOptions({
    queryKey: ['alias-target', partitionId, objectId ?? timelineId ?? ''],
    queryFn: ({ signal }) =>
      fewAtATime(
        () =>
          timelineId === undefined
            ? call(getObject, { params: { partitionId, objectId: objectId ?? '' } }, { signal })
            : call(latestObject, { params: { partitionId, timelineId } }, { signal }),
        signal,
      ),
    staleTime: 60_000,
    enabled: partitionId !== '' && (objectId ?? timelineId) !== undefined,
  });
}

/** A partition, for its name. */
export function partitionQuery(partitionId: string) {
  return queryOptions({
    queryKey: ['partition', partitionId],
    queryFn: ({ signal }) => call(getPartition, { params: { partitionId } }, { signal }),
    enabled: partitionId !== '',
  });
}

export async function deactivate({ alias }: Pick<AliasUrl, 'alias'>): Promise<void> {
  await call(changeAliasUrl, { query: { alias }, body: { active: false } });
}

export async function reactivate({ alias }: Pick<AliasUrl, 'alias'>): Promise<void> {
  await call(reactivateAliasUrl, { query: { alias } });
}

export async function forgetAliases(): Promise<void> {
  await Promise.all(
    ['alias-urls', 'alias-url'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  );
}

/** Asks for what the page will show while its code is still on the way. */
export function startAliasUrlsPage({ search }: PageAddress): void {
  const alias = oneOf(search['alias']);
  if (alias !== undefined) void queryClient.query(aliasQuery(alias)).catch(() => undefined);
  else
    void queryClient.query(aliasesQuery(listRequestAt(aliasesList, search))).catch(() => undefined);
}
