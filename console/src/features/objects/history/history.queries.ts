import type { Page } from '@annals/contracts/page';
import { recentObjects, type ObjectVersion } from '@annals/contracts/objects';
import { listMembers } from '@annals/contracts/partitions';
import { call } from '../../../api/call.ts';
import { queryOf } from '../../../api/query.ts';
import type { Moment } from '../objects.queries.ts';

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
export const blockQuery = (partitionId: string, asOf: Moment, block: number, newest: number) => ({
  ...queryOf(recentObjects, {
    params: { partitionId },
    query: { asOf, fromSequence: (block + 1) * blockSize, pageSize: blockSize },
  }),
  staleTime: ({ state: { data } }: { state: { data: Page<ObjectVersion> | undefined } }) =>
    data && holdsBlock(data.data, block, newest) ? Number.POSITIVE_INFINITY : 0,
});

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
export const authorsQuery = (partitionId: string, asOf: Moment) => ({
  ...queryOf(listMembers, { params: { partitionId }, query: { asOf, pageSize: 200 } }),
  staleTime: 60_000,
  retry: false,
});
