import { queryOptions } from '@tanstack/react-query';
import { getIdentityProvider, listIdentityProviders } from '@annals/contracts/identity-providers';
import { getOrganizationalUnit } from '@annals/contracts/organizational-units';
import { call } from '../../api/call.ts';
import { ifOffered, noSuchThing } from '../../api/errors.ts';
import { invalidate, prefetch, queryKeyOf } from '../../api/query.ts';
import { listOf } from '../../shared/list/list-of.ts';
import type { PageAddress, Prefetchers } from '../../shared/page/page-address.ts';
import { rolesQuery } from '../../shared/permissions/roles.queries.ts';

/** The fields that the specification requests; our service returns at least these. */
export const include = ['id', 'name'];

export const providersList = listOf(listIdentityProviders, {
  name: 'identity-providers',
  search: 'name',
});

export function providerQuery(identityProviderId: string) {
  const params = { identityProviderId };
  return queryOptions({
    queryKey: queryKeyOf(getIdentityProvider, { params }),
    queryFn: async ({ signal }) => {
      const provider = await ifOffered(call(getIdentityProvider, { params }, { signal }));
      if (provider !== undefined) return provider;
      // The specification has no call for one provider, only the list.
      const { data } = await call(listIdentityProviders, { query: { include } }, { signal });
      const listed = data.find(({ id }) => id === identityProviderId);
      if (listed === undefined) throw noSuchThing();
      return listed;
    },
  });
}

export const invalidateProviders = () =>
  invalidate(listIdentityProviders, getIdentityProvider, getOrganizationalUnit);

const prefetchProvider = ({ params: { idpId } }: PageAddress<'idpId'>) =>
  prefetch(rolesQuery(), providerQuery(idpId));

export const prefetchers: Prefetchers = {
  'v1-identity-providers': ({ search }) =>
    prefetch(rolesQuery(), providersList.queryAt(search, { query: { include } })),
  'v1-identity-providers-idpId': prefetchProvider,
  'v1-identity-providers-idpId-edit': prefetchProvider,
};
