import { listSignInWays, startProviderSignIn } from '@annals/contracts/sign-in';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { originOf } from '../events/origin.ts';
import type { Parts } from '../parts.ts';
import { admitStart } from './admit-start.ts';
import { domainOf } from './provider-claims.ts';
import { selectProvider, selectSignInWays } from './providers.sql.ts';
import { startAuthorization } from './start-authorization.ts';
import { mountUserIdentities } from './user-identities.routes.ts';

export function mountProviderSignIn(mount: Mount, parts: Parts): void {
  mount(listSignInWays, async ({ query: { email } }) => ({
    // with an email the answer hangs on its domain alone, and so tells nothing of users
    data: await selectSignInWays(parts.database, email && domainOf(email)),
    nextCursor: null,
    hasMore: false,
  }));

  mount(startProviderSignIn, async ({ params, request }) => {
    const provider = await selectProvider(parts.database, params.identityProviderId);
    if (provider?.enabled !== true) throw notFound('identity provider');
    await admitStart(parts, originOf(request).address);
    return startAuthorization(parts, provider, { purpose: 'SIGN_IN', userId: null });
  });

  mountUserIdentities(mount, parts);
}
