import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import {
  isClaimable,
  isFree,
  maxCandidates,
  WebhookTable,
  type AttemptRow,
  type DisabledReason,
  type HeldWebhook,
} from '@annals/kit/webhooks/webhook-table.sql';
import type { Claimable } from '@annals/kit/webhooks/slot-shares';
import type { WantedReference } from '../log-events/log-events.sql.ts';
import { mayOpen, type Scope } from '../partitions/scope.sql.ts';

export interface WebhookKey {
  partitionId: string;
  webhookId: string;
}

/** The settings that owners can change. */
export interface WebhookSettings {
  url: string;
  description: string;
  eventTypes: string[];
  objectTypes: string[] | null;
  query: string | null;
  references: WantedReference[] | null;
  includeData: boolean;
  includeProof: boolean;
}

export interface WebhookRow extends WebhookSettings {
  id: string;
  partitionId: string;
  userId: string;
  userName: string | null;
  enabled: boolean;
  disabledReason: DisabledReason | null;
  disabledDate: string | null;
  failures: number;
  failingSince: string | null;
  lastDelivered: string | null;
  due: string;
  nextIndex: number;
  size: number;
  /** When the entry at nextIndex was written; null if there is none. */
  behindSince: string | null;
  previousUntil: string | null;
  createdDate: string;
  changedDate: string;
  version: number;
}

const settings = sql`w.url, w.description, w.event_types as "eventTypes", w.object_types as "objectTypes", w.query,
  w.refs as references, w.include_data as "includeData", w.include_proof as "includeProof"`;

const columns = sql`w.id, w.partition_id as "partitionId", w.user_id as "userId",
  coalesce(nullif(u.name, ''), u.username) as "userName", ${settings}, w.enabled, w.disabled_reason as "disabledReason",
  w.disabled_date as "disabledDate", w.failures, w.failing_since as "failingSince", w.last_delivered as "lastDelivered", w.due,
  w.next_index as "nextIndex", h.size,
  case when w.previous_until > statement_timestamp() then w.previous_until end as "previousUntil",
  w.created_date as "createdDate", w.changed_date as "changedDate", w.version`;

const sources = sql`data.webhook w join data.log_head h on h.partition_id = w.partition_id
  left join data.data_user u on u.user_id = w.user_id`;

type StoredRow = Omit<WebhookRow, 'behindSince'>;

export const webhooksAsCreated = new Keyset<WebhookRow>('webhooks', [
  columnKey('createdDate', sql`w.created_date`, 'timestamptz'),
  columnKey('id', sql`w.id`, 'uuid'),
]);

export async function listWebhooks(
  database: Queryable,
  partitionId: string,
  range: PageRange,
): Promise<Found<WebhookRow>[]> {
  const rows = sql`select ${columns} from ${sources} where w.partition_id = ${partitionId} ${webhooksAsCreated.after(range)}
    ${webhooksAsCreated.orderAndLimit(range)}`;
  const found = await database.query<Found<StoredRow>>(webhooksAsCreated.measured(rows, range));
  return withBehindSince(database, found);
}

export async function findWebhook(
  database: Queryable,
  { partitionId, webhookId }: WebhookKey,
): Promise<WebhookRow | undefined> {
  const rows = await database.query<StoredRow>(
    sql`select ${columns} from ${sources} where w.partition_id = ${partitionId} and w.id = ${webhookId}`,
    'webhook',
  );
  return (await withBehindSince(database, rows))[0];
}

const maxToAttend = 50;
/** A receiver that is restarting needs no attention. */
const failingFor = sql`interval '5 minutes'`;

/**
 * Those that fail or were given up in partitions that the user owns.
 * @param ownsAll by permission
 */
export async function listToAttend(
  database: Queryable,
  scope: Scope,
  ownsAll: boolean,
): Promise<(WebhookRow & { partitionName: string })[]> {
  const rows = await database.query<StoredRow & { partitionName: string }>(
    sql`select ${columns}, p.partition_name as "partitionName"
      from ${sources} join data.partition p on p.partition_id = w.partition_id
      where (w.failing_since is not null or w.disabled_reason = 'SENDER_LEFT')
        and (w.disabled_reason in ('GIVEN_UP', 'SENDER_LEFT')
          or (w.enabled and w.failing_since < statement_timestamp() - ${failingFor}))
        and ${mayOpen(scope, sql`w.partition_id`)}
        and (${ownsAll}::boolean or exists (select from data.member m
          where m.partition_id = w.partition_id and m.user_id = ${scope.userId} and m.role = 'OWNER'))
      order by w.changed_date desc, w.id limit ${maxToAttend}`,
    'webhooks-to-attend',
  );
  return withBehindSince(database, rows);
}

/** One statement per webhook that is behind: there are few, and a cluster does not support more at once. */
async function withBehindSince<Row extends StoredRow>(
  database: Queryable,
  rows: Row[],
): Promise<(Row & { behindSince: string | null })[]> {
  const complete: (Row & { behindSince: string | null })[] = [];
  for (const row of rows) {
    const { partitionId, nextIndex, size } = row;
    const behindSince = nextIndex < size ? await writtenAt(database, partitionId, nextIndex) : null;
    complete.push({ ...row, behindSince });
  }
  return complete;
}

/** For an entry other than a version: the date of the first version after it. */
async function writtenAt(
  database: Queryable,
  partitionId: string,
  index: number,
): Promise<string | null> {
  const [row] = await database.query<{ date: string }>(
    sql`select coalesce(v.imported_date, v.modification_date) as date from data.version v
      where v.partition_id = ${partitionId} and v.seq > ${index}::bigint - (select count(*) from data.log_entry e
        where e.partition_id = ${partitionId} and e.log_index < ${index})
      order by v.seq limit 1`,
    'webhook-behind-since',
  );
  return row?.date ?? null;
}

export async function countWebhooks(database: Queryable, partitionId: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    sql`select count(*) as count from data.webhook where partition_id = ${partitionId}`,
    'webhooks-count',
  );
  return row?.count ?? 0;
}

export interface NewWebhook extends WebhookSettings {
  id: string;
  partitionId: string;
  userId: string;
  secret: Buffer;
}

/** It starts with what is written next. */
export async function insertWebhook(transaction: Queryable, webhook: NewWebhook): Promise<void> {
  const { id, partitionId, userId, url, description, eventTypes, objectTypes, query } = webhook;
  await transaction.query(
    sql`insert into data.webhook (partition_id, id, user_id, url, description, event_types, object_types, query, refs,
        include_data, include_proof, secret, next_index, due, created_date, changed_date)
      select ${partitionId}, ${id}, ${userId}, ${url}, ${description}, ${eventTypes}::text[], ${objectTypes}::text[], ${query},
        ${webhook.references && JSON.stringify(webhook.references)}::jsonb, ${webhook.includeData}, ${webhook.includeProof},
        ${webhook.secret}, size, statement_timestamp(), statement_timestamp(), statement_timestamp()
      from data.log_head where partition_id = ${partitionId}`,
    'webhook-insert',
  );
}

/** Checks the version that its owners read; the next attempt is made at once. */
export async function updateSettings(
  transaction: Queryable,
  { partitionId, webhookId }: WebhookKey,
  after: WebhookSettings,
): Promise<void> {
  await transaction.query(
    sql`update data.webhook set url = ${after.url}, response_ms = case when url = ${after.url} then response_ms end, description = ${after.description},
        event_types = ${after.eventTypes}::text[], object_types = ${after.objectTypes}::text[], query = ${after.query},
        refs = ${after.references && JSON.stringify(after.references)}::jsonb, include_data = ${after.includeData},
        include_proof = ${after.includeProof}, due = statement_timestamp(), changed_date = statement_timestamp(),
        version = version + 1
      where partition_id = ${partitionId} and id = ${webhookId}`,
    'webhook-update',
  );
}

/** Disables those that send in the name of a user who leaves. */
export async function disableWebhooksOf(
  transaction: Queryable,
  partitionId: string,
  userId: string,
): Promise<void> {
  await transaction.query(
    sql`update data.webhook set enabled = false, disabled_reason = 'SENDER_LEFT', disabled_date = statement_timestamp(),
        changed_date = statement_timestamp(), version = version + 1
      where partition_id = ${partitionId} and user_id = ${userId} and enabled`,
    'webhooks-switch-off',
  );
}

/** The index of a version in the log; undefined if there is none with this number or a later one. */
export async function indexOfSequence(
  database: Queryable,
  partitionId: string,
  sequence: number,
): Promise<number | undefined> {
  const [row] = await database.query<{ index: number }>(
    sql`select log_index as index from data.version where partition_id = ${partitionId} and seq >= ${sequence}
      order by seq limit 1`,
    'webhook-index-of-sequence',
  );
  return row?.index;
}

/**
 * The index after the last version before all that were written at or after the moment: other entries have no date, and
 * an import may add versions with earlier dates. If no version was written since, it is the index after the last one.
 */
export async function indexSince(
  database: Queryable,
  partitionId: string,
  since: string,
): Promise<number> {
  const [row] = await database.query<{ index: number }>(
    sql`select log_index + 1 as index from data.version
      where partition_id = ${partitionId} and seq < coalesce((select min(seq) from data.version
        where partition_id = ${partitionId} and modification_date >= ${since}::timestamptz), 9223372036854775807)
      order by seq desc limit 1`,
    'webhook-index-since',
  );
  return row?.index ?? 0;
}

// ── Delivery ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A webhook that this process sends messages of. */
export interface ClaimedWebhook extends HeldWebhook, WebhookSettings {
  partitionId: string;
  erasures: number;
}

export interface PartitionAttempt extends AttemptRow {
  /** The sequence of the version; null for other entries. */
  sequence: number | null;
}

export const partitionWebhooks = new WebhookTable<WebhookKey, ClaimedWebhook, PartitionAttempt>({
  webhook: 'data.webhook',
  attempt: 'data.webhook_attempt',
  key: 'data.webhook_key',
  statements: 'webhook',
  keyColumns: ['partition_id'],
  isOne: ({ partitionId, webhookId }) =>
    sql`w.partition_id = ${partitionId} and w.id = ${webhookId}`,
  isOfOne: ({ partitionId, webhookId }) =>
    sql`a.partition_id = ${partitionId} and a.webhook_id = ${webhookId}`,
  held: sql`w.partition_id as "partitionId", ${settings}, w.erasures`,
  attemptColumns: sql`a.seq as sequence`,
  ofAttempt: ({ sequence }) => ({ columns: sql`seq`, values: sql`${sequence}::bigint` }),
  // The response to what was sent before an erasure may repeat what was erased.
  keepsResponse: ({ erasures }) => sql`w.erasures = ${erasures}`,
});

/** Claims the one that has waited longest among those that are behind and that no process holds. */
export async function claimWebhook(
  database: Queryable,
  holder: string,
  claimable: Claimable,
): Promise<ClaimedWebhook | undefined> {
  const free = await database.query<WebhookKey>(
    sql`select w.partition_id as "partitionId", w.id as "webhookId"
      from data.webhook w join data.log_head h on h.partition_id = w.partition_id
      where ${isFree} and w.next_index < h.size and ${isClaimable(claimable, sql`w.partition_id`)}
      order by w.due limit ${maxCandidates}`,
    'webhooks-free',
  );
  return partitionWebhooks.claimOneOf(database, free, holder);
}

/** The responses may repeat what was sent, so none of the partition is kept after an erasure. */
export async function eraseFromAttempts(
  transaction: Queryable,
  partitionId: string,
): Promise<void> {
  // An attempt that is being written waits for this, and then stores no response either.
  await transaction.query(
    sql`update data.webhook set erasures = erasures + 1 where partition_id = ${partitionId}`,
    'webhooks-erasure',
  );
  await transaction.query(
    sql`update data.webhook_attempt set response_body = null
      where partition_id = ${partitionId} and response_body is not null`,
    'webhook-attempts-erase',
  );
}
