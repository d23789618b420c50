import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  recentObjects,
  timelineBlame,
  timelineValues,
  type ObjectVersion,
} from '@annals/contracts/objects';
import { listMembers } from '@annals/contracts/partitions';
import { call } from '../../../api/call.ts';
import { partitionKey, type Moment } from '../objects.queries.ts';

/** Rows that are asked for at once, all those whose numbers begin alike. */
export const blockSize = 100;

/** The block that the version with a sequence number lies in. */
export function blockOf(sequence: number): number {
  return Math.floor((sequence - 1) / blockSize);
}

/**
 * One block of the list of all versions. Versions never change, so a block that holds all its rows up to the newest is
 * asked for once.
 */
export function blockQuery(partitionId: string, asOf: Moment, block: number, newest: number) {
  return queryOptions({
    queryKey: [...partitionKey(partitionId), 'recent', asOf ?? null, 'block', block],
    queryFn: ({ signal }) =>
      call(
        recentObjects,
        {
          params: { partitionId },
          query: { asOf, fromSequence: (block + 1) * blockSize, pageSize: blockSize },
        },
        { signal },
      ),
    staleTime: ({ state: { data } }) =>
      data && holdsBlock(data.data, block, newest) ? Number.POSITIVE_INFINITY : 0,
  });
}

/** Whether rows, newest first, hold all of a block that are there. */
export function holdsBlock(rows: readonly ObjectVersion[], block: number, newest: number): boolean {
  return (rows[0]?.sequence ?? 0) >= Math.min((block + 1) * blockSize, newest);
}

/** The number of the newest version at a moment; null when there was none. */
export async function sequenceAt(partitionId: string, asOf: string): Promise<number | null> {
  const { data } = await call(recentObjects, {
    params: { partitionId },
    query: { asOf, pageSize: 1 },
  });
  return data[0]?.sequence ?? null;
}

/** Who may write to the partition, to choose whose changes to see. */
export function authorsQuery(partitionId: string, asOf: Moment) {
  return queryOptions({
    queryKey: [...partitionKey(partitionId), 'authors', asOf ?? null],
    queryFn: ({ signal }) =>
      call(listMembers, { params: { partitionId }, query: { asOf, pageSize: 200 } }, { signal }),
    staleTime: 60_000,
    retry: false,
  });
}

export function blameQuery(partitionId: string, timelineId: string, asOf: Moment) {
  return queryOptions({
    queryKey: [...partitionKey(partitionId), 'blame', timelineId, asOf ?? null],
    queryFn: ({ signal }) =>
      call(timelineBlame, { params: { partitionId, timelineId }, query: { asOf } }, { signal }),
  });
}

export function valuesQuery(partitionId: string, timelineId: string, path: string, asOf: Moment) {
  return infiniteQueryOptions({
    queryKey: [...partitionKey(partitionId), 'values', timelineId, path, asOf ?? null],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        timelineValues,
        { params: { partitionId, timelineId }, query: { asOf, path, cursor, pageSize: 100 } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}
