import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@annals/contracts/endpoint';
import { type EventAction, listEvents } from '@annals/contracts/events';
import { maximalPageSize } from '@annals/contracts/fields';
import { listOrganizationalUnits } from '@annals/contracts/organizational-units';
import { listRoles } from '@annals/contracts/roles';
import { listTokens } from '@annals/contracts/api-tokens';
import {
  explainAccess,
  type Invitation,
  listInvitations,
  listUserIdentities,
  listUserSessions,
} from '@annals/contracts/user-administration';
import { findUsersContaining, getUser, listUsers } from '@annals/contracts/users';
import { firstEntries, type Page } from '../../platform/api/page.ts';
import type { OrganizationalUnit } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { prefetch, queryKeyOf, queryOf } from '../../platform/api/query.ts';
import { eventsOf } from '../../domain/history/events.queries.ts';
import { listOf } from '../../ui/list/list-of.ts';
import { membershipsList } from '../../domain/memberships/memberships.queries.ts';
import { userByNameQuery } from './find-by-username.ts';
import type { PageAddress, Loaders } from '../../ui/page/page-address.ts';
import { prefetchIfDescribed } from '../../domain/permissions/prefetch-if-described.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { oneOf } from '../../platform/search.ts';
import { asOfQuery } from '../../domain/time-travel/as-of-search.ts';

export type UserFilter = 'status' | 'role' | 'unit' | 'signIn' | 'risk';
type UserListQuery = NonNullable<CallInput<typeof findUsersContaining>['query']>;

export const daysNotSignedIn = [30, 90, 365] as const;

const settings = {
  name: 'users',
  filters: {
    status: 'status',
    role: 'role',
    unit: 'organizationalUnitId',
    signIn: (value: string) => ({
      neverSignedIn: value === 'never' ? true : undefined,
      notSignedInForDays: daysNotSignedIn.find((days) => String(days) === value),
    }),
    risk: (value: string) => ({
      secondFactor: value === 'noSecondFactor' ? false : undefined,
      externalEmail: value === 'externalEmail' ? true : undefined,
    }),
  },
  defaultSort: 'name',
} as const;

/** The service keeps no history of locks and sign-ins and refuses these filters together with `asOf`. */
function withoutPresentFilters<Query extends UserListQuery>(list: Query): Query {
  if (list.asOf === undefined) return list;
  return {
    ...list,
    status: list.status === 'LOCKED' ? undefined : list.status,
    neverSignedIn: undefined,
    notSignedInForDays: undefined,
    secondFactor: undefined,
    externalEmail: undefined,
    sort: list.sort?.endsWith('lastSignInDate') ? undefined : list.sort,
  };
}

export const usersList = listOf(listUsers, {
  ...settings,
  search: 'name',
  adapt: (input) => ({ query: withoutPresentFilters(input.query ?? {}) }),
});

/** The same list by the search call, for services whose list call has no search parameter. */
export const usersContainingList = listOf(findUsersContaining, {
  ...settings,
  adapt: (input) => ({ ...input, query: withoutPresentFilters(input.query ?? {}) }),
});

/** The roles as of a moment; the current ones share the query of the whole console. */
export function rolesThenQuery(asOf: string | undefined) {
  if (asOf === undefined) return rolesQuery();
  return { ...queryOf(listRoles, { query: { asOf } }), staleTime: 300_000 };
}

/** The units in the filter, only one page of them. Members of other units are listed on the unit's own page. */
export const unitChoicesQuery = (asOf: string | undefined) => ({
  ...queryOf(listOrganizationalUnits, { query: { pageSize: maximalPageSize, asOf } }),
  select: unitChoicesIn,
  staleTime: 60_000,
});

// The same function each time, so that React Query does not select again.
const unitChoicesIn = (units: Page<OrganizationalUnit>) => firstEntries(units, maximalPageSize);

export const userTokensList = listOf(listTokens, { name: 'user-tokens' });

export const tokensOwnedBy = (ownerId: string) =>
  ({ query: { ownerId, sort: '-createdDate' } }) as const;

/** The newest invitation of a user, which is the valid one. */
export const invitationQuery = (userId: string) => ({
  ...queryOf(listInvitations, { query: { userId, pageSize: 1 } }),
  select: ({ data }: Page<Invitation>) => data[0],
});

/** The event of an offboarding, if the account was not enabled since. */
export const offboardingQuery = (userId: string) =>
  queryOptions({
    queryKey: [...queryKeyOf(listEvents), 'offboarding', userId],
    queryFn: async ({ signal }) => {
      const newestOf = async (action: EventAction) => {
        const query = { subject: `user/${userId}`, action, pageSize: 1 };
        const { data } = await call(listEvents, { query }, { signal });
        return data[0];
      };
      const [offboarded, changed] = await Promise.all([
        newestOf('user.offboarded'),
        newestOf('user.statusChanged'),
      ]);
      const isOver = offboarded && changed && Date.parse(changed.at) > Date.parse(offboarded.at);
      return isOver ? null : (offboarded ?? null);
    },
  });

/** The roles, which determine the permissions, and the options of the filters. */
const choices = (asOf: string | undefined) => [
  rolesQuery(),
  rolesThenQuery(asOf),
  unitChoicesQuery(asOf),
];

const prefetchForm = ({ params }: PageAddress<'userId'>) =>
  prefetch(queryOf(getUser, { params }), rolesQuery());

export const loaders: Loaders = {
  'v1-users': ({ search }) => {
    const { asOf } = asOfQuery(search);
    prefetch(usersList.queryAt(search, { query: { asOf } }), ...choices(asOf));
  },
  'v1-users-forNameContaining-searchtext': ({ params: { searchtext }, search }) => {
    const { asOf } = asOfQuery(search);
    prefetch(
      usersContainingList.queryAt(search, { params: { searchtext }, query: { asOf } }),
      ...choices(asOf),
    );
  },
  'v1-users-forName-username': ({ params }) => prefetch(userByNameQuery(params.username)),
  'v1-users-userId': (address) => {
    const { params, search } = address;
    const { asOf } = asOfQuery(search);
    prefetchForm(address);
    prefetch(queryOf(getUser, { params, query: { asOf } }));
    void prefetchIfDescribed(() => [
      eventsOf(`user/${params.userId}`),
      ...queriesOfTab(oneOf(search['tab']), address, asOf),
    ]);
  },
  'v1-users-userId-edit': prefetchForm,
  'v1-users-userId-roles': prefetchForm,
};

function queriesOfTab(
  tab: string | undefined,
  { params, search }: PageAddress<'userId'>,
  asOf: string | undefined,
) {
  if (tab === 'roles') return [rolesThenQuery(asOf)];
  if (tab === 'partitions') return [membershipsList.queryAt(search, { params, query: { asOf } })];
  // The other tabs show current data only.
  if (asOf !== undefined) return [];
  if (tab === 'sessions') return [queryOf(listUserSessions, { params })];
  if (tab === 'tokens') return [userTokensList.queryAt(search, tokensOwnedBy(params.userId))];
  if (tab === 'identities') return [queryOf(listUserIdentities, { params })];
  return tab === undefined
    ? [
        queryOf(explainAccess, { params, query: { asOf } }),
        membershipsList.queryAt({}, { params, query: { asOf } }),
        queryOf(listUserSessions, { params }),
      ]
    : [];
}
