import { queryOptions } from '@tanstack/react-query';
import { listPartitionsOfUser } from '@annals/contracts/data-users';
import type { ResponseOf } from '@annals/contracts/endpoint';
import { call } from '../../api/call.ts';
import type { ListRequest } from '../list/list-request.ts';
import type { ListOptions } from '../list/useListState.ts';

export type Membership = ResponseOf<typeof listPartitionsOfUser>['data'][number];

export const membershipsList: ListOptions = { name: 'memberships', filters: [] };

/**
 * The partitions a user is a member of or wrote to, out of those the asking person may open.
 * @param asOf RFC 3339 in UTC, undefined for now
 */
export function membershipsQuery(
  userId: string,
  asOf: string | undefined,
  request: ListRequest<never>,
) {
  const { pageSize, cursor } = request;
  return queryOptions({
    queryKey: ['user', userId, 'memberships', asOf ?? null, request],
    queryFn: ({ signal }) =>
      call(
        listPartitionsOfUser,
        { params: { userId }, query: { asOf, pageSize, cursor } },
        { signal },
      ),
  });
}
