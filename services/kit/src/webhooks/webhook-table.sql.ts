import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { ServiceMessage } from '@annals/contracts/messages';
import { databaseNow } from '../database/database-moment.ts';
import type { Queryable } from '../database/queryable.ts';
import type { Page } from '@annals/contracts/fields';
import { columnKey, Keyset } from '../lists/keyset.ts';
import type { Paging } from '../lists/paging.ts';
import { notFound } from '../problem.ts';
import type { Found } from '../lists/page-bytes.ts';
import { fastMs, type Claimable, type Excluded } from './slot-shares.ts';

export type DisabledReason = 'SWITCHED_OFF' | 'GIVEN_UP' | 'SENDER_LEFT';

/** A webhook whose messages this process sends. */
export interface HeldWebhook {
  webhookId: string;
  userId: string;
  url: string;
  /** How long the last response of its receiver took; null if it has not been tried yet. */
  responseMs: number | null;
  enabled: boolean;
  /** The claim that holds it; null if there is none. */
  holder: string | null;
  /** The first entry that it has not processed. */
  nextIndex: number;
  failures: number;
  failingSince: string | null;
  secret: Buffer;
  /** Null once it no longer signs. */
  previousSecret: Buffer | null;
  version: number;
}

export interface AttemptRow {
  id: string;
  webhookId: string;
  messageId: string;
  kind: 'DELIVERY' | 'RESEND' | 'TEST';
  eventType: string;
  /** The index of the entry; null for a test. */
  index: number | null;
  number: number;
  attemptDate: string;
  durationMs: number;
  url: string;
  delivered: boolean;
  status: number | null;
  contentType: string | null;
  responseBody: string | null;
  error: ServiceMessage | null;
}

type ListedAttempt<Attempt extends AttemptRow> = Omit<Attempt, 'responseBody'>;

export interface WebhookTableNames<Key, ClaimedWebhook, Attempt> {
  webhook: string;
  attempt: string;
  key: string;
  /** The prefix of names of prepared statements. */
  statements: string;
  /** A condition that selects the row of a webhook `w`. */
  isOne: (key: Key) => Sql;
  /** A condition that selects the attempts `a` of a webhook. */
  isOfOne: (key: Key) => Sql;
  /** Columns of `w` besides the common ones: what its owners set, and its key. */
  held: Sql;
  /** Columns of `a` besides the common ones. */
  attemptColumns?: Sql;
  /** The key columns in both tables, without the id. */
  keyColumns?: readonly string[];
  /** Additional columns of an attempt, with their values. */
  ofAttempt?: (attempt: Attempt) => { columns: Sql; values: Sql };
  /** Whether the response to a message created for `held` may still be stored; omitted: always. */
  keepsResponse?: (held: ClaimedWebhook) => Sql;
}

/** Longer than an attempt takes. After a crash another process continues when it has expired. */
const lease = sql`interval '30 seconds'`;
/** The most processes that claim at the same time. */
export const maxCandidates = 20;

/** Whether a webhook `w` can be claimed now. */
export const isFree = sql`w.enabled and w.due <= statement_timestamp()
  and (w.held_until is null or w.held_until < statement_timestamp())`;

/**
 * Whether the shares of a process allow it to claim a webhook `w`.
 * @param partitionId its column; omitted where webhooks have none
 */
export function isClaimable(now: Claimable, partitionId?: Sql): Sql {
  const isAllowed = ({ all, users, partitions }: Excluded) =>
    sql`not ${all}::boolean and w.user_id <> all(${users}::uuid[])
      ${partitionId ? sql`and ${partitionId} <> all(${partitions}::uuid[])` : empty}`;
  return sql`case when w.response_ms is null then ${isAllowed(now.notUntried)}
    when w.response_ms <= ${fastMs}::integer then ${isAllowed(now.notFast)} else ${isAllowed(now.notSlow)} end`;
}

/** For one webhook. */
const maxStoredAttempts = 5_000;
const sweptTogether = 5_000;

/** The statements about webhooks that do not depend on what they follow. */
export class WebhookTable<
  Key extends { webhookId: string },
  ClaimedWebhook extends HeldWebhook & Key,
  Attempt extends AttemptRow = AttemptRow,
> {
  readonly #attemptsNewestFirst: Keyset<ListedAttempt<Attempt>>;
  readonly #of: WebhookTableNames<Key, ClaimedWebhook, Attempt>;
  readonly #webhook: Sql;
  readonly #attempt: Sql;
  readonly #key: Sql;
  readonly #heldColumns: Sql;
  readonly #attemptColumns: Sql;

  constructor(of: WebhookTableNames<Key, ClaimedWebhook, Attempt>) {
    this.#of = of;
    this.#webhook = raw(of.webhook);
    this.#attempt = raw(of.attempt);
    this.#key = raw(of.key);
    this.#heldColumns = sql`w.id as "webhookId", w.user_id as "userId", w.url, w.response_ms as "responseMs", w.enabled, w.holder, w.next_index as "nextIndex",
      w.failures, w.failing_since as "failingSince", ${of.held}, w.secret,
      case when w.previous_until > statement_timestamp() then w.previous_secret end as "previousSecret", w.version`;
    this.#attemptColumns = sql`a.id, a.webhook_id as "webhookId", a.message_id as "messageId", a.kind,
      a.event_type as "eventType", a.log_index as index, ${of.attemptColumns ? sql`${of.attemptColumns},` : empty} a.number,
      a.attempt_date as "attemptDate", a.duration_ms as "durationMs", a.url, a.delivered, a.status,
      a.content_type as "contentType", a.error`;
    this.#attemptsNewestFirst = new Keyset<ListedAttempt<Attempt>>(
      `${of.statements}-attempts`,
      [columnKey('id' as keyof ListedAttempt<Attempt> & string, sql`a.id`, 'uuid')],
      true,
    );
  }

  #name(of: string): string {
    return `${this.#of.statements}-${of}`;
  }

  async switchOn(transaction: Queryable, key: Key, userId: string): Promise<void> {
    await transaction.query(
      sql`update ${this.#webhook} w set enabled = true, disabled_reason = null, disabled_date = null, failures = 0,
          failing_since = null, due = statement_timestamp(), user_id = ${userId}
        where ${this.#of.isOne(key)}`,
      this.#name('switch-on'),
    );
  }

  async switchOff(transaction: Queryable, key: Key, reason: DisabledReason): Promise<void> {
    await transaction.query(
      sql`update ${this.#webhook} w set enabled = false, disabled_reason = ${reason},
          disabled_date = statement_timestamp(), changed_date = statement_timestamp(), version = version + 1
        where ${this.#of.isOne(key)} and enabled`,
      this.#name('switch-off'),
    );
  }

  async delete(transaction: Queryable, key: Key): Promise<boolean> {
    const rows = await transaction.query(
      sql`delete from ${this.#webhook} w where ${this.#of.isOne(key)} returning id`,
      this.#name('delete'),
    );
    return rows.length > 0;
  }

  /** @param index the first entry to send again */
  async rewind(transaction: Queryable, key: Key, index: number): Promise<void> {
    await transaction.query(
      sql`update ${this.#webhook} w set next_index = ${index}, failures = 0, failing_since = null,
          due = statement_timestamp(), changed_date = statement_timestamp(), version = version + 1
        where ${this.#of.isOne(key)}`,
      this.#name('rewind'),
    );
  }

  // ── Secrets ───────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Its current state, whether or not a process holds it. */
  async find(database: Queryable, key: Key): Promise<ClaimedWebhook | undefined> {
    const [row] = await database.query<ClaimedWebhook>(
      sql`select ${this.#heldColumns} from ${this.#webhook} w where ${this.#of.isOne(key)}`,
      this.#name('secrets'),
    );
    return row;
  }

  /** @returns until when the previous one also signs */
  async replaceSecret(
    transaction: Queryable,
    key: Key,
    secret: Buffer,
  ): Promise<string | undefined> {
    const [row] = await transaction.query<{ until: string }>(
      sql`update ${this.#webhook} w set previous_secret = secret,
          previous_until = statement_timestamp() + interval '24 hours', secret = ${secret},
          changed_date = statement_timestamp(), version = version + 1
        where ${this.#of.isOne(key)} returning previous_until as until`,
      this.#name('secret-replace'),
    );
    return row?.until;
  }

  /** Secrets that no longer sign are deleted. */
  async forgetOldSecrets(database: Queryable): Promise<void> {
    await database.query(
      sql`update ${this.#webhook} set previous_secret = null, previous_until = null
        where previous_until <= statement_timestamp()`,
      this.#name('secrets-forget'),
    );
  }

  listKeys(database: Queryable): Promise<{ key: Buffer }[]> {
    return database.query(
      sql`select key from ${this.#key} order by position desc`,
      this.#name('keys'),
    );
  }

  /** Does nothing if another server was first. */
  async insertFirstKey(database: Queryable, key: Buffer): Promise<void> {
    await database.query(
      sql`insert into ${this.#key} (position, key) values (1, ${key}) on conflict (position) do nothing`,
      this.#name('key-insert'),
    );
  }

  // ── Delivery ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /**
   * Claims the first one that no other process has claimed since.
   * @param holder unique to this claim, so that it cannot release a later one of the same process
   */
  async claimOneOf(
    database: Queryable,
    free: readonly Key[],
    holder: string,
  ): Promise<ClaimedWebhook | undefined> {
    for (const key of free) {
      const claimed = await database.query(
        sql`update ${this.#webhook} w set holder = ${holder}, held_until = statement_timestamp() + ${lease}
          where ${this.#of.isOne(key)} and ${isFree} returning w.id`,
        this.#name('claim'),
      );
      const held = claimed.length > 0 ? await this.#findHeld(database, key, holder) : undefined;
      if (held) return held;
    }
    return undefined;
  }

  /** A separate statement, because rows on several servers cannot have the time in `returning`. */
  async #findHeld(
    database: Queryable,
    key: Key,
    holder: string | null,
  ): Promise<ClaimedWebhook | undefined> {
    const [held] = await database.query<ClaimedWebhook>(
      sql`select ${this.#heldColumns} from ${this.#webhook} w
        where ${this.#of.isOne(key)} and w.holder = ${holder}`,
      this.#name('held'),
    );
    return held;
  }

  /** Call it only if no other process can hold any: releases those of this process from before its start. */
  async releaseAll(database: Queryable): Promise<void> {
    await database.query(
      sql`update ${this.#webhook} set holder = null, held_until = null where holder is not null`,
      this.#name('release-all'),
    );
  }

  #isHeld(held: ClaimedWebhook): Sql {
    return sql`${this.#of.isOne(held)} and w.holder = ${held.holder}`;
  }

  /** It says nothing about an address that was set meanwhile. */
  #setResponse({ url }: ClaimedWebhook, responseMs: number): Sql {
    return sql`response_ms = case when w.url = ${url} then ${responseMs}::integer end`;
  }

  /**
   * Extends the lease before an attempt, and rereads the webhook.
   * @returns undefined if this claim no longer holds it
   */
  async renew(database: Queryable, held: ClaimedWebhook): Promise<ClaimedWebhook | undefined> {
    const renewed = await database.query(
      sql`update ${this.#webhook} w set held_until = statement_timestamp() + ${lease}
        where ${this.#isHeld(held)} returning w.id`,
      this.#name('renew'),
    );
    return renewed.length > 0 ? this.#findHeld(database, held, held.holder) : undefined;
  }

  /** Others that wait are claimed before it. */
  async release(database: Queryable, held: ClaimedWebhook): Promise<void> {
    await database.query(
      sql`update ${this.#webhook} w set holder = null, held_until = null, due = statement_timestamp()
        where ${this.#isHeld(held)}`,
      this.#name('release'),
    );
  }

  /**
   * Advances past an entry, unless its owners have moved it elsewhere meanwhile.
   * @param responseMs how long the response to the message took; omitted: the entry was skipped
   */
  async advance(
    database: Queryable,
    held: ClaimedWebhook,
    { to, responseMs }: { to: number; responseMs?: number },
  ): Promise<void> {
    const delivered = responseMs !== undefined;
    const success = delivered
      ? sql`, failures = 0, failing_since = null, last_delivered = statement_timestamp(),
          ${this.#setResponse(held, responseMs)}`
      : empty;
    await database.query(
      sql`update ${this.#webhook} w set next_index = ${to} ${success}
        where ${this.#isHeld(held)} and w.next_index = ${held.nextIndex}`,
      this.#name(delivered ? 'delivered' : 'passed-over'),
    );
  }

  /** Releases it until the next attempt. */
  async putOff(
    database: Queryable,
    held: ClaimedWebhook,
    { pauseMs, responseMs }: { pauseMs: number; responseMs: number },
  ): Promise<void> {
    const now = await databaseNow(database);
    await database.query(
      sql`update ${this.#webhook} w set failures = failures + 1, ${this.#setResponse(held, responseMs)},
          failing_since = coalesce(failing_since, ${now}::timestamptz),
          changed_date = case when failing_since is null then ${now}::timestamptz else changed_date end,
          due = statement_timestamp() + ${pauseMs}::bigint * interval '1 millisecond', holder = null, held_until = null
        where ${this.#isHeld(held)} and w.next_index = ${held.nextIndex} and w.enabled`,
      this.#name('put-off'),
    );
    await this.release(database, held);
  }

  // ── Attempts ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Newest first, as the response shows each. */
  async pageOfAttempts<Shown>(
    database: Queryable,
    key: Key,
    query: Paging & { outcome?: 'DELIVERED' | 'FAILED' | undefined },
    shown: (attempt: ListedAttempt<Attempt>) => Shown,
  ): Promise<Page<Shown>> {
    const order = this.#attemptsNewestFirst;
    const range = order.rangeOf(query);
    const { outcome } = query;
    const rows = sql`select ${this.#attemptColumns} from ${this.#attempt} a where ${this.#of.isOfOne(key)}
        ${outcome === undefined ? empty : sql`and a.delivered = ${outcome === 'DELIVERED'}`} ${order.after(range)}
      ${order.orderAndLimit(range)}`;
    const found = await database.query<Found<ListedAttempt<Attempt>>>(order.measured(rows, range));
    return order.pageOf(found, query, shown);
  }

  /** @throws Problem 404 */
  async attempt(database: Queryable, key: Key, attemptId: string): Promise<Attempt> {
    const [row] = await database.query<Attempt>(
      sql`select ${this.#attemptColumns}, a.response_body as "responseBody" from ${this.#attempt} a
        where ${this.#of.isOfOne(key)} and a.id = ${attemptId}`,
      this.#name('attempt'),
    );
    if (!row) throw notFound('attempt');
    return row;
  }

  /**
   * @param held from before the message was created
   * @returns false if the webhook was deleted meanwhile
   */
  async insertAttempt(
    database: Queryable,
    held: ClaimedWebhook,
    attempt: Attempt,
  ): Promise<boolean> {
    const values = [
      sql`${attempt.id}::uuid`,
      sql`${attempt.kind}::text`,
      sql`${attempt.messageId}::text`,
      sql`${attempt.eventType}::text`,
      sql`${attempt.index}::bigint`,
      sql`${attempt.number}::integer`,
      sql`${attempt.attemptDate}::timestamptz`,
      sql`${attempt.durationMs}::integer`,
      sql`${attempt.url}::text`,
      sql`${attempt.status}::integer`,
      sql`${attempt.contentType}::text`,
      sql`${attempt.error && JSON.stringify(attempt.error)}::jsonb`,
      sql`${attempt.delivered}::boolean`,
    ];
    const { keyColumns = [], ofAttempt, keepsResponse } = this.#of;
    const keys = ['webhook_id', ...keyColumns].map((column) => raw(column));
    const ofKey = ['id', ...keyColumns].map((column) => raw(`w.${column}`));
    const more = ofAttempt?.(attempt);
    const body = sql`${attempt.responseBody}::text`;
    const rows = await database.query(
      sql`insert into ${this.#attempt} (${join(keys)}, id, kind, message_id, event_type, log_index, number, attempt_date,
          duration_ms, url, status, content_type, error, delivered, ${more ? sql`${more.columns},` : empty} response_body)
        select ${join(ofKey)}, ${join(values)}, ${more ? sql`${more.values},` : empty}
          ${keepsResponse ? sql`case when ${keepsResponse(held)} then ${body} end` : body}
        from ${this.#webhook} w where ${this.#of.isOne(held)} for no key update
        returning id`,
      this.#name('attempt-insert'),
    );
    return rows.length > 0;
  }

  /** Deletes attempts older than 30 days, and the oldest ones of a webhook with very many. */
  async sweepAttempts(database: Queryable): Promise<void> {
    for (;;) {
      const swept = await database.query<{ id: string }>(
        sql`delete from ${this.#attempt} where attempt_date < statement_timestamp() - interval '30 days' and id in (
            select id from ${this.#attempt} where attempt_date < statement_timestamp() - interval '30 days'
            limit ${sweptTogether}) returning id`,
        this.#name('attempts-sweep'),
      );
      if (swept.length < sweptTogether) break;
    }
    const { keyColumns = [] } = this.#of;
    const columns = join(['webhook_id', ...keyColumns].map((column) => raw(column)));
    const named = join([
      sql`webhook_id as "webhookId"`,
      ...keyColumns.map((column) => sql`${raw(column)} as ${raw(camelCased(column))}`),
    ]);
    const crowded = await database.query<Key>(
      sql`select ${named} from ${this.#attempt} group by ${columns} having count(*) > ${maxStoredAttempts}`,
      this.#name('attempts-crowded'),
    );
    for (const key of crowded)
      await database.query(
        sql`delete from ${this.#attempt} a where ${this.#of.isOfOne(key)}
            and a.id < (select a.id from ${this.#attempt} a where ${this.#of.isOfOne(key)}
              order by a.id desc offset ${maxStoredAttempts - 1} limit 1)`,
        this.#name('attempts-sweep-crowded'),
      );
  }
}

/** The service's name of a column, in quotes. */
const camelCased = (column: string): string =>
  `"${column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}"`;

/** Whether a moment is this long ago. */
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
