import sql from 'sql-template-tag';
import { say } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import { badRequest } from '@annals/kit/problem';
import { updateStatus } from '../accounts/accounts.sql.ts';
import * as audit from '../audit/audit-log.sql.ts';
import { operator } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { endSessionsOf } from '../sessions/sessions.sql.ts';
import { deleteTrustedDevicesOf } from '../trusted-devices/trusted-devices.sql.ts';

/** @throws Problem 400 for a date that is not in the future */
export function requireFuture(accessEndsDate: string | undefined, now: number): void {
  if (accessEndsDate === undefined || Date.parse(accessEndsDate) > now) return;
  throw badRequest(say('accessEndPast'), [
    { path: 'body.accessEndsDate', ...say('enterFutureDate') },
  ]);
}

/**
 * Disables the users whose access has ended. Their sessions and tokens have ended with the date itself; this shows it in
 * their status, and records it.
 */
export async function endAccess({
  database,
  clock,
  sessionCache,
  apiTokenCache,
}: ServiceContext): Promise<void> {
  const at = clock();
  const ended = await database.transaction(async (transaction) => {
    const users = await lockUsersToEnd(transaction, toTimestamp(at));
    const sessions: string[] = [];
    for (const { id, status, accessEndsDate } of users) {
      // As of the date itself, which is what has ended the access.
      await updateStatus(transaction, id, 'DISABLED', accessEndsDate);
      const own = await endSessionsOf(transaction, id, toTimestamp(at));
      const devices = await deleteTrustedDevicesOf(transaction, id);
      sessions.push(...own);
      const actor = { id: null, at, source: operator };
      await audit.record(transaction, actor, 'user.accessEnded', `user/${id}`, {
        before: { status },
        after: {
          status: 'DISABLED',
          accessEndsDate,
          endedSessions: own.length,
          ...(devices > 0 ? { revokedDevices: devices } : {}),
        },
      });
    }
    return { users, sessions };
  });
  for (const sessionId of ended.sessions) sessionCache.invalidate(sessionId);
  for (const { id } of ended.users) apiTokenCache.invalidateOwner(id);
}

async function lockUsersToEnd(
  transaction: Queryable,
  at: string,
): Promise<{ id: string; status: string; accessEndsDate: string }[]> {
  return transaction.query(
    sql`
    select id, status, access_ends as "accessEndsDate" from authentication.user_account
    where access_ends <= ${at} and status <> 'DISABLED' order by id for update skip locked`,
    'authentication.usersToEnd',
  );
}
