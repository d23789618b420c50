import { queryOptions } from '@tanstack/react-query';
import { recentObjects } from '@annals/contracts/objects';
import { getPartition, listMembers, listPartitions } from '@annals/contracts/partitions';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/queries.ts';
import type { ListRequest } from '../../shared/list/list-request.ts';
import { type ListOptions, listRequestAt } from '../../shared/list/useListState.ts';
import type { PageAddress } from '../../shared/page/page-address.ts';
import { rolesQuery } from '../../shared/permissions/roles.queries.ts';
import { asOfQuery, momentOfSearch } from '../../shared/time-travel/as-of-search.ts';
import { mainAccountsQuery } from './main-operator.queries.ts';

export const partitionsList: ListOptions = {
  name: 'partitions',
  filters: [],
  defaultSort: 'partitionName',
};

const sorts = ['partitionName', '-partitionName', 'lastChangeDate', '-lastChangeDate'] as const;
/** How many changes the partition page shows; the rest is on the page of all of them. */
const recentCount = 10;
/** More members than this are rare; their page tells that there are more. */
const memberCount = 200;

export function partitionsQuery(request: ListRequest) {
  const { q, sort, pageSize, cursor } = request;
  return queryOptions({
    queryKey: ['partitions', request],
    queryFn: ({ signal }) =>
      call(
        listPartitions,
        {
          query: {
            name: q || undefined,
            sort: sorts.find((known) => known === sort),
            pageSize,
            cursor,
          },
        },
        { signal },
      ),
  });
}

export function partitionQuery(partitionId: string) {
  return queryOptions({
    queryKey: ['partition', partitionId],
    queryFn: ({ signal }) => call(getPartition, { params: { partitionId } }, { signal }),
  });
}

/** @param asOf RFC 3339 in UTC, undefined for now */
export function newestChangesQuery(partitionId: string, asOf: string | undefined) {
  return queryOptions({
    queryKey: ['partition', partitionId, 'newest-changes', asOf ?? null],
    queryFn: ({ signal }) =>
      call(
        recentObjects,
        { params: { partitionId }, query: { pageSize: recentCount, asOf } },
        { signal },
      ),
  });
}

export function membersQuery(partitionId: string) {
  return queryOptions({
    queryKey: ['partition', partitionId, 'members'],
    queryFn: ({ signal }) =>
      call(listMembers, { params: { partitionId }, query: { pageSize: memberCount } }, { signal }),
  });
}

/** Asks for what the page will show while its code is still on the way. */
export function startPartitionsPage({ search }: PageAddress): void {
  void queryClient
    .query(partitionsQuery(listRequestAt(partitionsList, search)))
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
  void queryClient.query(partitionQuery(partitionId)).catch(() => undefined);
  void queryClient.query(newestChangesQuery(partitionId, asOf)).catch(() => undefined);
  void queryClient.query(membersQuery(partitionId)).catch(() => undefined);
  void queryClient.query(mainAccountsQuery(partitionId, asOf)).catch(() => undefined);
  void queryClient.query(rolesQuery()).catch(() => undefined);
}
