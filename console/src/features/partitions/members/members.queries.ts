import { queryOptions } from '@tanstack/react-query';
import { listDataUsers } from '@annals/contracts/data-users';
import { findUsersContaining } from '@annals/contracts/users';
import { getPartition, listMembers, putMember, removeMember } from '@annals/contracts/partitions';
import type { MemberRole } from '@annals/contracts/permissions';
import { listAccess } from '@annals/contracts/user-administration';
import type { DataUser, User } from '../../../platform/api/things.ts';
import type { AnswerOf } from '../../../platform/api/told.ts';
import type { Page } from '../../../platform/api/page.ts';
import { call } from '../../../platform/api/call.ts';
import { invalidate, queryOf } from '../../../platform/api/query.ts';
import { listOf } from '../../../ui/list/list-of.ts';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';

export type FoundPerson = Pick<User, 'id' | 'username' | 'email'> & Pick<DataUser, 'name'>;
export type Member = AnswerOf<typeof listMembers>['data'][number];

/** The number of suggested users. */
const offered = 8;
/** The number of members on the partition's page. */
const first = 6;

/**
 * Users whose name contains the text.
 * @param all searches all users of the authentication service; otherwise the visible users of the data service
 */
export function peopleQuery(searchtext: string, all: boolean) {
  return queryOptions({
    queryKey: ['people', all, searchtext],
    queryFn: ({ signal }): Promise<Page<FoundPerson>> =>
      all
        ? call(
            findUsersContaining,
            { params: { searchtext }, query: { pageSize: offered } },
            { signal },
          )
        : call(listDataUsers, { query: { name: searchtext, pageSize: offered } }, { signal }),
    enabled: searchtext !== '',
  });
}

export const membersList = listOf(listMembers, { name: 'members' });

/** @param asOf RFC 3339 in UTC, undefined for now */
export const firstMembersQuery = (partitionId: string, asOf: string | undefined) =>
  queryOf(listMembers, { params: { partitionId }, query: { pageSize: first, asOf } });

/** Invalidates the members and the partition: the caller's own role may have changed. */
const invalidateMembers = () => invalidate(listMembers, getPartition, listAccess);

export function usePutMember(partitionId: string) {
  return useSingleMutation({
    mutationFn: ({ userId, role }: { userId: string; role: MemberRole }) =>
      call(putMember, { params: { partitionId, userId }, body: { role } }),
    onSuccess: invalidateMembers,
  });
}

export function useRemoveMember(partitionId: string) {
  return useSingleMutation({
    mutationFn: ({ userId }: { userId: string }) =>
      call(removeMember, { params: { partitionId, userId } }),
    onSuccess: invalidateMembers,
  });
}
