import sql from 'sql-template-tag';
import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import { badRequest } from '@annals/kit/problem';
import { updateStatus } from '../accounts/accounts.sql.ts';
import { endMemberships, endUserRoles, selectUnitsOf } from '../accounts/user-rights.sql.ts';
import { revokeTokensOf } from '../api-tokens/api-tokens.sql.ts';
import {
  requireRemainingMaster,
  requireGrantableIn,
  userToChange,
} from '../authority/authority.ts';
import type { CallingActor } from '../context/actor.ts';
import { scopeOf, userInScope } from '../authority/scope.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import {
  countInvitationsBy,
  recordWithdrawnInvitation,
  handOverInvitations,
} from '../invitations/invitations.sql.ts';
import { deleteMailsOf } from '../mail/outbox.sql.ts';
import { consumePasswordLinks } from '../one-time-links/one-time-links.sql.ts';
import { deleteFactorsOf } from '../second-factors/factors.sql.ts';
import { endSessionsOf } from '../sessions/sessions.sql.ts';
import {
  changerOf,
  noMasterCouldSignIn,
  tryKeepingAbleMaster,
} from '../sign-in-rules/keep-able-master.ts';
import { refuseOneself } from './change-status.ts';
import { publishChange, recordChange, simulate, type UserChange } from './user-change.ts';
import { deleteTrustedDevicesOf } from '../trusted-devices/trusted-devices.sql.ts';

interface Touched {
  sessions: number;
  tokens: { id: string; description: string }[];
  identities: { id: string; identityProviderName: string }[];
  factors: number;
  roles: string[];
  organizationalUnits: { id: string; name: string }[];
  openInvitations: number;
}

/**
 * Disables a user and removes all access, in one transaction. Open work goes to the successor.
 * @throws Problem 400 for an invalid successor; 403 also if the caller may not remove one of the roles, 404; 409 for
 * oneself and the last master
 */
export async function offboardUser(
  context: ServiceContext,
  actor: CallingActor,
  userId: string,
  successorId: string | undefined,
): Promise<Touched> {
  const { done, sessions } = await context.database.transaction(async (transaction) => {
    const outcome = await offboard(transaction, actor, userId, successorId);
    return { done: outcome, sessions: await recordChange(transaction, actor, userId, outcome) };
  });
  publishChange(context, userId, sessions, done);
  return done.touched;
}

/** What `offboardUser` would remove; with the same refusals. */
export async function simulateOffboarding(
  context: ServiceContext,
  actor: CallingActor,
  userId: string,
  successorId: string | undefined,
): Promise<Touched> {
  const done = await simulate(context, (transaction) =>
    tryKeepingAbleMaster(transaction, changerOf(actor), actor.at, () =>
      offboard(transaction, actor, userId, successorId),
    ),
  );
  if (!done) throw noMasterCouldSignIn();
  return done.touched;
}

async function offboard(
  transaction: Queryable,
  actor: CallingActor,
  userId: string,
  successorId: string | undefined,
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
    ? requireRemainingMaster(transaction, disableAndTakeRoles)
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
  const devices = await deleteTrustedDevicesOf(transaction, userId);
  const factors = gone.filter(({ confirmed }) => confirmed).length;
  await deleteMailsOf(transaction, userId, 'INVITATION');
  const invitationWithdrawn = await recordWithdrawnInvitation(transaction, userId, at);
  await consumePasswordLinks(transaction, userId, at);
  const invitees = scopeOf(actor.caller, 'users:write');
  const successor =
    successorId === undefined
      ? undefined
      : await successorOf(transaction, actor, userId, successorId);
  const openInvitations = successor
    ? await handOverInvitations(transaction, invitees, userId, successor.id)
    : await countInvitationsBy(transaction, invitees, userId);

  const touched = {
    sessions: sessions.length,
    tokens,
    identities,
    factors,
    roles,
    organizationalUnits,
    openInvitations,
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
          ...(devices > 0 ? { revokedDevices: devices } : {}),
          invitationWithdrawn,
          ...(successor ? { successor, handedOverInvitations: openInvitations } : {}),
        },
      },
    ],
  };
}

/** @throws Problem 400 unless it is another, active user whom the caller may see */
async function successorOf(
  transaction: Queryable,
  { caller }: CallingActor,
  userId: string,
  successorId: string,
): Promise<{ id: string; name: string | null }> {
  const [found] = await transaction.query<{ id: string; name: string | null }>(sql`
    select u.id, u.name from authentication.user_account u
    where u.id = ${successorId} and u.id <> ${userId} and u.status = 'ACTIVE'
      and ${userInScope(scopeOf(caller, 'users:read'), sql`u.id`)}`);
  if (found) return found;
  throw badRequest(say('cannotTakeOver'), [
    { path: 'query.successorId', ...say('chooseActiveUser') },
  ]);
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
