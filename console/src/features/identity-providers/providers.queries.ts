import { queryOptions } from '@tanstack/react-query';
import { getIdentityProvider, listIdentityProviders } from '@annals/contracts/identity-providers';
import { call } from '../../api/call.ts';
import { isNotOffered } from '../../api/errors.ts';
import { queryClient } from '../../api/queries.ts';
import type { ListRequest } from '../../shared/list/list-request.ts';
import { type ListOptions, listRequestAt } from '../../shared/list/useListState.ts';
import type { PageAddress } from '../../shared/page/page-address.ts';
import { rolesQuery } from '../../shared/permissions/roles.queries.ts';

export const providersList: ListOptions = { name: 'identity-providers', filters: [] };

/** The fields the specification asks for; ours answers with at least these. */
const include = ['id', 'name'];

export function providersQuery({ q, pageSize, cursor }: ListRequest<never>) {
  return queryOptions({
    queryKey: ['identity-providers', { q, pageSize, cursor }],
    queryFn: ({ signal }) =>
      call(
        listIdentityProviders,
        { query: { include, name: q || undefined, pageSize, cursor } },
        { signal },
      ),
  });
}

export function providerQuery(identityProviderId: string) {
  return queryOptions({
    queryKey: ['identity-provider', identityProviderId],
    queryFn: async ({ signal }) => {
      try {
        return await call(getIdentityProvider, { params: { identityProviderId } }, { signal });
      } catch (error) {
        if (!isNotOffered(error)) throw error;
        // The specification knows no call for one provider, but the list of all.
        const { data } = await call(listIdentityProviders, { query: { include } }, { signal });
        const listed = data.find(({ id }) => id === identityProviderId);
        if (listed === undefined) throw error;
        return listed;
      }
    },
  });
}

/** After a change of one. */
export async function forgetProviders(): Promise<void> {
  await Promise.all(
    [['identity-providers'], ['identity-provider'], ['organizational-unit']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

/** Asks for what the page will show while its code is still on the way. */
export function startProvidersPage({ search }: PageAddress): void {
  void queryClient.query(rolesQuery()).catch(() => undefined);
  const query = providersQuery(listRequestAt(providersList, search));
  void queryClient.query(query).catch(() => undefined);
}

/** Asks for what the page will show while its code is still on the way. */
export function startProviderPage({ params }: PageAddress<'idpId'>): void {
  void queryClient.query(rolesQuery()).catch(() => undefined);
  void queryClient.query(providerQuery(params.idpId)).catch(() => undefined);
}
