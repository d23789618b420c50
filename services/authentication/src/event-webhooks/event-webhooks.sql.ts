import sql from 'sql-template-tag';
import { failureActions } from '@annals/contracts/events';
import type { Permission } from '@annals/contracts/permissions';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import type { FollowedEvent } from '@annals/kit/webhooks/deliveries';
import {
  isClaimable,
  isFree,
  maxCandidates,
  WebhookTable,
  type DisabledReason,
  type HeldWebhook,
} from '@annals/kit/webhooks/webhook-table.sql';
import type { Claimable } from '@annals/kit/webhooks/slot-shares';

export interface EventWebhookKey {
  webhookId: string;
}

/** The settings that masters can change. */
export interface EventWebhookSettings {
  url: string;
  description: string;
  actions: string[] | null;
  outcome: 'SUCCESS' | 'FAILURE' | null;
}

export interface EventWebhookRow extends EventWebhookSettings {
  id: string;
  userId: string;
  userName: string | null;
  enabled: boolean;
  disabledReason: DisabledReason | null;
  disabledDate: string | null;
  failingSince: string | null;
  lastDelivered: string | null;
  due: string;
  nextIndex: number;
  behind: number;
  behindSince: string | null;
  previousUntil: string | null;
  createdDate: string;
  changedDate: string;
  version: number;
}

export interface ClaimedEventWebhook extends HeldWebhook, EventWebhookSettings {}

const settings = sql`w.description, w.actions, w.outcome`;

export const eventWebhooks = new WebhookTable<EventWebhookKey, ClaimedEventWebhook>({
  webhook: 'authentication.event_webhook',
  attempt: 'authentication.event_webhook_attempt',
  key: 'authentication.event_webhook_key',
  statements: 'authentication.eventWebhook',
  isOne: ({ webhookId }) => sql`w.id = ${webhookId}`,
  isOfOne: ({ webhookId }) => sql`a.webhook_id = ${webhookId}`,
  held: settings,
});

const rowsOf = sql`select w.id, w.user_id as "userId", w.url, ${settings}, w.enabled,
    coalesce((select name from authentication.user_account where id = w.user_id),
      (select name from authentication.application where id = w.user_id)) as "userName",
    w.disabled_reason as "disabledReason", w.disabled_date as "disabledDate", w.failing_since as "failingSince",
    w.last_delivered as "lastDelivered", w.due, w.next_index as "nextIndex",
    greatest(0, h.seq + 1 - w.next_index) as behind,
    (select e.at from authentication.event e where e.seq >= w.next_index order by e.seq limit 1) as "behindSince",
    case when w.previous_until > statement_timestamp() then w.previous_until end as "previousUntil",
    w.created_date as "createdDate", w.changed_date as "changedDate", w.version
  from authentication.event_webhook w cross join authentication.event_head h`;

export const eventWebhooksAsCreated = new Keyset<EventWebhookRow>('event-webhooks', [
  columnKey('createdDate', sql`w.created_date`, 'timestamptz'),
  columnKey('id', sql`w.id`, 'uuid'),
]);

export async function listEventWebhooks(
  database: Queryable,
  range: PageRange,
): Promise<Found<EventWebhookRow>[]> {
  const order = eventWebhooksAsCreated;
  const rows = sql`${rowsOf} where true ${order.after(range)} ${order.orderAndLimit(range)}`;
  return database.query(order.measured(rows, range));
}

export async function findEventWebhook(
  database: Queryable,
  { webhookId }: EventWebhookKey,
): Promise<EventWebhookRow | undefined> {
  const [row] = await database.query<EventWebhookRow>(
    sql`${rowsOf} where w.id = ${webhookId}`,
    'authentication.eventWebhook',
  );
  return row;
}

/**
 * Prevents other events from being recorded, and other webhooks from being created or changed, until the end of the
 * transaction.
 */
export async function lockChain(transaction: Queryable): Promise<void> {
  await transaction.query(
    sql`select seq from authentication.event_head for update`,
    'authentication.eventHead.lock',
  );
}

export async function countEventWebhooks(database: Queryable): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    sql`select count(*) as count from authentication.event_webhook`,
    'authentication.eventWebhooks.count',
  );
  return row?.count ?? 0;
}

/** It starts with the next recorded event. */
export async function insertEventWebhook(
  transaction: Queryable,
  webhook: EventWebhookSettings & { id: string; userId: string; secret: Buffer },
): Promise<void> {
  const { id, userId, url, description, actions, outcome, secret } = webhook;
  await transaction.query(
    sql`insert into authentication.event_webhook (id, user_id, url, description, actions, outcome, secret, next_index, due,
        created_date, changed_date)
      select ${id}, ${userId}, ${url}, ${description}, ${actions}::text[], ${outcome}, ${secret}, seq + 1,
        statement_timestamp(), statement_timestamp(), statement_timestamp()
      from authentication.event_head`,
    'authentication.eventWebhook.insert',
  );
}

/** Checks the version that its masters read; the next attempt is made at once. */
export async function updateEventWebhook(
  transaction: Queryable,
  { webhookId }: EventWebhookKey,
  { url, description, actions, outcome }: EventWebhookSettings,
): Promise<void> {
  await transaction.query(
    sql`update authentication.event_webhook set url = ${url},
        response_ms = case when url = ${url} then response_ms end, description = ${description}, actions = ${actions}::text[],
        outcome = ${outcome}, due = statement_timestamp(), changed_date = statement_timestamp(), version = version + 1
      where id = ${webhookId}`,
    'authentication.eventWebhook.update',
  );
}

/** Who is notified: users who read the whole audit log and may change roles everywhere, and have an email. */
export function selectMasters(
  database: Queryable,
): Promise<{ userId: string; email: string; lang: string }[]> {
  const may = (permission: Permission) => sql`exists (
    select from authentication.effective_role e join authentication.role r on r.name = e.role
    where e.user_id = u.id and r.scope = 'all' and ${permission}::text = any(r.permissions))`;
  return database.query(
    sql`select u.id as "userId", u.email, u.lang from authentication.user_account u
      where u.status = 'ACTIVE' and u.email is not null and ${may('roles:write')} and ${may('events:read')}
      order by u.id`,
    'authentication.eventWebhook.masters',
  );
}

/** Shorter failures resolve themselves. */
const failingFor = sql`interval '5 minutes'`;

/** The ids of webhooks that do not deliver until somebody acts, or have not for a while. */
export async function selectNotDelivering(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    sql`select id from authentication.event_webhook
      where disabled_reason in ('GIVEN_UP', 'SENDER_LEFT')
        or (enabled and failing_since < statement_timestamp() - ${failingFor})
      order by changed_date desc, id`,
    'authentication.eventWebhooks.notDelivering',
  );
  return rows.map(({ id }) => id);
}

/** Claims the webhook that has waited longest among those that are behind and that no process holds. */
export async function claimEventWebhook(
  database: Queryable,
  holder: string,
  claimable: Claimable,
): Promise<ClaimedEventWebhook | undefined> {
  const free = await database.query<EventWebhookKey>(
    sql`select w.id as "webhookId" from authentication.event_webhook w cross join authentication.event_head h
      where ${isFree} and w.next_index <= h.seq and ${isClaimable(claimable)} order by w.due limit ${maxCandidates}`,
    'authentication.eventWebhooks.free',
  );
  return eventWebhooks.claimOneOf(database, free, holder);
}

/** The events in a range of the chain that the webhook sends, in order. */
export async function selectEventsFor(
  database: Queryable,
  { actions, outcome }: Pick<EventWebhookSettings, 'actions' | 'outcome'>,
  { from, to }: { from: number; to: number },
): Promise<FollowedEvent[]> {
  return database.query(
    sql`select e.seq as index, e.action as "eventType" from authentication.event e
      where e.seq >= ${from} and e.seq < ${to} and (${actions}::text[] is null or e.action = any(${actions}::text[]))
        and (${outcome}::text is null or (${outcome}::text = 'FAILURE') = (e.action = any(${[...failureActions]}::text[])))
      order by e.seq`,
    'authentication.eventWebhook.events',
  );
}

/** The number of the first event recorded at or after the moment; undefined if there is none. */
export async function seqSince(
  database: Queryable,
  moment: string | undefined,
): Promise<number | undefined> {
  const [row] = await database.query<{ seq: number | null }>(
    sql`select min(seq) as seq from authentication.event where at >= ${moment}::timestamptz`,
    'authentication.eventWebhook.since',
  );
  return row?.seq ?? undefined;
}
