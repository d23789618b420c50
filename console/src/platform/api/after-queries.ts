import type { Query } from '@tanstack/react-query';
import { queryClient } from './query.ts';

/**
 * Resolves once the running queries are answered or have failed once. Over HTTP/1.1 a browser sends six requests at a
 * time: requests for what is not visible must not take connections from those for what is.
 * @param isAwaited by default all of them
 */
export async function afterQueries(isAwaited = (_query: Query) => true): Promise<void> {
  const isPending = (query: Query) => query.state.fetchFailureCount === 0 && isAwaited(query);
  const areAnswered = () => queryClient.isFetching({ predicate: isPending }) === 0;
  // Components that mount together start their queries one after the other.
  await Promise.resolve();
  if (areAnswered()) return;
  await new Promise<void>((resolve) => {
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (!areAnswered()) return;
      stop();
      resolve();
    });
  });
}
