import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { conflict, notFound } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import { lockMasters } from '../authority/authority.sql.ts';
import { userToChange } from '../authority/authority.ts';
import type { AuditSource } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { requireFreshProof } from '../sessions/fresh-proof.ts';
import { removeAllGrants } from './grants.ts';
import { deleteIdentity, lockUserById, selectIdentity } from './identities.sql.ts';
import { hasOtherSignInMethod } from './last-sign-in-method.sql.ts';

/**
 * Unlinks a user's account at a provider, and removes the roles that its groups granted.
 * @throws Problem 403, 404; 409 when the user could not sign in any more
 */
export async function unlinkIdentity(
  context: ServiceContext,
  caller: Caller,
  userId: string,
  identityId: string,
  source: AuditSource,
): Promise<void> {
  if (userId === caller.userId) await requireFreshProof(context, caller);
  await context.database.transaction(async (transaction) => {
    // Concurrent calls for one user would each rely on the identity that the other one removes.
    await lockMasters(transaction);
    const status = await lockToUnlink(transaction, caller, userId);
    const identity = await selectIdentity(transaction, userId, identityId);
    if (!identity) throw notFound('identity');
    if (status === 'ACTIVE' && !(await hasOtherSignInMethod(transaction, userId, identityId)))
      throw conflict('last_way_in', say('onlySignInWay'));
    const actor = { id: caller.userId, at: context.clock(), source };
    const { events } = await removeAllGrants(transaction, { identityId }, actor, () =>
      deleteIdentity(transaction, identityId),
    );
    const { identityProviderId, subject, email } = identity;
    await audit.recordAll(transaction, events);
    await audit.record(transaction, actor, 'identity.unlinked', `user/${userId}`, {
      before: { identityProviderId, subject, email },
    });
  });
}

/** The status of the user, who stays locked until the end of the transaction. */
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
