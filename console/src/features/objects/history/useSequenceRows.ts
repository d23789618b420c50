import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import type { Page } from '../../../platform/api/page.ts';
import type { AsOfQuery } from '../../../domain/time-travel/as-of-search.ts';
import { blockOf, blockQuery, blockSize, coversBlock } from './history.queries.ts';

/** The cache size in blocks; the least recently used are evicted. */
const maxBlocks = 20;
/** While scrolling fast, rows are fetched only where it stops. */
const wantedAfter = 80;

/**
 * The versions of a partition by sequence number, fetched in blocks as they become visible.
 * @param newest the sequence number of the newest shown version
 * @param head the newest versions, already loaded
 */
export function useSequenceRows(
  partitionId: string,
  at: AsOfQuery,
  newest: number,
  head: readonly ObjectVersion[],
) {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<readonly number[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const { error, retry } = useQueries({
    queries: wanted.map((block) => blockQuery(partitionId, at, block, newest)),
    combine: failureOf,
  });
  useEffect(() => {
    // A block loaded while it was the newest may lack rows.
    for (const block of wanted) {
      const { queryKey } = blockQuery(partitionId, at, block, newest);
      const rows = client.getQueryData(queryKey)?.data;
      if (rows && !coversBlock(rows, block, newest))
        void client.invalidateQueries({ queryKey, exact: true });
    }
  }, [client, partitionId, at, newest, wanted]);

  const order = useRef<number[]>([]);
  useEffect(() => {
    order.current = [...order.current.filter((block) => !wanted.includes(block)), ...wanted];
    for (const block of order.current.splice(0, Math.max(0, order.current.length - maxBlocks)))
      client.removeQueries({
        queryKey: blockQuery(partitionId, at, block, newest).queryKey,
        exact: true,
      });
  }, [client, partitionId, at, newest, wanted]);

  return {
    error,
    retry,
    /** Undefined until it is loaded. */
    rowOf: (sequence: number): ObjectVersion | undefined => {
      const first = head[0]?.sequence ?? 0;
      const near = first - sequence;
      if (near >= 0 && near < head.length) return head[near];
      const { queryKey } = blockQuery(partitionId, at, blockOf(sequence), newest);
      const rows = client.getQueryData(queryKey)?.data;
      const row = rows?.[(rows[0]?.sequence ?? 0) - sequence];
      return row?.sequence === sequence ? row : undefined;
    },
    /** Reports the visible range, newest to oldest; `soon` debounces it. */
    want: (from: number, to: number, soon: boolean) => {
      clearTimeout(timer.current);
      const oldestAtHand = (head[0]?.sequence ?? 0) - head.length + 1;
      const top = Math.min(from, oldestAtHand - 1);
      const last = blockOf(Math.max(1, to));
      const blocks =
        top < to ? [] : Array.from({ length: blockOf(top) - last + 1 }, (_, step) => last + step);
      const set = () => setWanted((now) => (now.join() === blocks.join() ? now : blocks));
      if (soon) timer.current = setTimeout(set, wantedAfter);
      else set();
    },
  };
}

function failureOf(results: readonly UseQueryResult<Page<ObjectVersion>>[]) {
  return {
    error: results.find((result) => result.error !== null && !result.data)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.error) void result.refetch();
    },
    // Re-renders when rows arrive.
    loaded: results.map((result) => result.dataUpdatedAt).join(),
  };
}

/** Also fetches half a block above and below the visible range. */
export const overscanRows = blockSize / 2;
