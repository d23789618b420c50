import sql, { type Sql } from 'sql-template-tag';
import type {
  AuditedEvent,
  ChangeReports,
  ChangeSetMail,
  ChangeSetNews,
} from '@annals/kit/change-reports';
import type { Queryable } from '@annals/kit/database/database';
import * as audit from '../audit/audit-log.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { enqueueMail, eraseFromMails, renameInMails, type MailToSend } from '../mail/outbox.sql.ts';

/** Receives the data service's reports about change sets and webhooks: for the audit log, and for emails. */
export function changeReports({
  database,
  clock,
  mailWorker,
}: Pick<ServiceContext, 'database' | 'clock' | 'mailWorker'>): ChangeReports {
  async function mailOnce(
    eventId: string,
    recipients: string[],
    mail: Pick<MailToSend, 'kind' | 'parameters'>,
  ): Promise<void> {
    const at = toTimestamp(clock());
    await database.transaction(async (transaction) => {
      const noted = await recordReported(transaction, [eventId], at);
      if (noted.size === 0) return;
      for (const { userId, email, lang } of await selectReachable(transaction, recipients))
        await enqueueMail(transaction, { ...mail, recipient: email, userId, lang }, at);
    });
    mailWorker.wake();
  }

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
        for (const { userId, email, lang } of await selectReachable(
          transaction,
          userIds,
          sql`change_set_mails`,
        )) {
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
    warn: ({ id, recipients, partition, webhook }) =>
      mailOnce(id, recipients, {
        kind: 'WEBHOOK_GIVEN_UP',
        parameters: { webhook: { partition, webhook } },
      }),
    follow: ({ id, recipient, ...followed }) =>
      mailOnce(id, [recipient], { kind: 'FOLLOWED', parameters: { followed } }),
    async forget(timelineIds, changeSets = []) {
      await database.transaction(async (transaction) => {
        await eraseFromMails(transaction, timelineIds);
        for (const changeSet of changeSets) await renameInMails(transaction, changeSet);
      });
    },
  };
}

function record(transaction: Queryable, event: AuditedEvent): Promise<void> {
  const { userId, at, source, partition, action, aboutUserId, before, after } = event;
  const actor = { id: userId, at: Date.parse(at), source: { ...source, userAgent: '' } };
  const subject = event.subject ?? (partition === null ? null : `partition/${partition.id}`);
  return audit.record(transaction, actor, action, subject, { before, after, aboutUserId });
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

/** Records events as reported. @returns the ids of those that were new */
async function recordReported(
  transaction: Queryable,
  ids: string[],
  at: string,
): Promise<Set<string>> {
  const rows = await transaction.query<{ id: string }>(sql`
    insert into authentication.reported_event (id, reported)
    select id, ${at}::timestamptz from unnest(${ids}::uuid[]) id
    on conflict (id) do nothing returning id`);
  return new Set(rows.map(({ id }) => id));
}

/** Those of the users who have an email, are active, and want the mail. */
function selectReachable(
  transaction: Queryable,
  userIds: string[],
  wants: Sql = sql`true`,
): Promise<{ userId: string; email: string; lang: string }[]> {
  return transaction.query(sql`
    select id as "userId", email, lang from authentication.user_account
    where id = any(${userIds}::uuid[]) and email is not null and status = 'ACTIVE' and ${wants}
    order by id`);
}
