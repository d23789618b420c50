import { queryOptions } from '@tanstack/react-query';
import { getIdentityProvider, listIdentityProviders } from '@annals/contracts/identity-providers';
import { getOrganizationalUnit } from '@annals/contracts/organizational-units';
import type { IdentityProvider } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { ifOffered } from '../../platform/api/errors.ts';
import { findInList } from '../../platform/api/find-in-list.ts';
import { invalidate, prefetch, queryKeyOf } from '../../platform/api/query.ts';
import { listOf } from '../../ui/list/list-of.ts';
import type { PageAddress, Loaders } from '../../ui/page/page-address.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';

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
    queryFn: ({ signal }) => readProvider(identityProviderId, signal),
  });
}

/** One provider; from the list if the service has no call for it, as in the specification. */
export async function readProvider(
  identityProviderId: string,
  signal?: AbortSignal,
): Promise<IdentityProvider> {
  const options = signal ? { signal } : {};
  const params = { identityProviderId };
  const provider = await ifOffered(call(getIdentityProvider, { params }, options));
  if (provider !== undefined) return provider;
  return findInList(listIdentityProviders, { query: { include } }, identityProviderId, options);
}

export const invalidateProviders = () =>
  invalidate(listIdentityProviders, getIdentityProvider, getOrganizationalUnit);

const prefetchProvider = ({ params: { idpId } }: PageAddress<'idpId'>) =>
  prefetch(rolesQuery(), providerQuery(idpId));

export const loaders: Loaders = {
  'v1-identity-providers': ({ search }) =>
    prefetch(rolesQuery(), providersList.queryAt(search, { query: { include } })),
  'v1-identity-providers-idpId': prefetchProvider,
  'v1-identity-providers-idpId-edit': prefetchProvider,
};
