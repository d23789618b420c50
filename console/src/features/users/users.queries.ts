import { queryOptions } from '@tanstack/react-query';
import { maximalPageSize } from '@annals/contracts/fields';
import { listOrganizationalUnits } from '@annals/contracts/organizational-units';
import { listRoles } from '@annals/contracts/roles';
import {
  findUserByName,
  findUsersContaining,
  getUser,
  listUsers,
  userSorts,
  userStatuses,
} from '@annals/contracts/users';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/queries.ts';
import type { ListRequest } from '../../shared/list/list-request.ts';
import { type ListOptions, listRequestAt } from '../../shared/list/useListState.ts';
import type { PageAddress } from '../../shared/page/page-address.ts';
import { eventsQuery } from '../../shared/history/events.queries.ts';
import { membershipsList, membershipsQuery } from '../../shared/memberships/memberships.queries.ts';
import { onceTold } from '../../shared/permissions/once-told.ts';
import { rolesQuery } from '../../shared/permissions/roles.queries.ts';
import { oneOf } from '../../shared/search.ts';
import { asOfQuery } from '../../shared/time-travel/as-of-search.ts';
import {
  identitiesQuery,
  sessionsQuery,
  tokensOfUserQuery,
  userTokensList,
} from './user-parts.queries.ts';

export type UserFilter = 'status' | 'role' | 'unit' | 'signIn';

export const usersList: ListOptions<UserFilter> = {
  name: 'users',
  filters: ['status', 'role', 'unit', 'signIn'],
  defaultSort: 'name',
};

/** The values the service can be asked for; what an edited URL says beyond them counts as left out. */
const sorts = [...userSorts, ...userSorts.map((field) => `-${field}` as const)];
export const daysNotSignedIn = [30, 90, 365] as const;

/** Of the past it is not known who was locked nor when anybody had signed in: to ask for that would be refused. */
function queryOf(request: ListRequest<UserFilter>, asOf: string | undefined) {
  const { filters, pageSize, cursor } = request;
  const { signIn } = filters;
  const isPast = asOf !== undefined;
  const status = userStatuses.find((each) => each === filters.status);
  const sort = sorts.find((known) => known === request.sort);
  return {
    status: isPast && status === 'LOCKED' ? undefined : status,
    role: filters.role,
    organizationalUnitId: filters.unit,
    neverSignedIn: !isPast && signIn === 'never' ? true : undefined,
    notSignedInForDays: isPast
      ? undefined
      : daysNotSignedIn.find((days) => String(days) === signIn),
    sort: isPast && sort?.endsWith('lastSignInDate') ? undefined : sort,
    pageSize,
    cursor,
    asOf,
  };
}

export function usersQuery(request: ListRequest<UserFilter>, asOf?: string) {
  return queryOptions({
    queryKey: ['users', asOf ?? 'now', request],
    queryFn: ({ signal }) =>
      call(
        listUsers,
        { query: { ...queryOf(request, asOf), name: request.q || undefined } },
        { signal },
      ),
  });
}

/** The same list by the call for a text, which a service may know that knows no search in its list. */
export function usersContainingQuery(request: ListRequest<UserFilter>, asOf?: string) {
  const { q: searchtext } = request;
  return queryOptions({
    queryKey: ['users', 'containing', searchtext, asOf ?? 'now', request],
    queryFn: ({ signal }) =>
      call(
        findUsersContaining,
        { params: { searchtext }, query: queryOf(request, asOf) },
        { signal },
      ),
  });
}

export function userQuery(userId: string, asOf?: string) {
  return queryOptions({
    queryKey: ['user', userId, asOf ?? 'now'],
    queryFn: ({ signal }) => call(getUser, { params: { userId }, query: { asOf } }, { signal }),
  });
}

export function userByNameQuery(username: string) {
  return queryOptions({
    queryKey: ['user', 'forName', username],
    queryFn: ({ signal }) => call(findUserByName, { params: { username } }, { signal }),
  });
}

/** The roles there were then; those of now are the same everywhere in the console. */
export function rolesThenQuery(asOf: string | undefined) {
  if (asOf === undefined) return rolesQuery();
  return queryOptions({
    queryKey: ['roles', asOf],
    queryFn: ({ signal }) => call(listRoles, { query: { asOf } }, { signal }),
    staleTime: 300_000,
  });
}

/** The units one can choose from. Whoever has more of them finds the others' members on the unit's own page. */
export function unitChoicesQuery(asOf: string | undefined) {
  return queryOptions({
    queryKey: ['organizational-units', 'choices', asOf ?? 'now'],
    queryFn: ({ signal }) =>
      call(listOrganizationalUnits, { query: { pageSize: maximalPageSize, asOf } }, { signal }),
    staleTime: 60_000,
  });
}

export { useTellsMore } from '../../shared/permissions/my-permissions.ts';

/** After a change of users: of their lists, their pages and what was written down about them. */
export async function forgetUsers(): Promise<void> {
  const keys = [
    'users',
    'user',
    'invitations',
    'events',
    'organizational-units',
    'organizational-unit',
  ];
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}

/** Asks for what the page will show while its code is still on the way. */
export function startUsersPage({ search }: PageAddress): void {
  const { asOf } = asOfQuery(search);
  void queryClient.query(usersQuery(listRequestAt(usersList, search), asOf)).catch(() => undefined);
  startChoices(asOf);
}

/** Asks for what the page will show while its code is still on the way. */
export function startFoundUsersPage({ params, search }: PageAddress<'searchtext'>): void {
  const request = { ...listRequestAt(usersList, search), q: params.searchtext };
  const { asOf } = asOfQuery(search);
  void queryClient.query(usersContainingQuery(request, asOf)).catch(() => undefined);
  startChoices(asOf);
}

/** What one may do, and what the list can be narrowed to. */
function startChoices(asOf: string | undefined): void {
  void queryClient.query(rolesQuery()).catch(() => undefined);
  if (asOf !== undefined) void queryClient.query(rolesThenQuery(asOf)).catch(() => undefined);
  void queryClient.query(unitChoicesQuery(asOf)).catch(() => undefined);
}

/** Asks for what the page will show while its code is still on the way. */
export function startUserPage(address: PageAddress<'userId'>): void {
  const { params, search } = address;
  const { userId } = params;
  const { asOf } = asOfQuery(search);
  startUserForm(address);
  if (asOf !== undefined) void queryClient.query(userQuery(userId, asOf)).catch(() => undefined);
  void onceTold(() => [
    queryClient.infiniteQuery(eventsQuery(`user/${userId}`)),
    ...startTab(oneOf(search['tab']), address, asOf),
  ]);
}

function startTab(
  tab: string | undefined,
  { params: { userId }, search }: PageAddress<'userId'>,
  asOf: string | undefined,
): Promise<unknown>[] {
  if (tab === 'roles') return [queryClient.query(rolesThenQuery(asOf))];
  if (tab === 'partitions')
    return [
      queryClient.query(membershipsQuery(userId, asOf, listRequestAt(membershipsList, search))),
    ];
  // The rest is known of now alone.
  if (asOf !== undefined) return [];
  if (tab === 'sessions') return [queryClient.query(sessionsQuery(userId))];
  if (tab === 'tokens')
    return [queryClient.query(tokensOfUserQuery(userId, listRequestAt(userTokensList, search)))];
  if (tab === 'identities') return [queryClient.query(identitiesQuery(userId))];
  return [];
}

/** Asks for what the forms about a user begin with. */
export function startUserForm({ params }: PageAddress<'userId'>): void {
  void queryClient.query(userQuery(params.userId)).catch(() => undefined);
  void queryClient.query(rolesQuery()).catch(() => undefined);
}

/** Asks for what the page will show while its code is still on the way. */
export function startFindUserPage({ params }: PageAddress<'username'>): void {
  void queryClient.query(userByNameQuery(params.username)).catch(() => undefined);
}

/** After a change of a role: what its holders may do changes with it. */
export async function forgetRoles(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['roles'] }), forgetUsers()]);
}
