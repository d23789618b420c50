import { listSignInProviders, sendEmailCode, startProviderSignIn } from '@annals/contracts/sign-in';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { originOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { admitStart } from './admit-start.ts';
import { sendEmailCode as sendCode } from './confirm-identity.ts';
import { domainOf } from './provider-claims.ts';
import { selectProvider, selectSignInWays } from './providers.sql.ts';
import { startAuthorization } from './start-authorization.ts';
import { mountUserIdentities } from './user-identities.routes.ts';

/** Nobody looks through more; with an email the providers of its domain are found. */
const mostShown = 100;

export function mountProviderSignIn(mount: Mount, context: ServiceContext): void {
  mount(listSignInProviders, async ({ query: { email } }) => {
    // with an email the answer hangs on its domain alone, and so tells nothing of users
    const ways = await selectSignInWays(context.database, email && domainOf(email), mostShown + 1);
    return { data: ways.slice(0, mostShown), nextCursor: null, hasMore: ways.length > mostShown };
  });

  mount(startProviderSignIn, async ({ params, request }) => {
    const provider = await selectProvider(context.database, params.identityProviderId);
    if (provider?.enabled !== true) throw notFound('identity provider');
    await admitStart(context, originOf(request).address);
    return startAuthorization(context, provider, {
      purpose: 'SIGN_IN',
      userId: null,
      sessionId: null,
    });
  });

  mount(sendEmailCode, async ({ body, request }) => {
    await sendCode(context, body, originOf(request));
    return {};
  });

  mountUserIdentities(mount, context);
}
