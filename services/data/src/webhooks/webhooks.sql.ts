import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { columnKey, Keyset, type PageRange } from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import { mayOpen, type Scope } from '../partitions/scope.sql.ts';

export interface WebhookKey {
  partitionId: string;
  webhookId: string;
}

export interface WantedReference {
  name?: string | undefined;
  timelineId: string;
}

/** What its owners set. */
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

export type DisabledReason = 'SWITCHED_OFF' | 'GIVEN_UP' | 'SENDER_LEFT';

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
  /** When the entry at nextIndex was written; null where there is none. */
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

const mostToAttend = 50;
/** A receiver that is started anew needs no attention. */
const failingFor = sql`interval '5 minutes'`;

/**
 * Those that fail or were given up where the user is owner.
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
      order by w.changed_date desc, w.id limit ${mostToAttend}`,
    'webhooks-to-attend',
  );
  return withBehindSince(database, rows);
}

/** A statement for each of them that is behind: there are few, and machines that share the partitions take no more. */
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

/** Of an entry that is no version: of the first version after it. */
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

/** It begins with what is written next. */
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

/** With the version that its owners read; the next attempt is made at once. */
export async function updateSettings(
  transaction: Queryable,
  { partitionId, webhookId }: WebhookKey,
  after: WebhookSettings,
): Promise<void> {
  await transaction.query(
    sql`update data.webhook set url = ${after.url}, description = ${after.description},
        event_types = ${after.eventTypes}::text[], object_types = ${after.objectTypes}::text[], query = ${after.query},
        refs = ${after.references && JSON.stringify(after.references)}::jsonb, include_data = ${after.includeData},
        include_proof = ${after.includeProof}, due = statement_timestamp(), changed_date = statement_timestamp(),
        version = version + 1
      where partition_id = ${partitionId} and id = ${webhookId}`,
    'webhook-update',
  );
}

export async function switchOn(
  transaction: Queryable,
  { partitionId, webhookId }: WebhookKey,
  userId: string,
): Promise<void> {
  await transaction.query(
    sql`update data.webhook set enabled = true, disabled_reason = null, disabled_date = null, failures = 0,
        failing_since = null, due = statement_timestamp(), user_id = ${userId}
      where partition_id = ${partitionId} and id = ${webhookId}`,
    'webhook-switch-on',
  );
}

export async function switchOff(
  transaction: Queryable,
  { partitionId, webhookId }: WebhookKey,
  reason: DisabledReason,
): Promise<void> {
  await transaction.query(
    sql`update data.webhook set enabled = false, disabled_reason = ${reason}, disabled_date = statement_timestamp(),
        changed_date = statement_timestamp(), version = version + 1
      where partition_id = ${partitionId} and id = ${webhookId} and enabled`,
    'webhook-switch-off',
  );
}

/** Those that are sent in the name of a user who leaves. */
export async function switchOffOf(
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

export async function deleteWebhook(
  transaction: Queryable,
  { partitionId, webhookId }: WebhookKey,
): Promise<boolean> {
  const rows = await transaction.query(
    sql`delete from data.webhook where partition_id = ${partitionId} and id = ${webhookId} returning id`,
    'webhook-delete',
  );
  return rows.length > 0;
}

/** @param index the first entry of the log that is sent again */
export async function rewind(
  transaction: Queryable,
  { partitionId, webhookId }: WebhookKey,
  index: number,
): Promise<void> {
  await transaction.query(
    sql`update data.webhook set next_index = ${index}, failures = 0, failing_since = null, due = statement_timestamp(),
        changed_date = statement_timestamp(), version = version + 1
      where partition_id = ${partitionId} and id = ${webhookId}`,
    'webhook-rewind',
  );
}

/** Of a version, in the log; undefined where there is none with this number or a later one. */
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

/** Of the first version that was written at the moment or after it; undefined where there is none. */
export async function indexSince(
  database: Queryable,
  partitionId: string,
  since: string,
): Promise<number | undefined> {
  const [row] = await database.query<{ index: number }>(
    sql`select log_index as index from data.version
      where partition_id = ${partitionId} and modification_date >= ${since}::timestamptz
      order by modification_date, seq limit 1`,
    'webhook-index-since',
  );
  return row?.index;
}

// ── Secrets ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface SealedSecrets {
  url: string;
  secret: Buffer;
  /** Null once it does not sign any more. */
  previousSecret: Buffer | null;
  erasures: number;
}

export async function findSecrets(
  database: Queryable,
  { partitionId, webhookId }: WebhookKey,
): Promise<SealedSecrets | undefined> {
  const [row] = await database.query<SealedSecrets>(
    sql`select url, secret, erasures,
        case when previous_until > statement_timestamp() then previous_secret end as "previousSecret"
      from data.webhook where partition_id = ${partitionId} and id = ${webhookId}`,
    'webhook-secrets',
  );
  return row;
}

/** @returns until when the one before signs too */
export async function replaceSecret(
  transaction: Queryable,
  { partitionId, webhookId }: WebhookKey,
  secret: Buffer,
): Promise<string | undefined> {
  const [row] = await transaction.query<{ until: string }>(
    sql`update data.webhook set previous_secret = secret, previous_until = statement_timestamp() + interval '24 hours',
        secret = ${secret}, changed_date = statement_timestamp(), version = version + 1
      where partition_id = ${partitionId} and id = ${webhookId} returning previous_until as until`,
    'webhook-secret-replace',
  );
  return row?.until;
}

/** A secret that does not sign any more is not kept. */
export async function forgetOldSecrets(database: Queryable): Promise<void> {
  await database.query(
    sql`update data.webhook set previous_secret = null, previous_until = null
      where previous_until <= statement_timestamp()`,
    'webhook-secrets-forget',
  );
}

export const listKeys = (database: Queryable): Promise<{ key: Buffer }[]> =>
  database.query(sql`select key from data.webhook_key order by position desc`, 'webhook-keys');

/** Does nothing where another server was first. */
export async function insertFirstKey(database: Queryable, key: Buffer): Promise<void> {
  await database.query(
    sql`insert into data.webhook_key (position, key) values (1, ${key}) on conflict (position) do nothing`,
    'webhook-key-insert',
  );
}

// ── Delivery ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A webhook that this process sends messages of. */
export interface HeldWebhook extends WebhookSettings {
  webhookId: string;
  partitionId: string;
  userId: string;
  enabled: boolean;
  nextIndex: number;
  failures: number;
  failingSince: string | null;
  secret: Buffer;
  previousSecret: Buffer | null;
  erasures: number;
  version: number;
}

const heldColumns = sql`w.id as "webhookId", w.partition_id as "partitionId", w.user_id as "userId", w.enabled,
  w.next_index as "nextIndex", w.failures, w.failing_since as "failingSince", ${settings}, w.secret,
  case when w.previous_until > statement_timestamp() then w.previous_secret end as "previousSecret", w.erasures, w.version`;

/** Longer than an attempt takes. After a crash another process goes on when it has expired. */
const lease = sql`interval '20 seconds'`;
/** As many as processes may ask for one at the same time. */
const mostFree = 20;

const isFree = sql`w.enabled and w.due <= statement_timestamp()
  and (w.held_until is null or w.held_until < statement_timestamp())`;

/** Takes the one that has waited longest of those that are behind and that no process holds. */
export async function claimWebhook(
  database: Queryable,
  holder: string,
): Promise<HeldWebhook | undefined> {
  const free = await database.query<WebhookKey>(
    sql`select w.partition_id as "partitionId", w.id as "webhookId"
      from data.webhook w join data.log_head h on h.partition_id = w.partition_id
      where ${isFree} and w.next_index < h.size order by w.due limit ${mostFree}`,
    'webhooks-free',
  );
  for (const { partitionId, webhookId } of free) {
    // Another process may have taken it since.
    const [held] = await database.query<HeldWebhook>(
      sql`update data.webhook w set holder = ${holder}, held_until = statement_timestamp() + ${lease}
        where w.partition_id = ${partitionId} and w.id = ${webhookId} and ${isFree} returning ${heldColumns}`,
      'webhook-claim',
    );
    if (held) return held;
  }
  return undefined;
}

/** Where no other process can hold any: those of this one before its start. */
export async function releaseAll(database: Queryable): Promise<void> {
  await database.query(
    sql`update data.webhook set holder = null, held_until = null where holder is not null`,
    'webhooks-release',
  );
}

const isHeld = ({ partitionId, webhookId }: WebhookKey, holder: string): Sql =>
  sql`w.partition_id = ${partitionId} and w.id = ${webhookId} and w.holder = ${holder}`;

/**
 * Extends the lease before an attempt, and reads it anew.
 * @returns undefined when this process does not hold it any more
 */
export async function renew(
  database: Queryable,
  webhook: WebhookKey,
  holder: string,
): Promise<HeldWebhook | undefined> {
  const [held] = await database.query<HeldWebhook>(
    sql`update data.webhook w set held_until = statement_timestamp() + ${lease}
      where ${isHeld(webhook, holder)} returning ${heldColumns}`,
    'webhook-renew',
  );
  return held;
}

export async function release(
  database: Queryable,
  webhook: WebhookKey,
  holder: string,
): Promise<void> {
  await database.query(
    sql`update data.webhook w set holder = null, held_until = null where ${isHeld(webhook, holder)}`,
    'webhook-release',
  );
}

/**
 * Goes on after an entry, unless its owners have sent it elsewhere meanwhile.
 * @param delivered a message was, and not only passed over
 */
export async function advance(
  database: Queryable,
  webhook: WebhookKey & { nextIndex: number },
  holder: string,
  { to, delivered }: { to: number; delivered: boolean },
): Promise<void> {
  const success = delivered
    ? sql`, failures = 0, failing_since = null, last_delivered = statement_timestamp()`
    : empty;
  await database.query(
    sql`update data.webhook w set next_index = ${to} ${success}
      where ${isHeld(webhook, holder)} and w.next_index = ${webhook.nextIndex}`,
    delivered ? 'webhook-delivered' : 'webhook-passed-over',
  );
}

/** Lets go of it until the next attempt. */
export async function putOff(
  database: Queryable,
  webhook: WebhookKey & { nextIndex: number },
  holder: string,
  pauseMs: number,
): Promise<void> {
  await database.query(
    sql`update data.webhook w set failures = failures + 1,
        failing_since = coalesce(failing_since, statement_timestamp()),
        changed_date = case when failing_since is null then statement_timestamp() else changed_date end,
        due = statement_timestamp() + ${pauseMs}::bigint * interval '1 millisecond', holder = null, held_until = null
      where ${isHeld(webhook, holder)} and w.next_index = ${webhook.nextIndex} and w.enabled`,
    'webhook-put-off',
  );
  await release(database, webhook, holder);
}

/** Whether every attempt since then has failed for so long. */
export async function isOlderThan(
  database: Queryable,
  moment: string,
  ageMs: number,
): Promise<boolean> {
  const [row] = await database.query<{ old: boolean }>(
    sql`select ${moment}::timestamptz <= statement_timestamp() - ${ageMs}::bigint * interval '1 millisecond' as old`,
    'webhook-age',
  );
  return row?.old === true;
}

// ── Attempts ────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface AttemptRow {
  id: string;
  webhookId: string;
  messageId: string;
  kind: 'DELIVERY' | 'RESEND' | 'TEST';
  eventType: string;
  index: number | null;
  sequence: number | null;
  number: number;
  attemptDate: string;
  durationMs: number;
  url: string;
  delivered: boolean;
  status: number | null;
  contentType: string | null;
  responseBody: string | null;
  error: string | null;
}

const attemptColumns = sql`a.id, a.webhook_id as "webhookId", a.message_id as "messageId", a.kind,
  a.event_type as "eventType", a.log_index as index, a.seq as sequence, a.number, a.attempt_date as "attemptDate",
  a.duration_ms as "durationMs", a.url, a.delivered, a.status, a.content_type as "contentType", a.error`;

type ListedAttempt = Omit<AttemptRow, 'responseBody'>;

export const attemptsNewestFirst = new Keyset<ListedAttempt>(
  'webhook-attempts',
  [columnKey('id', sql`a.id`, 'uuid')],
  true,
);

export async function listAttempts(
  database: Queryable,
  { partitionId, webhookId }: WebhookKey,
  delivered: boolean | undefined,
  range: PageRange,
): Promise<Found<ListedAttempt>[]> {
  const rows = sql`select ${attemptColumns} from data.webhook_attempt a
    where a.partition_id = ${partitionId} and a.webhook_id = ${webhookId}
      ${delivered === undefined ? empty : sql`and a.delivered = ${delivered}`} ${attemptsNewestFirst.after(range)}
    ${attemptsNewestFirst.orderAndLimit(range)}`;
  return database.query(attemptsNewestFirst.measured(rows, range));
}

export async function findAttempt(
  database: Queryable,
  { partitionId, webhookId }: WebhookKey,
  attemptId: string,
): Promise<AttemptRow | undefined> {
  const [row] = await database.query<AttemptRow>(
    sql`select ${attemptColumns}, a.response_body as "responseBody" from data.webhook_attempt a
      where a.partition_id = ${partitionId} and a.webhook_id = ${webhookId} and a.id = ${attemptId}`,
    'webhook-attempt',
  );
  return row;
}

/**
 * Without the answer where values of the partition were erased since the message was made.
 * @param erasures of the webhook, from before the message was made
 * @returns false when the webhook was deleted meanwhile
 */
export async function insertAttempt(
  database: Queryable,
  partitionId: string,
  attempt: AttemptRow,
  erasures: number,
): Promise<boolean> {
  const values = [
    attempt.id,
    attempt.kind,
    attempt.messageId,
    attempt.eventType,
    attempt.index,
    attempt.sequence,
    attempt.number,
    attempt.attemptDate,
    attempt.durationMs,
    attempt.url,
    attempt.status,
    attempt.contentType,
    attempt.error,
    attempt.delivered,
  ];
  const types =
    'uuid text text text bigint bigint integer timestamptz integer text integer text text boolean';
  const casts = types.split(' ');
  const rows = await database.query(
    sql`insert into data.webhook_attempt (partition_id, webhook_id, id, kind, message_id, event_type, log_index, seq, number,
        attempt_date, duration_ms, url, status, content_type, error, delivered, response_body)
      select w.partition_id, w.id, ${join(
        values.map((value, place) => sql`${value}::${raw(casts[place] ?? 'text')}`),
        ', ',
      )}, case when w.erasures = ${erasures} then ${attempt.responseBody}::text end
      from data.webhook w where w.partition_id = ${partitionId} and w.id = ${attempt.webhookId} for no key update
      returning id`,
    'webhook-attempt-insert',
  );
  return rows.length > 0;
}

/** The answers may repeat what was sent, so none of the partition is kept after an erasure. */
export async function eraseFromAttempts(
  transaction: Queryable,
  partitionId: string,
): Promise<void> {
  // An attempt that is being written waits for this, and then has no answer either.
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

/** Of one webhook. */
const mostKept = 5_000;
const sweptTogether = 5_000;

/** Deletes attempts of more than 30 days, and of a webhook with very many the oldest ones. */
export async function sweepAttempts(database: Queryable): Promise<void> {
  for (;;) {
    const swept = await database.query<{ id: string }>(
      sql`delete from data.webhook_attempt where attempt_date < statement_timestamp() - interval '30 days' and id in (
          select id from data.webhook_attempt where attempt_date < statement_timestamp() - interval '30 days'
          limit ${sweptTogether}) returning id`,
      'webhook-attempts-sweep',
    );
    if (swept.length < sweptTogether) break;
  }
  const crowded = await database.query<WebhookKey>(
    sql`select partition_id as "partitionId", webhook_id as "webhookId" from data.webhook_attempt
      group by partition_id, webhook_id having count(*) > ${mostKept}`,
    'webhook-attempts-crowded',
  );
  for (const { partitionId, webhookId } of crowded)
    await database.query(
      sql`delete from data.webhook_attempt where partition_id = ${partitionId} and webhook_id = ${webhookId}
          and id < (select id from data.webhook_attempt
            where partition_id = ${partitionId} and webhook_id = ${webhookId}
            order by id desc offset ${mostKept - 1} limit 1)`,
      'webhook-attempts-sweep-crowded',
    );
}
