import { listOrganizationalUnits } from '@annals/contracts/organizational-units';
import { maximalPageSize } from '@annals/contracts/fields';
import { listUsers } from '@annals/contracts/users';
import { prefetch, queryOf } from '../../platform/api/query.ts';
import { listOf } from '../../ui/list/list-of.ts';
import { prefetchIfDescribed } from '../../domain/permissions/prefetch-if-described.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import type { Loaders } from '../../ui/page/page-address.ts';

/** The users who hold a role, directly or through a unit. */
export const holdersList = listOf(listUsers, {
  name: 'role-holders',
  search: 'name',
  defaultSort: 'name',
});

export const withRole = (role: string) => ({ query: { role, include: ['roleGrants'] } });

/** The units, of which those with the role are shown. */
export const unitsQuery = () => ({
  ...queryOf(listOrganizationalUnits, { query: { pageSize: maximalPageSize } }),
  staleTime: 60_000,
});

export const loaders: Loaders = {
  roles: () => prefetch(rolesQuery()),
  'roles-role': ({ params: { role }, search }) => {
    prefetch(rolesQuery());
    void prefetchIfDescribed((mayI) =>
      mayI('users:read') ? [holdersList.queryAt(search, withRole(role))] : [],
    );
  },
};
