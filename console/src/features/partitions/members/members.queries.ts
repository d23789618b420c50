import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listDataUsers } from '@annals/contracts/data-users';
import type { Page } from '@annals/contracts/page';
import { findUsersContaining, type User } from '@annals/contracts/users';
import type { ResponseOf } from '@annals/contracts/endpoint';
import { listMembers, putMember, removeMember } from '@annals/contracts/partitions';
import type { MemberRole } from '@annals/contracts/permissions';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/queries.ts';
import type { ListRequest } from '../../../shared/list/list-request.ts';
import { type ListOptions, listRequestAt } from '../../../shared/list/useListState.ts';
import type { PageAddress } from '../../../shared/page/page-address.ts';
import { rolesQuery } from '../../../shared/permissions/roles.queries.ts';
import { asOfQuery } from '../../../shared/time-travel/as-of-search.ts';
import { partitionQuery } from '../partition.queries.ts';

export type FoundPerson = Pick<User, 'id' | 'name' | 'username' | 'email'>;
export type Member = ResponseOf<typeof listMembers>['data'][number];

/** How many people are offered for a text; who is not among them needs a longer text. */
const offered = 8;
/** How many members the partition's page shows; their own page has the others. */
const first = 6;

/**
 * People whose name has the text.
 * @param all as the authentication service knows them; otherwise those whom the data service lets one see
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

export const membersList: ListOptions = { name: 'members', filters: [] };

const membersKey = (partitionId: string) => ['partition', partitionId, 'members'] as const;

/** @param asOf RFC 3339 in UTC, undefined for now; below too */
export function firstMembersQuery(partitionId: string, asOf: string | undefined) {
  return queryOptions({
    queryKey: [...membersKey(partitionId), 'first', asOf ?? null],
    queryFn: ({ signal }) =>
      call(listMembers, { params: { partitionId }, query: { pageSize: first, asOf } }, { signal }),
  });
}

export function membersQuery(
  partitionId: string,
  asOf: string | undefined,
  request: ListRequest<never>,
) {
  const { pageSize, cursor } = request;
  return queryOptions({
    queryKey: [...membersKey(partitionId), asOf ?? null, request],
    queryFn: ({ signal }) =>
      call(listMembers, { params: { partitionId }, query: { pageSize, cursor, asOf } }, { signal }),
  });
}

/** After a change the members are read again, and the partition too: the caller's own role may have changed. */
function useMembersChanged(partitionId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: membersKey(partitionId) }),
      client.invalidateQueries({ queryKey: partitionQuery(partitionId).queryKey, exact: true }),
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

/** Asks for what the page will show while its code is still on the way. */
export function startMembersPage({
  params: { partitionId },
  search,
}: PageAddress<'partitionId'>): void {
  const { asOf } = asOfQuery(search);
  void queryClient.query(partitionQuery(partitionId, asOf)).catch(() => undefined);
  const members = membersQuery(partitionId, asOf, listRequestAt(membersList, search));
  void queryClient.query(members).catch(() => undefined);
  void queryClient.query(rolesQuery()).catch(() => undefined);
}
