import { queryOptions } from '@tanstack/react-query';
import { getDataUser, listDataUsers } from '@annals/contracts/data-users';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/queries.ts';
import type { ListRequest } from '../../shared/list/list-request.ts';
import { type ListOptions, listRequestAt } from '../../shared/list/useListState.ts';
import { membershipsList, membershipsQuery } from '../../shared/memberships/memberships.queries.ts';
import type { PageAddress } from '../../shared/page/page-address.ts';
import { rolesQuery } from '../../shared/permissions/roles.queries.ts';
import { asOfQuery, momentOfSearch } from '../../shared/time-travel/as-of-search.ts';

export const dataUsersList: ListOptions = {
  name: 'data-users',
  filters: [],
  defaultSort: 'name',
};

const sorts = ['name', '-name'] as const;

export function dataUsersQuery({ q, sort, pageSize, cursor }: ListRequest) {
  return queryOptions({
    queryKey: ['data-users', { q, sort, pageSize, cursor }],
    queryFn: ({ signal }) =>
      call(
        listDataUsers,
        {
          query: {
            name: q || undefined,
            sort: sorts.find((known) => known === sort),
            pageSize,
            cursor,
          },
        },
        { signal },
      ),
  });
}

export function dataUserQuery(userId: string) {
  return queryOptions({
    queryKey: ['data-user', userId],
    queryFn: ({ signal }) => call(getDataUser, { params: { userId } }, { signal }),
  });
}

/** Asks for what the page will show while its code is still on the way. */
export function startDataUsersPage({ search }: PageAddress): void {
  void queryClient
    .query(dataUsersQuery(listRequestAt(dataUsersList, search)))
    .catch(() => undefined);
}

/** Asks for what the page will show while its code is still on the way. */
export function startDataUserPage({ params: { userId }, search }: PageAddress<'userId'>): void {
  void queryClient.query(rolesQuery()).catch(() => undefined);
  const { kind } = momentOfSearch(search);
  void queryClient.query(dataUserQuery(userId)).catch(() => undefined);
  if (kind === 'now' || kind === 'past')
    void queryClient
      .query(
        membershipsQuery(userId, asOfQuery(search).asOf, listRequestAt(membershipsList, search)),
      )
      .catch(() => undefined);
}
