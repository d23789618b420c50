import { recentObjects } from '@annals/contracts/objects';
import { listPartitions, versionsPerDay } from '@annals/contracts/partitions';
import { listErasures } from '@annals/contracts/proofs';
import { invalidate, invalidatePartition, queryOf } from '../../../api/query.ts';
import { listOf } from '../../../shared/list/list-of.ts';

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

/** The receipts of what was erased in a partition, the newest first. */
export const erasuresList = listOf(listErasures, { name: 'erasures' });
