import { recentObjects } from '@annals/contracts/objects';
import { listPartitions, partitionActivity } from '@annals/contracts/partitions';
import { listErasures } from '@annals/contracts/proofs';
import { invalidate, invalidatePartition, queryOf } from '../../../platform/api/query.ts';
import { listOf } from '../../../ui/list/list-of.ts';
import type { AsOfQuery } from '../../../domain/time-travel/as-of-search.ts';

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

/** @param at the shown moment */
export const activityQuery = (
  partitionId: string,
  at: AsOfQuery,
  range: { from?: string; to?: string } = {},
) => queryOf(partitionActivity, { params: { partitionId }, query: { ...at, ...range } });

/** The newest changes on the partition's page. */
export const newestChangesQuery = (partitionId: string, at: AsOfQuery) =>
  queryOf(recentObjects, {
    params: { partitionId },
    query: { pageSize: 10, ...at, withPredecessor: true },
  });

/** The erasure receipts of a partition, newest first. */
export const erasuresList = listOf(listErasures, { name: 'erasures' });
