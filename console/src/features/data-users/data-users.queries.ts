import { getDataUser, listDataUsers } from '@annals/contracts/data-users';
import { prefetch, queryOf } from '../../platform/api/query.ts';
import { listOf } from '../../ui/list/list-of.ts';
import { membershipsList } from '../../domain/memberships/memberships.queries.ts';
import type { Loaders } from '../../ui/page/page-address.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { asOfQuery, asOfInSearch } from '../../domain/time-travel/as-of-search.ts';

export const dataUsersList = listOf(listDataUsers, {
  name: 'data-users',
  search: 'name',
  defaultSort: 'name',
});

export const loaders: Loaders = {
  'v1-partitions-all-users': ({ search }) => prefetch(dataUsersList.queryAt(search)),
  'v1-partitions-all-users-userId': ({ params, search }) => {
    prefetch(rolesQuery(), queryOf(getDataUser, { params }));
    const { kind } = asOfInSearch(search);
    if (kind === 'now' || kind === 'past')
      prefetch(membershipsList.queryAt(search, { params, query: asOfQuery(search) }));
  },
};
