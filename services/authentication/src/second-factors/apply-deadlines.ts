import type { Queryable } from '@annals/kit/database/database';
import * as audit from '../audit/audit-log.sql.ts';
import { operator } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { enqueueMail } from '../mail/outbox.sql.ts';
import { endSessionsOf } from '../sessions/sessions.sql.ts';
import { takeOverdue, updateDeadlines } from './deadlines.sql.ts';

/**
 * Sets a deadline, with a mail, for every user who needs a second factor and has none, and ends the sessions of those
 * whose deadline has passed. Call it after a change of the requirements of units and roles; a timer calls it for all
 * other changes.
 */
export async function applyDeadlines(context: ServiceContext): Promise<void> {
  const { database, sessionCache, apiTokenCache, mailWorker } = context;
  const { given, endedSessions } = await database.transaction((transaction) =>
    apply(context, transaction),
  );
  for (const sessionId of endedSessions) sessionCache.invalidate(sessionId);
  if (given === 0) return;
  sessionCache.invalidateAll();
  apiTokenCache.invalidateAll();
  mailWorker.wake();
}

async function apply({ clock }: ServiceContext, transaction: Queryable) {
  const at = clock();
  const timestamp = toTimestamp(at);
  const made = await updateDeadlines(transaction, timestamp);
  for (const { userId, email, lang, due } of made)
    if (email !== null)
      await enqueueMail(
        transaction,
        { kind: 'SECOND_FACTOR_DUE', recipient: email, userId, parameters: { due }, lang },
        timestamp,
      );
  const endedSessions: string[] = [];
  for (const userId of await takeOverdue(transaction, timestamp)) {
    const ended = await endSessionsOf(transaction, userId, timestamp);
    endedSessions.push(...ended);
    await audit.record(
      transaction,
      { id: null, at, source: operator },
      'secondFactor.overdue',
      `user/${userId}`,
      { after: { endedSessions: ended.length } },
    );
  }
  return { given: made.length, endedSessions };
}
