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

/** Invalidates a partition and the lists it appears in. */
export async function invalidatePartitionAndLists(partitionId: string): Promise<void> {
  await Promise.all([invalidatePartition(partitionId), invalidate(listPartitions)]);
}

/** @param asOf RFC 3339 in UTC, undefined for now; below too */
export const versionsPerDayQuery = (partitionId: string, asOf: string | undefined) =>
  queryOf(versionsPerDay, { params: { partitionId }, query: { asOf } });

/** The newest changes on the partition's page. */
export const newestChangesQuery = (partitionId: string, asOf: string | undefined) =>
  queryOf(recentObjects, {
    params: { partitionId },
    query: { pageSize: 10, asOf, withPredecessor: true },
  });

/** The erasure receipts of a partition, newest first. */
export const erasuresList = listOf(listErasures, { name: 'erasures' });
