import { infiniteQueryOptions } from '@tanstack/react-query';
import { listPartitionsOfUser } from '@annals/contracts/data-users';
import { call } from '../../api/call.ts';

/**
 * The partitions a user is a member of or wrote to, out of those the asking person may open.
 * @param asOf RFC 3339 in UTC, undefined for now
 */
export function membershipsQuery(userId: string, asOf: string | undefined) {
  return infiniteQueryOptions({
    queryKey: ['user', userId, 'memberships', asOf ?? null],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        listPartitionsOfUser,
        { params: { userId }, query: { asOf, pageSize: 50, cursor } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}
