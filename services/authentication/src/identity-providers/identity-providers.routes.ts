import { startLinkingIdentity } from '@annals/contracts/account';
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
import {
  listClientKeys,
  listSignInProviders,
  receiveBackChannelLogout,
  sendEmailCode,
  signOut as signOutCall,
  startProviderSignIn,
} from '@annals/contracts/sign-in';
import { listUserIdentities, unlinkUserIdentity } from '@annals/contracts/user-administration';
import type { Caller } from '@annals/kit/caller';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { scopeOf } from '../authority/scope.sql.ts';
import { sourceOf } from '../context/actor.ts';
import { domainOf } from '@annals/contracts/email-address';
import type { ServiceContext } from '../context/service-context.ts';
import { approveDomain, verifyByDns, type LockOwner } from '../email-domains/verify-domain.ts';
import { requireFreshProof } from '../sessions/fresh-proof.ts';
import { admitStart } from './authorization-limit.ts';
import { receiveLogout } from './back-channel-logout.ts';
import {
  changeProvider,
  createProvider,
  providerToChange,
  removeProvider,
} from './change-provider.ts';
import { checkProvider, testProvider } from './check-provider.ts';
import { publicPartOf } from './client-key.ts';
import { sendEmailCode as sendCode } from './confirm-identity.ts';
import { selectIdentities } from './identities.sql.ts';
import { listProviders, showProvider } from './provider-list.ts';
import { selectProvider, selectSignInProviders } from './providers.sql.ts';
import { signOut } from './sign-out.ts';
import { startAuthorization } from './start-authorization.ts';
import { unlinkIdentity } from './unlink-identity.ts';

/** Enough for a person to look through; an email narrows it to the providers of its domain. */
const maxProvidersShown = 100;
/** More than anybody has. */
const maxIdentitiesShown = 500;

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
    checkProvider(context, {
      issuer: body.issuer,
      tokenIssuer: body.tokenIssuer ?? null,
      discovery: true,
      endpoints: {},
      scopes: ['openid'],
      idTokenAlgorithm: null,
    }),
  );

  mount(testIdentityProvider, async ({ caller, params, request }) => {
    const provider = await database.transaction((transaction) =>
      providerToChange(transaction, caller, params.identityProviderId),
    );
    return testProvider(context, caller, provider, sourceOf(request, caller));
  });

  mount(startProviderTrial, async ({ caller, params }) => {
    const provider = await database.transaction((transaction) =>
      providerToChange(transaction, caller, params.identityProviderId),
    );
    return startAuthorization(context, provider, {
      purpose: 'TEST',
      userId: caller.userId,
      sessionId: caller.sessionId,
      fresh: true,
    });
  });

  mount(verifyProviderDomain, ({ caller, params, request }) =>
    verifyByDns(context, {
      caller,
      domain: params.domain,
      lockOwner: lockProvider(caller, params.identityProviderId),
      source: sourceOf(request, caller),
    }),
  );

  mount(approveProviderDomain, ({ caller, params, request }) =>
    approveDomain(context, {
      caller,
      domain: params.domain,
      lockOwner: lockProvider(caller, params.identityProviderId),
      source: sourceOf(request, caller),
    }),
  );

  mount(listSignInProviders, async ({ query: { email } }) => {
    // With an email the response depends only on its domain, so it reveals nothing about users.
    const ways = await selectSignInProviders(
      database,
      email && domainOf(email),
      maxProvidersShown + 1,
    );
    return {
      data: ways.slice(0, maxProvidersShown),
      nextCursor: null,
      hasMore: ways.length > maxProvidersShown,
    };
  });

  mount(startProviderSignIn, async ({ params, query, request }) => {
    const provider = await selectProvider(database, params.identityProviderId);
    if (provider?.enabled !== true) throw notFound('identity provider');
    await admitStart(context, sourceOf(request).address);
    return startAuthorization(context, provider, {
      purpose: 'SIGN_IN',
      userId: null,
      sessionId: null,
      fresh: query.fresh === true,
    });
  });

  mount(listClientKeys, async ({ params }) => {
    const provider = await selectProvider(database, params.identityProviderId);
    if (!provider) throw notFound('identity provider');
    return { keys: provider.clientKey ? [publicPartOf(provider.clientKey)] : [] };
  });

  mount(receiveBackChannelLogout, ({ params, body, request }) =>
    receiveLogout(context, params.identityProviderId, body.logoutToken, sourceOf(request)),
  );

  mount(signOutCall, ({ caller, request }) => signOut(context, caller, sourceOf(request)));

  mount(sendEmailCode, async ({ body, request }) => {
    await sendCode(context, body, sourceOf(request));
    return {};
  });

  mount(listUserIdentities, async ({ caller, params }) => {
    const userId = params.userId === 'current' ? caller.userId : params.userId;
    const scope = scopeOf(caller, 'users:read');
    const identities = await selectIdentities(database, scope, userId, maxIdentitiesShown + 1);
    if (!identities) throw notFound('user');
    const hasMore = identities.length > maxIdentitiesShown;
    return { data: identities.slice(0, maxIdentitiesShown), nextCursor: null, hasMore };
  });

  mount(startLinkingIdentity, async ({ caller, body }) => {
    await requireFreshProof(context, caller);
    const provider = await selectProvider(database, body.identityProviderId);
    if (provider?.enabled !== true) throw notFound('identity provider');
    return startAuthorization(context, provider, {
      purpose: 'LINK',
      userId: caller.userId,
      sessionId: caller.sessionId,
      fresh: false,
    });
  });

  mount(unlinkUserIdentity, ({ caller, params, request }) => {
    const userId = params.userId === 'current' ? caller.userId : params.userId;
    return unlinkIdentity(context, caller, userId, params.identityId, sourceOf(request, caller));
  });
}

function lockProvider(caller: Caller, id: string): LockOwner {
  return async (transaction) => {
    const { unitId } = await providerToChange(transaction, caller, id);
    return { owner: { providerId: id }, unitOfProvider: unitId };
  };
}
