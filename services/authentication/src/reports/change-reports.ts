import type {
  AuditedChange,
  ChangeReports,
  ChangeSetMail,
  ChangeSetNews,
} from '@annals/kit/change-reports';
import type { Queryable } from '@annals/kit/database/database';
import * as audit from '../audit/audit-log.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { enqueueMail, eraseFromMails, renameInMails } from '../mail/outbox.sql.ts';
import { recordReported, selectReachable, selectSubscribed } from './reports.sql.ts';

/** Receives the data service's reports about change sets and webhooks: for the audit log, and for emails. */
export function changeReports({
  database,
  clock,
  mailWorker,
}: Pick<ServiceContext, 'database' | 'clock' | 'mailWorker'>): ChangeReports {
  return {
    async record(event) {
      await database.transaction(async (transaction) => {
        const noted = await recordReported(transaction, [event.id], toTimestamp(clock()));
        if (noted.size > 0) await record(transaction, event);
      });
    },
    async tell(news) {
      const at = toTimestamp(clock());
      await database.transaction(async (transaction) => {
        const ids = news.events.map(({ id }) => id);
        const noted = await recordReported(transaction, ids, at);
        const events = news.events.filter(({ id }) => noted.has(id));
        const userIds = [...new Set(events.flatMap(({ recipients }) => recipients))];
        for (const { userId, email, lang } of await selectSubscribed(transaction, userIds)) {
          const parameters = { changeSet: mailTo(userId, { ...news, events }) };
          await enqueueMail(
            transaction,
            { kind: 'CHANGE_SET', recipient: email, userId, parameters, lang },
            at,
          );
        }
      });
      mailWorker.wake();
    },
    async warn({ id, recipients, partition, webhook }) {
      const at = toTimestamp(clock());
      await database.transaction(async (transaction) => {
        const noted = await recordReported(transaction, [id], at);
        if (noted.size === 0) return;
        for (const { userId, email, lang } of await selectReachable(transaction, recipients))
          await enqueueMail(
            transaction,
            {
              kind: 'WEBHOOK_GIVEN_UP',
              recipient: email,
              userId,
              parameters: { webhook: { partition, webhook } },
              lang,
            },
            at,
          );
      });
      mailWorker.wake();
    },
    async follow({ id, recipient, ...followed }) {
      const at = toTimestamp(clock());
      await database.transaction(async (transaction) => {
        const noted = await recordReported(transaction, [id], at);
        if (noted.size === 0) return;
        for (const { userId, email, lang } of await selectReachable(transaction, [recipient]))
          await enqueueMail(
            transaction,
            { kind: 'FOLLOWED', recipient: email, userId, parameters: { followed }, lang },
            at,
          );
      });
      mailWorker.wake();
    },
    async forget(timelineIds, changeSets = []) {
      await database.transaction(async (transaction) => {
        await eraseFromMails(transaction, timelineIds);
        for (const changeSet of changeSets) await renameInMails(transaction, changeSet);
      });
    },
  };
}

const webhookActions = {
  WEBHOOK_CREATED: 'webhook.created',
  WEBHOOK_CHANGED: 'webhook.changed',
  WEBHOOK_DELETED: 'webhook.deleted',
  WEBHOOK_SECRET_ROTATED: 'webhook.secretRotated',
  WEBHOOK_REPLAYED: 'webhook.replayed',
  WEBHOOK_RESENT: 'webhook.resent',
} as const;

function record(transaction: Queryable, event: AuditedChange): Promise<void> {
  const { userId, at, source, partition } = event;
  const actor = { id: userId, at: Date.parse(at), source: { ...source, userAgent: '' } };
  const subject = `partition/${partition.id}`;
  if (event.kind === 'POLICY_CHANGED')
    return audit.record(transaction, actor, 'changePolicy.changed', subject, {
      before: { version: event.before.version, breakGlass: event.before.breakGlass },
      after: { partition, version: event.after.version, breakGlass: event.after.breakGlass },
    });
  if (event.kind !== 'BREAK_GLASS') {
    const { webhook, before, after } = event;
    return audit.record(transaction, actor, webhookActions[event.kind], subject, {
      before,
      after: { partition, webhook, ...after },
    });
  }
  return audit.record(transaction, actor, 'changeSet.committedWithoutApprovals', subject, {
    after: { changeSet: event.changeSet, partition, reason: event.reason },
  });
}

/** The mail to one of the recipients. */
function mailTo(userId: string, { partition, changeSet, events }: ChangeSetNews): ChangeSetMail {
  return {
    partition,
    changeSet,
    events: events
      .filter(({ recipients }) => recipients.includes(userId))
      .map(({ kind, userName }) => ({ kind, userName })),
  };
}
