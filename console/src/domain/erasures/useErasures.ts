import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listErasures } from '@annals/contracts/proofs';
import { afterQueries } from '../../platform/api/after-queries.ts';
import { call } from '../../platform/api/call.ts';
import { createStore, useStore } from '../../platform/api/store.ts';

const key = 'newest-receipt';

/**
 * The number of the newest receipt of a partition; 0 before the first erasure. Versions are cached, and the change feed
 * does not report erasures: a new number here means that cached versions must be dropped.
 */
export function newestReceiptQuery(partitionId: string) {
  return queryOptions({
    queryKey: [key, partitionId],
    queryFn: async ({ client, queryKey, signal }) => {
      await afterQueries(({ queryKey: [name] }) => name !== key);
      signal.throwIfAborted();
      const { data } = await call(
        listErasures,
        { params: { partitionId }, query: { pageSize: 1 } },
        { signal },
      );
      const newest = data[0]?.receipt ?? 0;
      const known = client.getQueryData<number>(queryKey);
      if (known !== undefined && known !== newest) discardRead(client, partitionId);
      return newest;
    },
    retry: false,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  });
}

/**
 * Ensures that a page stops showing values that were erased in the meantime: checks when the page opens, when the user
 * returns to it, and (useChanges) after writes.
 */
export function useErasures(partitionId: string): void {
  const { refetch } = useQuery(newestReceiptQuery(partitionId));
  useEffect(() => {
    // Two windows side by side are both visible; between them only the focus moves.
    const look = () => void refetch({ cancelRefetch: false });
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [refetch]);
}

/** Checks for erasures now, if a page of the partition is open. */
export function useCheckForErasures(partitionId: string): () => void {
  const client = useQueryClient();
  return () =>
    void client.invalidateQueries(
      { queryKey: newestReceiptQuery(partitionId).queryKey },
      { cancelRefetch: false },
    );
}

/**
 * Called after the user's own erasure.
 * @param newest its last receipt; null if everything had already been erased
 */
export function discardErased(
  client: QueryClient,
  partitionId: string,
  newest: number | null,
): void {
  if (newest !== null) client.setQueryData(newestReceiptQuery(partitionId).queryKey, newest);
  discardRead(client, partitionId);
}

/**
 * Cached data may contain erased values, whatever page loaded it. Inactive queries are dropped, since they would be
 * shown briefly when a page comes back; active ones are refetched.
 */
function discardRead(client: QueryClient, partitionId: string): void {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== key;
  client.removeQueries({ type: 'inactive', predicate });
  void client.invalidateQueries({ predicate });
  noticed.set({ partitionId, count: noticed.get().count + 1 });
}

/** The number of erasures noticed in this tab, and the partition of the last one. */
const noticed = createStore({ count: 0, partitionId: '' });

/** Calls the watcher with the partition of each erasure noticed in this tab. */
export function onErased(watcher: (partitionId: string) => void): () => void {
  return noticed.subscribe(() => watcher(noticed.get().partitionId));
}

/** The number of erasures noticed in this tab: components discard their own copies when it changes. */
export function useErasuresNoticed(): number {
  return useStore(noticed).count;
}
