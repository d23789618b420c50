import { queryOptions } from '@tanstack/react-query';
import { listRoles } from '@annals/contracts/roles';
import { getUser, listUsers, userSorts, userStatuses } from '@annals/contracts/users';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/queries.ts';
import type { ListRequest } from '../../shared/list/list-request.ts';
import { type ListOptions, listRequestAt } from '../../shared/list/useListState.ts';
import type { PageAddress } from '../../shared/page/page-address.ts';

type UserFilter = 'status' | 'role';

export const usersList: ListOptions<UserFilter> = {
  name: 'users',
  filters: ['status', 'role'],
  defaultSort: 'name',
};

/** The values the service can be asked for; what an edited URL says beyond them counts as left out. */
const sorts = [...userSorts, ...userSorts.map((field) => `-${field}` as const)];

export function usersQuery(request: ListRequest<UserFilter>) {
  const { q, filters, sort, pageSize, cursor } = request;
  return queryOptions({
    queryKey: ['users', request],
    queryFn: ({ signal }) =>
      call(
        listUsers,
        {
          query: {
            name: q || undefined,
            status: userStatuses.find((status) => status === filters.status),
            role: filters.role,
            sort: sorts.find((known) => known === sort),
            pageSize,
            cursor,
          },
        },
        { signal },
      ),
  });
}

export function userQuery(userId: string) {
  return queryOptions({
    queryKey: ['user', userId],
    queryFn: ({ signal }) => call(getUser, { params: { userId } }, { signal }),
  });
}

export function rolesQuery() {
  return queryOptions({
    queryKey: ['roles'],
    queryFn: ({ signal }) => call(listRoles, {}, { signal }),
    // What a role allows changes with a release of the service, not while one looks.
    staleTime: 300_000,
  });
}

/** Asks for what the page will show while its code is still on the way. */
export function startUsersPage({ search }: PageAddress): void {
  void queryClient.query(usersQuery(listRequestAt(usersList, search))).catch(() => undefined);
  void queryClient.query(rolesQuery()).catch(() => undefined);
}

/** Asks for what the page will show while its code is still on the way. */
export function startUserPage({ params }: PageAddress<'userId'>): void {
  void queryClient.query(userQuery(params.userId)).catch(() => undefined);
  void queryClient.query(rolesQuery()).catch(() => undefined);
}
