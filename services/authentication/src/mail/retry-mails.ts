import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import { forbidden } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import type { AuditSource } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { leaseMs } from './mail-worker.ts';
import { makeFailedMailsDue } from './outbox.sql.ts';

/**
 * Retries all mails that could not be sent so far, for example once the mail server works again.
 * @throws Problem 403
 */
export async function retryMails(
  { database, clock, mailWorker }: ServiceContext,
  caller: Caller,
  source: AuditSource,
): Promise<{ count: number }> {
  if (caller.scope('users:write') !== 'all') throw forbidden(say('retriesAllEmails'));
  const at = clock();
  const count = await database.transaction(async (transaction) => {
    const due = await makeFailedMailsDue(transaction, toTimestamp(at), toTimestamp(at + leaseMs));
    if (due > 0)
      await audit.record(transaction, { id: caller.userId, at, source }, 'mail.retried', null, {
        after: { count: due },
      });
    return due;
  });
  mailWorker.wake();
  return { count };
}
