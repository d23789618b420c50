import { recentObjects, timelineObjects } from '@annals/contracts/objects';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import type { Page } from '../../../platform/api/page.ts';
import { call } from '../../../platform/api/call.ts';
import { infiniteQueryOf, queryOf } from '../../../platform/api/query.ts';
import { listOf } from '../../../ui/list/list-of.ts';
import type { ListRequest } from '../../../ui/list/list-request.ts';
import { queryInAddress } from '../query/query-in-address.ts';
import type { AsOfQuery } from '../../../domain/time-travel/as-of-search.ts';

export type RecentFilter = 'type' | 'modifiedBy';

export const recentList = listOf(recentObjects, {
  name: 'recent',
  search: 'query',
  filters: { type: 'type', modifiedBy: 'modifiedBy' },
  // A query has its own conditions for type and author.
  adapt: (input, { q, filters }) => {
    const { type: _, modifiedBy: __, ...query } = input.query ?? {};
    return q === ''
      ? input
      : { ...input, query: { ...query, query: queryInAddress({ q, filters }) } };
  },
});

/** The sequence numbers of a filtered list have gaps, so it is paged. */
export function isFiltered({ q, filters, cursor }: ListRequest<RecentFilter>): boolean {
  return q !== '' || cursor !== undefined || Object.keys(filters).length > 0;
}

/** The newest versions; the sequence number of the newest is the total. */
export const headQuery = (partitionId: string, at: AsOfQuery) =>
  queryOf(recentObjects, {
    params: { partitionId },
    query: { ...at, pageSize: 100, withPredecessor: true },
  });

export const historyQuery = (partitionId: string, timelineId: string, at: AsOfQuery) =>
  infiniteQueryOf(timelineObjects, {
    params: { partitionId, timelineId },
    query: { ...at, pageSize: 100 },
  });

/** Rows per block; blocks are aligned to multiples of it. */
export const blockSize = 100;

/** The block of a sequence number. */
export function blockOf(sequence: number): number {
  return Math.floor((sequence - 1) / blockSize);
}

/**
 * One block of the list of all versions. Versions are immutable, so a complete block is
 * fetched once.
 */
export const blockQuery = (partitionId: string, at: AsOfQuery, block: number, newest: number) => ({
  ...queryOf(recentObjects, {
    params: { partitionId },
    query: {
      ...at,
      fromSequence: (block + 1) * blockSize,
      pageSize: blockSize,
      withPredecessor: true,
    },
  }),
  staleTime: ({ state: { data } }: { state: { data: Page<ObjectVersion> | undefined } }) =>
    data && coversBlock(data.data, block, newest) ? Number.POSITIVE_INFINITY : 0,
});

/** Whether rows, newest first, contain all existing versions of a block. */
export function coversBlock(
  rows: readonly ObjectVersion[],
  block: number,
  newest: number,
): boolean {
  return (rows[0]?.sequence ?? 0) >= Math.min((block + 1) * blockSize, newest);
}

/** The sequence number of the newest version at a moment; null if there was none. */
export async function sequenceAt(partitionId: string, asOf: string): Promise<number | null> {
  const { data } = await call(recentObjects, {
    params: { partitionId },
    query: { asOf, pageSize: 1 },
  });
  return data[0]?.sequence ?? null;
}
