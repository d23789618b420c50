import sql from 'sql-template-tag';
import type { ResponseOf } from '@annals/contracts/endpoint';
import type { getAuthenticationSystem, MailFailure } from '@annals/contracts/system';
import type { Database, Queryable } from '@annals/kit/database/database';
import { systemFacts, type ServerFacts } from '@annals/kit/system-facts';
import { selectNotDelivering } from '../event-webhooks/event-webhooks.sql.ts';
import { migrations } from '../migrations.ts';

/** The most that are shown of those to be retried and those given up, each. */
const maxFailures = 10;
const failureDays = 7;

/** @param at RFC 3339 */
export async function readAuthenticationSystem(
  database: Database,
  at: string,
  server: ServerFacts | undefined,
): Promise<ResponseOf<typeof getAuthenticationSystem>> {
  const facts = await systemFacts(database, migrations, server);
  const outbox = await readOutbox(database);
  const failures = [
    ...(await selectPostponed(database)),
    ...(await selectGivenUp(database, at)),
  ].toSorted((one, other) => other.createdDate.localeCompare(one.createdDate));
  return {
    ...facts,
    outbox: { ...outbox, failures },
    eventWebhooks: { notDelivering: await selectNotDelivering(database) },
    signingKeys: await selectKeyDates(database),
    untrustedProxy: server?.untrustedProxy() ?? null,
    configuration: server?.configuration ?? [],
  };
}

async function readOutbox(
  database: Queryable,
): Promise<{ waiting: number; failed: number; oldestDate: string | null }> {
  const [outbox] = await database.query<{
    waiting: number;
    failed: number;
    oldestDate: string | null;
  }>(sql`
    select count(*) filter (where failure is null)::int as waiting,
      count(*) filter (where failure is not null)::int as failed, min(created) as "oldestDate"
    from authentication.mail`);
  if (!outbox) throw new Error('The outbox returned no figures.');
  return outbox;
}

/** The mail server's reply names the recipient, so it is only shown for mails to users. */
function selectPostponed(database: Queryable): Promise<MailFailure[]> {
  return database.query(sql`
    select m.id, m.kind, m.user_id as "userId", u.name as "userName",
      case when m.user_id is not null then m.failure end as failure,
      m.created as "createdDate", m.next_attempt as "nextAttemptDate"
    from authentication.mail m left join authentication.user_account u on u.id = m.user_id
    where m.failure is not null
    order by m.created desc, m.id limit ${maxFailures}`);
}

/** They are no longer in the outbox, but in the audit log. */
function selectGivenUp(database: Queryable, at: string): Promise<MailFailure[]> {
  return database.query(sql`
    select e.id, e.after ->> 'kind' as kind, e.user_id as "userId", u.name as "userName",
      e.after -> 'reason' as failure, e.at as "createdDate", null as "nextAttemptDate"
    from (select * from authentication.event where action = 'mail.failed' order by seq desc limit ${maxFailures}) e
      left join authentication.user_account u on u.id = e.user_id
    where e.at > ${at}::timestamptz - ${failureDays} * interval '1 day'`);
}

function selectKeyDates(
  database: Queryable,
): Promise<{ id: string; createdDate: string; retiredDate: string | null }[]> {
  return database.query(sql`
    select kid as id, created as "createdDate", retired as "retiredDate"
    from authentication.signing_key order by created desc, kid`);
}
