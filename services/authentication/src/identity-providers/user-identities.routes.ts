import { startLinkingIdentity } from '@annals/contracts/account';
import { listUserIdentities, unlinkUserIdentity } from '@annals/contracts/user-administration';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import { conflict, notFound } from '@annals/kit/problem';
import { userToChange } from '../authority/authority.ts';
import { lockMasters } from '../authority/authority.sql.ts';
import { scopeOf } from '../authority/scope.sql.ts';
import { appendEvent } from '../audit/audit-log.sql.ts';
import { originOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { requireFreshProof } from '../sessions/fresh-proof.ts';
import { takeBackAllGroupRoles } from './group-roles.ts';
import {
  deleteIdentity,
  lockUserById,
  selectIdentities,
  selectIdentity,
} from './identities.sql.ts';
import { hasOtherWayIn } from './last-way-in.sql.ts';
import { selectProvider } from './providers.sql.ts';
import { startAuthorization } from './start-authorization.ts';

/** Nobody has so many accounts. */
const mostShown = 500;

/** A user's accounts at providers. */
export function mountUserIdentities(mount: Mount, context: ServiceContext): void {
  const { database, clock } = context;

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

  mount(unlinkUserIdentity, async ({ caller, params, request }) => {
    const { identityId } = params;
    const userId = params.userId === 'current' ? caller.userId : params.userId;
    if (userId === caller.userId) await requireFreshProof(context, caller);
    await database.transaction(async (transaction) => {
      // several of one user at once would each leave the other for the last way in
      await lockMasters(transaction);
      const status = await lockToUnlink(transaction, caller, userId);
      const identity = await selectIdentity(transaction, userId, identityId);
      if (!identity) throw notFound('identity');
      if (status === 'ACTIVE' && !(await hasOtherWayIn(transaction, userId, identityId)))
        throw conflict(
          'last_way_in',
          'This is the only way to sign in to this account. Set a password or link another provider first.',
        );
      const at = clock();
      const { acts } = await takeBackAllGroupRoles(
        transaction,
        { identityId, actorId: caller.userId, at },
        () => deleteIdentity(transaction, identityId),
      );
      const { identityProviderId, subject, email } = identity;
      const origin = originOf(request);
      for (const act of acts) await appendEvent(transaction, act, origin);
      await appendEvent(
        transaction,
        {
          action: 'identity.unlinked',
          at,
          actorId: caller.userId,
          subject: `user/${userId}`,
          before: { identityProviderId, subject, email },
        },
        origin,
      );
    });
  });
}

/** The status of the user, who stays locked until the transaction is over. */
async function lockToUnlink(
  transaction: Queryable,
  caller: Caller,
  userId: string,
): Promise<string> {
  if (userId !== caller.userId) return (await userToChange(transaction, caller, userId)).status;
  const user = await lockUserById(transaction, { unitId: null }, userId);
  if (!user) throw notFound('user');
  return user.status;
}
