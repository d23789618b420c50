import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import { conflict } from '@annals/kit/problem';
import { hasSignInMethod, updateStatus } from '../accounts/accounts.sql.ts';
import { requireRemainingMaster, userToChange } from '../authority/authority.ts';
import type { CallingActor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import { endSessionsOf } from '../sessions/sessions.sql.ts';
import { noChange, type UserChange } from './user-change.ts';
import { deleteTrustedDevicesOf } from '../trusted-devices/trusted-devices.sql.ts';

/** @throws Problem 403, 404; 409 for oneself and for the last global master */
export const setStatus = (
  transaction: Queryable,
  actor: CallingActor,
  userId: string,
  status: 'ACTIVE' | 'DISABLED',
): Promise<UserChange> =>
  status === 'DISABLED' ? disable(transaction, actor, userId) : enable(transaction, actor, userId);

/** @throws Problem 403, 404; 409 for oneself and for the last global master */
export async function disable(
  transaction: Queryable,
  actor: CallingActor,
  userId: string,
): Promise<UserChange> {
  const user = await userToChange(transaction, actor.caller, userId);
  refuseOneself(actor, userId);
  if (user.status === 'DISABLED') return noChange;
  const at = toTimestamp(actor.at);
  const update = () => updateStatus(transaction, userId, 'DISABLED', at);
  await (user.directRoles.includes('GLOBAL_MASTER')
    ? requireRemainingMaster(transaction, update)
    : update());
  const sessions = await endSessionsOf(transaction, userId, at);
  const devices = await deleteTrustedDevicesOf(transaction, userId);
  return {
    events: [
      {
        action: 'user.statusChanged',
        before: { status: user.status },
        after: {
          status: 'DISABLED',
          endedSessions: sessions.length,
          ...(devices > 0 ? { revokedDevices: devices } : {}),
        },
      },
    ],
    sessions,
  };
}

/**
 * A user who has not accepted the invitation is invited again.
 * @throws Problem 403, 404; 409 for one whose access has ended
 */
export async function enable(
  transaction: Queryable,
  actor: CallingActor,
  userId: string,
): Promise<UserChange> {
  const user = await userToChange(transaction, actor.caller, userId);
  if (user.status !== 'DISABLED') return noChange;
  if (user.accessEndsDate !== null && Date.parse(user.accessEndsDate) <= actor.at)
    throw conflict('access_ended', say('accessHasEnded'));
  const status = (await hasSignInMethod(transaction, userId)) ? 'ACTIVE' : 'INVITED';
  await updateStatus(transaction, userId, status, toTimestamp(actor.at));
  return {
    events: [{ action: 'user.statusChanged', before: { status: user.status }, after: { status } }],
  };
}

/** @throws Problem 403, 404 */
export async function endSessions(
  transaction: Queryable,
  actor: CallingActor,
  userId: string,
): Promise<UserChange> {
  await userToChange(transaction, actor.caller, userId);
  const sessions = await endSessionsOf(transaction, userId, toTimestamp(actor.at));
  if (sessions.length === 0) return noChange;
  return {
    events: [{ action: 'session.allEnded', after: { endedSessions: sessions.length } }],
    sessions,
  };
}

/** Users cannot disable themselves. */
export function refuseOneself({ caller }: CallingActor, userId: string): void {
  if (userId === caller.userId) throw conflict('own_account', say('cannotDisableYourself'));
}
