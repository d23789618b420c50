import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { findUsersContaining } from '@annals/contracts/users';
import type { ResponseOf } from '@annals/contracts/endpoint';
import { type listMembers, putMember, removeMember } from '@annals/contracts/partitions';
import type { MemberRole } from '@annals/contracts/permissions';
import { call } from '../../api/call.ts';
import { membersQuery, partitionQuery } from './partitions.queries.ts';

export type Member = ResponseOf<typeof listMembers>['data'][number];

/** How many people are offered for a text; who is not among them needs a longer text. */
const offered = 8;

export function peopleQuery(searchtext: string) {
  return queryOptions({
    queryKey: ['people', searchtext],
    queryFn: ({ signal }) =>
      call(
        findUsersContaining,
        { params: { searchtext }, query: { pageSize: offered } },
        { signal },
      ),
    enabled: searchtext !== '',
  });
}

/** After a change the members are read again, and the partition too: the caller's own role may have changed. */
function useMembersChanged(partitionId: string) {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: membersQuery(partitionId).queryKey }),
      queryClient.invalidateQueries({
        queryKey: partitionQuery(partitionId).queryKey,
        exact: true,
      }),
    ]);
}

export function usePutMember(partitionId: string) {
  const changed = useMembersChanged(partitionId);
  return useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: MemberRole }) =>
      call(putMember, { params: { partitionId, userId }, body: { role } }),
    onSuccess: changed,
  });
}

export function useRemoveMember(partitionId: string) {
  const changed = useMembersChanged(partitionId);
  return useMutation({
    mutationFn: ({ userId }: { userId: string }) =>
      call(removeMember, { params: { partitionId, userId } }),
    onSuccess: changed,
  });
}
