import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listErasures } from '@annals/contracts/proofs';
import { call } from '../../api/call.ts';
import { createStore, useStore } from '../../api/store.ts';

const key = 'newest-receipt';

/**
 * The number of the newest receipt of a partition; 0 before the first erasure. Versions are kept as they were read, and
 * an erasure is no version that the change feed would tell of: a new number here says that what was read must go.
 */
export function newestReceiptQuery(partitionId: string) {
  return queryOptions({
    queryKey: [key, partitionId],
    queryFn: async ({ client, queryKey, signal }) => {
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
 * Takes care that a page goes on showing nothing that was erased meanwhile, here or elsewhere: looks when the page opens,
 * when the person comes back to it, and (useChanges) when something was written.
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

/** Looks for erasures now, where a page of the partition is open. */
export function useCheckForErasures(partitionId: string): () => void {
  const client = useQueryClient();
  return () =>
    void client.invalidateQueries(
      { queryKey: newestReceiptQuery(partitionId).queryKey },
      { cancelRefetch: false },
    );
}

/**
 * After an erasure of one's own.
 * @param newest its last receipt; null when all of it was erased before
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
 * What was read before may hold what is erased now, whatever page asked for it. What no page shows is dropped, since it
 * would be shown for a moment when a page comes back; what one shows is asked for again.
 */
function discardRead(client: QueryClient, partitionId: string): void {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== key;
  client.removeQueries({ type: 'inactive', predicate });
  void client.invalidateQueries({ predicate });
  noticed.set({ partitionId, count: noticed.get().count + 1 });
}

/** How many erasures have come to light in this tab, and the partition of the last. */
const noticed = createStore({ count: 0, partitionId: '' });

/** Calls the watcher with the partition of each erasure that comes to light in this tab. */
export function onErased(watcher: (partitionId: string) => void): () => void {
  return noticed.subscribe(() => watcher(noticed.get().partitionId));
}

/** How many erasures have come to light in this tab: what a component keeps by itself is of no use after the next. */
export function useErasuresNoticed(): number {
  return useStore(noticed).count;
}
