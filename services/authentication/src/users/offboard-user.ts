import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { updateStatus } from '../accounts/accounts.sql.ts';
import { endMemberships, endUserRoles, selectUnitsOf } from '../accounts/user-rights.sql.ts';
import { revokeTokensOf } from '../api-tokens/api-tokens.sql.ts';
import { ensuringMasterRemains, requireGrantableIn, userToChange } from '../authority/authority.ts';
import type { CallingActor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { noteWithdrawnInvitation } from '../invitations/invitations.sql.ts';
import { deleteMailsOf } from '../mail/outbox.sql.ts';
import { useLinksOf } from '../one-time-links/one-time-links.sql.ts';
import { deleteFactorsOf } from '../second-factors/factors.sql.ts';
import { endSessionsOf } from '../sessions/sessions.sql.ts';
import { refuseOneself } from './change-status.ts';
import { publishChange, recordChange, simulate, type UserChange } from './user-change.ts';

interface Touched {
  sessions: number;
  tokens: { id: string; description: string }[];
  identities: { id: string; identityProviderName: string }[];
  factors: number;
  roles: string[];
  organizationalUnits: { id: string; name: string }[];
}

/**
 * Disables a user and removes all access, in one transaction.
 * @throws Problem 403 also when one of the roles is not the caller's to take, 404; 409 for oneself and the last master
 */
export async function offboardUser(
  context: ServiceContext,
  actor: CallingActor,
  userId: string,
): Promise<Touched> {
  const { done, sessions } = await context.database.transaction(async (transaction) => {
    const outcome = await offboard(transaction, actor, userId);
    return { done: outcome, sessions: await recordChange(transaction, actor, userId, outcome) };
  });
  publishChange(context, userId, sessions, done);
  return done.touched;
}

/** What `offboardUser` would remove. */
export async function simulateOffboarding(
  context: ServiceContext,
  actor: CallingActor,
  userId: string,
): Promise<Touched> {
  const { touched } = await simulate(context, (transaction) =>
    offboard(transaction, actor, userId),
  );
  return touched;
}

async function offboard(
  transaction: Queryable,
  actor: CallingActor,
  userId: string,
): Promise<UserChange & { touched: Touched }> {
  const user = await userToChange(transaction, actor.caller, userId);
  refuseOneself(actor, userId);
  const { directRoles: roles } = user;
  requireGrantableIn(
    actor.rolesByName,
    actor.caller,
    roles.filter((name) => actor.rolesByName.has(name)),
  );
  const at = toTimestamp(actor.at);

  const disableAndTakeRoles = async () => {
    if (user.status !== 'DISABLED') await updateStatus(transaction, userId, 'DISABLED', at);
    await endUserRoles(transaction, userId, roles, actor);
  };
  await (roles.includes('GLOBAL_MASTER')
    ? ensuringMasterRemains(transaction, disableAndTakeRoles)
    : disableAndTakeRoles());
  const organizationalUnits = await selectUnitsOf(transaction, userId);
  await endMemberships(
    transaction,
    userId,
    organizationalUnits.map(({ id }) => id),
    actor,
  );
  const sessions = await endSessionsOf(transaction, userId, at);
  const revoked = await revokeTokensOf(transaction, userId, at);
  const tokens = revoked.map(({ id, description }) => ({ id, description }));
  const identities = await deleteIdentitiesOf(transaction, userId);
  const gone = await deleteFactorsOf(transaction, userId);
  const factors = gone.filter(({ confirmed }) => confirmed).length;
  await deleteMailsOf(transaction, userId, 'INVITATION');
  const invitationWithdrawn = await noteWithdrawnInvitation(transaction, userId, at);
  await useLinksOf(transaction, userId, at);

  const touched = {
    sessions: sessions.length,
    tokens,
    identities,
    factors,
    roles,
    organizationalUnits,
  };
  return {
    touched,
    sessions,
    events: [
      {
        action: 'user.offboarded',
        before: { status: user.status, roles, organizationalUnits },
        after: {
          status: 'DISABLED',
          roles: [],
          organizationalUnits: [],
          endedSessions: sessions.length,
          revokedTokens: tokens,
          unlinkedIdentities: identities,
          removedFactors: factors,
          invitationWithdrawn,
        },
      },
    ],
  };
}

async function deleteIdentitiesOf(
  transaction: Queryable,
  userId: string,
): Promise<{ id: string; identityProviderName: string }[]> {
  return transaction.query(sql`
    with gone as (delete from authentication.user_identity where user_id = ${userId} returning id, provider_id)
    select gone.id, provider.name as "identityProviderName"
    from gone join authentication.identity_provider provider on provider.id = gone.provider_id
    order by provider.name, gone.id`);
}
