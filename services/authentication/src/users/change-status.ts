import type { Queryable } from '@annals/kit/database/database';
import { conflict } from '@annals/kit/problem';
import { keepingAMaster, userToChange } from '../authority/authority.ts';
import { toTimestamp } from '../context/clock.ts';
import { endSessionsOf } from '../sessions/sessions.sql.ts';
import { nothingToDo, type Acting, type Done } from './user-acts.ts';
import { hasWayIn, updateStatus } from '../accounts/accounts.sql.ts';

/** @throws Problem 403, 404; 409 for oneself and for the last global master */
export async function disable(
  transaction: Queryable,
  acting: Acting,
  userId: string,
): Promise<Done> {
  const user = await userToChange(transaction, acting.caller, userId);
  refuseOneself(acting, userId);
  if (user.status === 'DISABLED') return nothingToDo;
  const at = toTimestamp(acting.at);
  const update = () => updateStatus(transaction, userId, 'DISABLED', at);
  await (user.directRoles.includes('GLOBAL_MASTER')
    ? keepingAMaster(transaction, update)
    : update());
  const sessions = await endSessionsOf(transaction, userId, at);
  return {
    events: [
      {
        action: 'user.statusChanged',
        before: { status: user.status },
        after: { status: 'DISABLED', endedSessions: sessions.length },
      },
    ],
    sessions,
  };
}

/** Who was invited and has not come yet is invited again. @throws Problem 403, 404 */
export async function enable(
  transaction: Queryable,
  acting: Acting,
  userId: string,
): Promise<Done> {
  const user = await userToChange(transaction, acting.caller, userId);
  if (user.status !== 'DISABLED') return nothingToDo;
  const status = (await hasWayIn(transaction, userId)) ? 'ACTIVE' : 'INVITED';
  await updateStatus(transaction, userId, status, toTimestamp(acting.at));
  return {
    events: [{ action: 'user.statusChanged', before: { status: user.status }, after: { status } }],
  };
}

/** @throws Problem 403, 404 */
export async function endSessions(
  transaction: Queryable,
  acting: Acting,
  userId: string,
): Promise<Done> {
  await userToChange(transaction, acting.caller, userId);
  const sessions = await endSessionsOf(transaction, userId, toTimestamp(acting.at));
  if (sessions.length === 0) return nothingToDo;
  return {
    events: [{ action: 'session.allEnded', after: { endedSessions: sessions.length } }],
    sessions,
  };
}

/** Nobody locks themselves out. */
export function refuseOneself({ caller }: Acting, userId: string): void {
  if (userId === caller.userId)
    throw conflict(
      'own_account',
      'You cannot disable your own account. Ask another administrator to do it.',
    );
}
