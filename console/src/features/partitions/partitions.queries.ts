import { recentObjects } from '@annals/contracts/objects';
import { getPartition, listPartitions, versionsPerDay } from '@annals/contracts/partitions';
import { invalidate, invalidatePartition, prefetch, queryOf } from '../../api/query.ts';
import { listOf } from '../../shared/list/list-of.ts';
import type { Prefetchers } from '../../shared/page/page-address.ts';
import { prefetchIfDescribed } from '../../shared/permissions/prefetch-if-described.ts';
import { rolesQuery } from '../../shared/permissions/roles.queries.ts';
import { logHealthQuery } from '../../shared/proofs/log-health.queries.ts';
import { asOfQuery, momentOfSearch } from '../../shared/time-travel/as-of-search.ts';
import { mainAccountsQuery } from './main-operator.queries.ts';
import { firstMembersQuery, membersList } from './members/members.queries.ts';
import { erasuresList } from './proofs/erasures.queries.ts';
import { typeListQuery } from './types/types.queries.ts';

export const partitionsList = listOf(listPartitions, {
  name: 'partitions',
  search: 'name',
  filters: { archived: 'archived' },
  defaultSort: 'partitionName',
});

/** After a change of the partition itself: it stands in lists too. */
export async function invalidatePartitionAndLists(partitionId: string): Promise<void> {
  await Promise.all([invalidatePartition(partitionId), invalidate(listPartitions)]);
}

/** @param asOf RFC 3339 in UTC, undefined for now; below too */
export const versionsPerDayQuery = (partitionId: string, asOf: string | undefined) =>
  queryOf(versionsPerDay, { params: { partitionId }, query: { asOf } });

/** The first changes, which the partition's page shows; the rest is on the page of all of them. */
export const newestChangesQuery = (partitionId: string, asOf: string | undefined) =>
  queryOf(recentObjects, { params: { partitionId }, query: { pageSize: 10, asOf } });

export const prefetchers: Prefetchers = {
  'v1-partitions': ({ search }) =>
    prefetch(partitionsList.queryAt(search, { query: asOfQuery(search) }), rolesQuery()),
  'v1-partitions-partitionId': ({ params, search }) => {
    const { kind } = momentOfSearch(search);
    if (kind !== 'now' && kind !== 'past') return;
    const { partitionId } = params;
    const { asOf } = asOfQuery(search);
    prefetch(queryOf(getPartition, { params, query: { asOf } }), rolesQuery());
    const tab = search['tab'];
    if (tab === 'types') prefetch(typeListQuery(partitionId, asOf));
    if (tab === 'proofs' && kind === 'now')
      void prefetchIfDescribed(() => [
        logHealthQuery(partitionId),
        erasuresList.queryAt(search, { params }),
      ]);
    if (tab === undefined)
      prefetch(
        newestChangesQuery(partitionId, asOf),
        versionsPerDayQuery(partitionId, asOf),
        firstMembersQuery(partitionId, asOf),
        mainAccountsQuery(partitionId, asOf),
      );
  },
  'v1-partitions-partitionId-users': ({ params, search }) => {
    const query = asOfQuery(search);
    prefetch(
      queryOf(getPartition, { params, query }),
      membersList.queryAt(search, { params, query }),
      rolesQuery(),
    );
  },
};
