import { approveProviderDomain, verifyProviderDomain } from '@annals/contracts/email-domains';
import {
  changeIdentityProvider,
  createIdentityProvider,
  deleteIdentityProvider,
  discoverIdentityProvider,
  getIdentityProvider,
  listIdentityProviders,
  startProviderTrial,
  testIdentityProvider,
} from '@annals/contracts/identity-providers';
import type { Caller } from '@annals/kit/caller';
import type { Mount } from '@annals/kit/mount';
import { sourceOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { approveDomain, verifyByDns, type LockOwner } from '../email-domains/verify-domain.ts';
import {
  changeProvider,
  createProvider,
  providerToChange,
  removeProvider,
} from './change-provider.ts';
import { checkProvider, testProvider } from './check-provider.ts';
import { listProviders, showProvider } from './provider-list.ts';
import { startAuthorization } from './start-authorization.ts';

export function mountIdentityProviders(mount: Mount, context: ServiceContext): void {
  const { database } = context;

  mount(listIdentityProviders, ({ caller, query }) => listProviders(context, caller, query));

  mount(getIdentityProvider, ({ caller, params }) =>
    showProvider(context, database, caller, params.identityProviderId),
  );

  mount(createIdentityProvider, ({ caller, query, body, request }) =>
    createProvider(context, caller, query.organizationalUnitId ?? null, body, request),
  );

  mount(changeIdentityProvider, ({ caller, params, body, request }) =>
    changeProvider(context, caller, params.identityProviderId, body, request),
  );

  mount(deleteIdentityProvider, ({ caller, params, request }) =>
    removeProvider(context, caller, params.identityProviderId, request),
  );

  mount(discoverIdentityProvider, ({ body }) =>
    checkProvider(context, { issuer: body.issuer, endpoints: {}, scopes: ['openid'] }),
  );

  mount(testIdentityProvider, async ({ caller, params, request }) => {
    const provider = await database.transaction((transaction) =>
      providerToChange(transaction, caller, params.identityProviderId),
    );
    return testProvider(context, caller, provider, sourceOf(request));
  });

  mount(startProviderTrial, async ({ caller, params }) => {
    const provider = await database.transaction((transaction) =>
      providerToChange(transaction, caller, params.identityProviderId),
    );
    return startAuthorization(context, provider, {
      purpose: 'TEST',
      userId: caller.userId,
      sessionId: caller.sessionId,
    });
  });

  mount(verifyProviderDomain, ({ caller, params, request }) =>
    verifyByDns(context, {
      caller,
      domain: params.domain,
      lockOwner: lockProvider(caller, params.identityProviderId),
      source: sourceOf(request),
    }),
  );

  mount(approveProviderDomain, ({ caller, params, request }) =>
    approveDomain(context, {
      caller,
      domain: params.domain,
      lockOwner: lockProvider(caller, params.identityProviderId),
      source: sourceOf(request),
    }),
  );
}

function lockProvider(caller: Caller, id: string): LockOwner {
  return async (transaction) => {
    const { unitId } = await providerToChange(transaction, caller, id);
    return { owner: { providerId: id }, unitOfProvider: unitId };
  };
}
