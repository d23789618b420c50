import { queryOptions } from '@tanstack/react-query';
import { recentObjects } from '@annals/contracts/objects';
import { getPartition, versionsPerDay } from '@annals/contracts/partitions';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/queries.ts';

/** How many changes the partition page shows; the rest is on the page of all of them. */
const recentCount = 10;

/** @param asOf RFC 3339 in UTC, undefined for now; of the queries below too */
export function partitionQuery(partitionId: string, asOf?: string) {
  return queryOptions({
    queryKey: asOf === undefined ? ['partition', partitionId] : ['partition', partitionId, asOf],
    queryFn: ({ signal }) =>
      call(
        getPartition,
        { params: { partitionId }, ...(asOf !== undefined && { query: { asOf } }) },
        { signal },
      ),
  });
}

/** What was read of the partition and of the lists it stands in is asked for again. */
export async function forgetPartition(partitionId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['partition', partitionId] }),
    queryClient.invalidateQueries({ queryKey: ['partitions'] }),
  ]);
}

export function versionsPerDayQuery(partitionId: string, asOf: string | undefined) {
  return queryOptions({
    queryKey: ['partition', partitionId, 'versions-per-day', asOf ?? null],
    queryFn: ({ signal }) =>
      call(versionsPerDay, { params: { partitionId }, query: { asOf } }, { signal }),
  });
}

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
