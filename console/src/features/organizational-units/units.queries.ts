import { queryOptions } from '@tanstack/react-query';
import { listIdentityProviders } from '@annals/contracts/identity-providers';
import {
  getOrganizationalUnit,
  listOrganizationalUnits,
  listUnitUsers,
  type OrganizationalUnit,
} from '@annals/contracts/organizational-units';
import { userSorts, userStatuses } from '@annals/contracts/users';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/queries.ts';
import type { ListRequest } from '../../shared/list/list-request.ts';
import { type ListOptions, listRequestAt } from '../../shared/list/useListState.ts';
import { eventsQuery } from '../../shared/history/events.queries.ts';
import type { PageAddress } from '../../shared/page/page-address.ts';
import { onceTold } from '../../shared/permissions/once-told.ts';
import { rolesQuery } from '../../shared/permissions/roles.queries.ts';
import { oneOf } from '../../shared/search.ts';

/** All units at once: a tree with parts left out would lie about what is below what. */
export function unitsQuery() {
  return queryOptions({
    queryKey: ['organizational-units'],
    queryFn: async ({ signal }) => {
      const units: OrganizationalUnit[] = [];
      let cursor: string | undefined;
      do {
        const page = await call(
          listOrganizationalUnits,
          { query: { pageSize: 500, cursor } },
          { signal },
        );
        units.push(...page.data);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return units;
    },
  });
}

/** The fields the specification asks for; ours answers with at least these. */
const include = ['id', 'name'];

export function unitQuery(organizationalUnitId: string) {
  return queryOptions({
    queryKey: ['organizational-unit', organizationalUnitId],
    queryFn: ({ signal }) =>
      call(
        getOrganizationalUnit,
        { params: { organizationalUnitId }, query: { include } },
        { signal },
      ),
  });
}

export function unitProvidersQuery(organizationalUnitId: string) {
  return queryOptions({
    queryKey: ['organizational-unit', organizationalUnitId, 'providers'],
    queryFn: ({ signal }) =>
      call(
        listIdentityProviders,
        { query: { include, organizationalUnitId, pageSize: 50 } },
        { signal },
      ),
  });
}

type MemberFilter = 'status' | 'below';

export const membersList: ListOptions<MemberFilter> = {
  name: 'unit-users',
  filters: ['status', 'below'],
  defaultSort: 'name',
};

const sorts = [...userSorts, ...userSorts.map((field) => `-${field}` as const)];

export function membersQuery(organizationalUnitId: string, request: ListRequest<MemberFilter>) {
  const { q, filters, sort, pageSize, cursor } = request;
  return queryOptions({
    queryKey: ['organizational-unit', organizationalUnitId, 'users', request],
    queryFn: ({ signal }) =>
      call(
        listUnitUsers,
        {
          params: { organizationalUnitId },
          query: {
            name: q || undefined,
            status: userStatuses.find((status) => status === filters.status),
            below: filters.below === 'true' ? true : undefined,
            sort: sorts.find((known) => known === sort),
            pageSize,
            cursor,
          },
        },
        { signal },
      ),
  });
}

/** After a change of units or of their members. */
export async function forgetUnits(): Promise<void> {
  await Promise.all(
    [['organizational-units'], ['organizational-unit'], ['pick', 'unit'], ['users'], ['user']].map(
      (queryKey) => queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

/** Asks for what the page will show while its code is still on the way. */
export function startUnitsPage(): void {
  void queryClient.query(rolesQuery()).catch(() => undefined);
  void queryClient.query(unitsQuery()).catch(() => undefined);
}

/** Asks for what the page will show while its code is still on the way. */
export function startUnitPage(address: PageAddress<'orgUnitId'>): void {
  const { params, search } = address;
  startUnitForm(address);
  void queryClient.query(unitProvidersQuery(params.orgUnitId)).catch(() => undefined);
  if (search['tab'] === 'history')
    void onceTold(() => [queryClient.infiniteQuery(eventsQuery(`unit/${params.orgUnitId}`))]);
}

/** Asks for what the form about a unit begins with. */
export function startUnitForm({ params }: PageAddress<'orgUnitId'>): void {
  void queryClient.query(unitQuery(params.orgUnitId)).catch(() => undefined);
  startUnitsPage();
}

/** Asks for the unit that the new one is to be below. */
export function startNewUnitPage({ search }: PageAddress): void {
  const parentId = oneOf(search['parentId']);
  if (parentId !== undefined) void queryClient.query(unitQuery(parentId)).catch(() => undefined);
}

/** Asks for what the page will show while its code is still on the way. */
export function startUnitUsersPage({ params, search }: PageAddress<'orgUnitId'>): void {
  void queryClient.query(rolesQuery()).catch(() => undefined);
  void queryClient.query(unitQuery(params.orgUnitId)).catch(() => undefined);
  const request = listRequestAt(membersList, search);
  void queryClient.query(membersQuery(params.orgUnitId, request)).catch(() => undefined);
}
