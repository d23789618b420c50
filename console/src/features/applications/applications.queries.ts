import {
  getApplication,
  listApplications,
  listApplicationTokens,
} from '@annals/contracts/applications';
import { invalidate, prefetch, queryOf } from '../../platform/api/query.ts';
import { listOf } from '../../ui/list/list-of.ts';
import type { Loaders } from '../../ui/page/page-address.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';

export const applicationsList = listOf(listApplications, {
  name: 'applications',
  search: 'name',
  defaultSort: 'name',
});

export const applicationTokensList = listOf(listApplicationTokens, { name: 'application-tokens' });

export const invalidateApplications = () =>
  invalidate(listApplications, getApplication, listApplicationTokens);

export const loaders: Loaders = {
  'v1-applications': ({ search }) => prefetch(rolesQuery(), applicationsList.queryAt(search)),
  'v1-applications-applicationId': ({ params, search }) =>
    prefetch(
      rolesQuery(),
      queryOf(getApplication, { params }),
      applicationTokensList.queryAt(search, { params }),
    ),
};
