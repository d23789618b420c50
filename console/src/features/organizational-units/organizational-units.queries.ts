import { queryOptions } from '@tanstack/react-query';
import { listIdentityProviders } from '@annals/contracts/identity-providers';
import { listOrganizationalUnits, listUnitUsers } from '@annals/contracts/organizational-units';
import { ContractError, type ContractProblem } from '../../platform/api/errors.ts';
import { prefetch, queryKeyOf, queryOf } from '../../platform/api/query.ts';
import { nameOfCall } from '../../platform/api/request.ts';
import { callForAll } from '../../platform/api/skip-empty-pages.ts';
import { eventsOf } from '../../domain/history/events.queries.ts';
import { listOf } from '../../ui/list/list-of.ts';
import type { Loaders } from '../../ui/page/page-address.ts';
import { prefetchIfDescribed } from '../../domain/permissions/prefetch-if-described.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { unitQuery } from '../../domain/permissions/unit.queries.ts';
import { oneOf } from '../../platform/search.ts';

/** All pages are read for the tree. */
export const allUnits = { row: listOrganizationalUnits, input: { query: { pageSize: 500 } } };

/** All units at once: a paged tree would show wrong parents. */
export const unitsQuery = queryOptions({
  queryKey: [...queryKeyOf(listOrganizationalUnits), 'all'],
  queryFn: async ({ signal }) => {
    const units = await callForAll(allUnits.row, allUnits.input.query, { signal });
    if (!units.unknown) return units;
    throw new ContractError(nameOfCall(allUnits.row), '', problemOf(units.more), undefined);
  },
});

function problemOf(more: Record<string, unknown> | undefined): ContractProblem {
  if (more === undefined) return 'noContent';
  return 'entries' in more ? 'noReadableEntry' : 'noList';
}

export const unitProvidersQuery = (organizationalUnitId: string) =>
  queryOf(listIdentityProviders, {
    // The fields that the specification requests; our service returns at least these.
    query: { include: ['id', 'name'], organizationalUnitId, pageSize: 50 },
  });

export const unitMembersList = listOf(listUnitUsers, {
  name: 'unit-users',
  search: 'name',
  filters: { status: 'status', below: 'below' },
  defaultSort: 'name',
});

const formQueries = (orgUnitId: string) => [unitQuery(orgUnitId), rolesQuery(), unitsQuery];

export const loaders: Loaders = {
  'v1-organizational-units': () => prefetch(rolesQuery(), unitsQuery),
  'v1-organizational-units-new': ({ search }) => {
    // The parent of the new unit.
    const parentId = oneOf(search['parentId']);
    if (parentId !== undefined) prefetch(unitQuery(parentId));
  },
  'v1-organizational-units-orgUnitId': ({ params: { orgUnitId }, search }) => {
    prefetch(...formQueries(orgUnitId), unitProvidersQuery(orgUnitId));
    if (search['tab'] === 'history')
      void prefetchIfDescribed(() => [eventsOf(`unit/${orgUnitId}`)]);
  },
  'v1-organizational-units-orgUnitId-edit': ({ params }) =>
    prefetch(...formQueries(params.orgUnitId)),
  'v1-organizational-units-orgUnitId-users': ({ params: { orgUnitId }, search }) =>
    prefetch(
      rolesQuery(),
      unitQuery(orgUnitId),
      unitMembersList.queryAt(search, { params: { organizationalUnitId: orgUnitId } }),
    ),
};
