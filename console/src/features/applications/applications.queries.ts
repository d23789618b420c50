import {
  getApplication,
  listApplications,
  listApplicationTokens,
} from '@annals/contracts/applications';
import { invalidate, prefetch, queryOf } from '../../api/query.ts';
import { listOf } from '../../shared/list/list-of.ts';
import type { Prefetchers } from '../../shared/page/page-address.ts';
import { rolesQuery } from '../../shared/permissions/roles.queries.ts';

export const applicationsList = listOf(listApplications, {
  name: 'applications',
  search: 'name',
  defaultSort: 'name',
});

export const applicationTokensList = listOf(listApplicationTokens, { name: 'application-tokens' });

export const invalidateApplications = () =>
  invalidate(listApplications, getApplication, listApplicationTokens);

export const prefetchers: Prefetchers = {
  'v1-applications': ({ search }) => prefetch(rolesQuery(), applicationsList.queryAt(search)),
  'v1-applications-applicationId': ({ params, search }) =>
    prefetch(
      rolesQuery(),
      queryOf(getApplication, { params }),
      applicationTokensList.queryAt(search, { params }),
    ),
};
