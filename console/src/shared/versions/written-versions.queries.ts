import { infiniteQueryOptions } from '@tanstack/react-query';
import { listObjectsOfUser } from '@annals/contracts/data-users';
import { call } from '../../api/call.ts';

/**
 * What a user or an application wrote last, over all partitions the asking person may open.
 * @param asOf RFC 3339 in UTC, undefined for now
 */
export function writtenVersionsQuery(userId: string, asOf: string | undefined, pageSize: number) {
  return infiniteQueryOptions({
    queryKey: ['written-versions', userId, asOf ?? null, pageSize],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        listObjectsOfUser,
        { params: { userId }, query: { asOf, pageSize, cursor } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}
