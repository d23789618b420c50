import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { forbidden, notFound } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import { userIsInScope } from '../authority/authority.sql.ts';
import { userToChange } from '../authority/authority.ts';
import { scopeOf } from '../authority/scope.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { endSession, endSessionOf, endSessionsOf } from './sessions.sql.ts';

/** Signs the caller out. */
export async function endOwnSession(
  { database, clock, sessionCache }: ServiceContext,
  { userId, sessionId }: Caller,
  source: AuditSource,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const at = clock();
    if (!(await endSession(transaction, sessionId, toTimestamp(at)))) return;
    const subject = `session/${sessionId}`;
    await audit.record(transaction, { id: userId, at, source: source }, 'session.ended', subject);
  });
  sessionCache.invalidate(sessionId);
}

/** Ends all sessions of a user except that of the call. @throws Problem 403, 404 */
export async function endUserSessions(
  { database, clock, sessionCache }: ServiceContext,
  caller: Caller,
  userId: string,
  source: AuditSource,
): Promise<{ ended: number }> {
  const own = userId === caller.userId;
  const ended = await database.transaction(async (transaction) => {
    if (!own) await requireChangeable(transaction, caller, userId);
    const at = clock();
    const ids = await endSessionsOf(
      transaction,
      userId,
      toTimestamp(at),
      own ? caller.sessionId : null,
    );
    await audit.record(
      transaction,
      { id: caller.userId, at, source: source },
      'session.allEnded',
      `user/${userId}`,
      { after: { endedSessions: ids.length } },
    );
    return ids;
  });
  for (const sessionId of ended) sessionCache.invalidate(sessionId);
  return { ended: ended.length };
}

/** @throws Problem 403, 404 */
export async function endUserSession(
  { database, clock, sessionCache }: ServiceContext,
  caller: Caller,
  userId: string,
  sessionId: string,
  source: AuditSource,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (userId !== caller.userId) await requireChangeable(transaction, caller, userId);
    const at = clock();
    if (!(await endSessionOf(transaction, userId, sessionId, toTimestamp(at))))
      throw notFound('session');
    await audit.record(
      transaction,
      { id: caller.userId, at, source: source },
      'session.ended',
      `session/${sessionId}`,
      { after: { userId } },
    );
  });
  sessionCache.invalidate(sessionId);
}

/** A caller who can see but not change the user gets 403; all others get 404. */
export async function requireChangeable(
  transaction: Queryable,
  caller: Caller,
  userId: string,
): Promise<void> {
  if (
    caller.scope('users:write') === undefined &&
    (await userIsInScope(transaction, scopeOf(caller, 'users:read'), userId))
  )
    throw forbidden();
  await userToChange(transaction, caller, userId);
}
