import { useEffect } from 'react';

/** How many versions are loaded automatically for the axis; more on request. */
export const loadedByItself = 1000;

interface Pages {
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * Loads page after page.
 * @param loaded how many versions there are so far
 */
export function useFurtherPages(
  { error, hasNextPage, isFetchingNextPage, fetchNextPage }: Pages,
  loaded: number,
  isWanted = true,
): void {
  const wantsMore = isWanted && hasNextPage && error === null && loaded < loadedByItself;
  useEffect(() => {
    // Runs again after each page: `loaded` changes when one has arrived.
    if (wantsMore && !isFetchingNextPage && loaded > 0) void fetchNextPage();
  }, [wantsMore, isFetchingNextPage, loaded, fetchNextPage]);
}
