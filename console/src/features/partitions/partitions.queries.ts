import { queryOptions } from '@tanstack/react-query';
import { listPartitions } from '@annals/contracts/partitions';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/queries.ts';
import type { ListRequest } from '../../shared/list/list-request.ts';
import { type ListOptions, listRequestAt } from '../../shared/list/useListState.ts';
import type { PageAddress } from '../../shared/page/page-address.ts';
import { onceTold } from '../../shared/permissions/once-told.ts';
import { rolesQuery } from '../../shared/permissions/roles.queries.ts';
import { logHealthQuery } from '../../shared/proofs/log-health.queries.ts';
import { asOfQuery, momentOfSearch } from '../../shared/time-travel/as-of-search.ts';
import { mainAccountsQuery } from './main-operator.queries.ts';
import { firstMembersQuery } from './members/members.queries.ts';
import { erasuresList, erasuresQuery } from './proofs/erasures.queries.ts';
import { typeListQuery } from './types/types.queries.ts';
import { newestChangesQuery, partitionQuery, versionsPerDayQuery } from './partition.queries.ts';

export const partitionsList: ListOptions<'archived'> = {
  name: 'partitions',
  filters: ['archived'],
  defaultSort: 'partitionName',
};

const sorts = ['partitionName', '-partitionName', 'lastChangeDate', '-lastChangeDate'] as const;
/** @param asOf RFC 3339 in UTC, undefined for now */
export function partitionsQuery(request: ListRequest<'archived'>, asOf: string | undefined) {
  const { q, filters, sort, pageSize, cursor } = request;
  return queryOptions({
    queryKey: ['partitions', asOf ?? null, request],
    queryFn: ({ signal }) =>
      call(
        listPartitions,
        {
          query: {
            name: q || undefined,
            sort: sorts.find((known) => known === sort),
            archived: filters.archived === undefined ? undefined : filters.archived === 'true',
            asOf,
            pageSize,
            cursor,
          },
        },
        { signal },
      ),
  });
}

/** Asks for what the page will show while its code is still on the way. */
export function startPartitionsPage({ search }: PageAddress): void {
  const { asOf } = asOfQuery(search);
  void queryClient
    .query(partitionsQuery(listRequestAt(partitionsList, search), asOf))
    .catch(() => undefined);
  void queryClient.query(rolesQuery()).catch(() => undefined);
}

/** Asks for what the page will show while its code is still on the way. */
export function startPartitionPage({
  params: { partitionId },
  search,
}: PageAddress<'partitionId'>): void {
  const { kind } = momentOfSearch(search);
  if (kind !== 'now' && kind !== 'past') return;
  const { asOf } = asOfQuery(search);
  void queryClient.query(partitionQuery(partitionId, asOf)).catch(() => undefined);
  void queryClient.query(rolesQuery()).catch(() => undefined);
  const tab = search['tab'];
  if (tab === 'types')
    void queryClient.query(typeListQuery(partitionId, asOf)).catch(() => undefined);
  if (tab === 'proofs' && kind === 'now') {
    const receipts = erasuresQuery(partitionId, listRequestAt(erasuresList, search));
    void onceTold(() => [
      queryClient.query(logHealthQuery(partitionId)),
      queryClient.query(receipts),
    ]);
  }
  if (tab !== undefined) return;
  void queryClient.query(newestChangesQuery(partitionId, asOf)).catch(() => undefined);
  void queryClient.query(versionsPerDayQuery(partitionId, asOf)).catch(() => undefined);
  void queryClient.query(firstMembersQuery(partitionId, asOf)).catch(() => undefined);
  void queryClient.query(mainAccountsQuery(partitionId, asOf)).catch(() => undefined);
}
