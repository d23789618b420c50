import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { Page } from '@annals/contracts/fields';

/**
 * The query of a list. Its key ends with the list's request; while the next request of the same list loads, the old
 * rows stay. Rows of another list (another partition, another moment) never do.
 */
export function useListQuery<Row, Key extends QueryKey>(
  options: UseQueryOptions<Page<Row>, Error, Page<Row>, Key>,
) {
  return useQuery({
    ...options,
    placeholderData: (previous, query) =>
      query && sameList(query.queryKey, options.queryKey) ? previous : undefined,
  });
}

function sameList(left: QueryKey, right: QueryKey): boolean {
  return (
    left.length === right.length &&
    JSON.stringify(left.slice(0, -1)) === JSON.stringify(right.slice(0, -1))
  );
}
