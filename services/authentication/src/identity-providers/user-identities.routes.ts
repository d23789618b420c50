import { startLinkingIdentity } from '@annals/contracts/account';
import { listUserIdentities, unlinkUserIdentity } from '@annals/contracts/user-administration';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { scopeOf } from '../authority/scope.sql.ts';
import { sourceOf } from '../context/actor.ts';
import { unlinkIdentity } from './unlink-identity.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { requireFreshProof } from '../sessions/fresh-proof.ts';
import { selectIdentities } from './identities.sql.ts';
import { selectProvider } from './providers.sql.ts';
import { startAuthorization } from './start-authorization.ts';

/** Nobody has so many accounts. */
const mostShown = 500;

/** A user's accounts at providers. */
export function mountUserIdentities(mount: Mount, context: ServiceContext): void {
  const { database } = context;

  mount(listUserIdentities, async ({ caller, params }) => {
    const userId = params.userId === 'current' ? caller.userId : params.userId;
    const scope = scopeOf(caller, 'users:read');
    const identities = await selectIdentities(database, scope, userId, mostShown + 1);
    if (!identities) throw notFound('user');
    const hasMore = identities.length > mostShown;
    return { data: identities.slice(0, mostShown), nextCursor: null, hasMore };
  });

  mount(startLinkingIdentity, async ({ caller, body }) => {
    await requireFreshProof(context, caller);
    const provider = await selectProvider(database, body.identityProviderId);
    if (provider?.enabled !== true) throw notFound('identity provider');
    return startAuthorization(context, provider, {
      purpose: 'LINK',
      userId: caller.userId,
      sessionId: caller.sessionId,
    });
  });

  mount(unlinkUserIdentity, ({ caller, params, request }) => {
    const userId = params.userId === 'current' ? caller.userId : params.userId;
    return unlinkIdentity(context, caller, userId, params.identityId, sourceOf(request));
  });
}
