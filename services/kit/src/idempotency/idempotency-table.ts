import sql, { raw, type Sql } from 'sql-template-tag';
import { uuidv7 } from 'uuidv7';
import { say } from '@annals/contracts/messages';
import type { Database, Queryable, Transaction } from '../database/database.ts';
import { conflict, Problem } from '../problem.ts';
import { requireSameRequest, type Idempotency } from './idempotency-key.ts';

/** The placeholder partition for what belongs to none: stored responses, and events for auditors. */
export const noPartition = '00000000-0000-0000-0000-000000000000';

/** The key of a request, claimed by one attempt to execute it. */
export interface Claim extends Idempotency {
  partitionId: string;
  /** Distinguishes this claim from a later one of the same key. */
  id: string;
}

export interface StoredAnswer {
  userId: string;
  key: string;
  hash: Buffer;
  /** Empty for a success without a body; of a secret response only the id of the thing. */
  answer: string;
}

const retentionMs = 24 * 3_600_000;
/** A claim that was not renewed for this long belongs to a server that has stopped. */
export const leaseMs = 60_000;
const sweptAtOnce = 1000;

export const claimOf = (idempotency: Idempotency, partitionId = noPartition): Claim => ({
  ...idempotency,
  partitionId,
  id: uuidv7(),
});

/**
 * The table in which a service keeps the keys of writes and the answers to them, for a day. Both services have it, with the
 * same columns.
 */
export class IdempotencyTable {
  readonly #table: Sql;

  /** @param clock in milliseconds since 1970 */
  constructor(
    readonly name: string,
    readonly clock: () => number,
  ) {
    this.#table = raw(name);
  }

  /**
   * Whether the claim holds the key now: the key is new, outdated, or left behind by a server that stopped before it wrote.
   * Waits for a transaction that has claimed it.
   */
  async claim(
    queryable: Queryable,
    { partitionId, userId, key, hash, id }: Claim,
  ): Promise<boolean> {
    const claimed = await queryable.query(
      sql`insert into ${this.#table} (partition_id, user_id, key, request_hash, claim, claimed)
        values (${partitionId}, ${userId}, ${key}, ${hash}, ${id}, ${this.#ago(0)}::timestamptz)
        on conflict (partition_id, user_id, key) do update set request_hash = excluded.request_hash,
          claim = excluded.claim, claimed = excluded.claimed, written = false, answer = null
          where idempotency.claimed <= ${this.#ago(retentionMs)}::timestamptz
            or (idempotency.answer is null and not idempotency.written
              and idempotency.claimed <= ${this.#ago(leaseMs)}::timestamptz and idempotency.request_hash = excluded.request_hash)
        returning claim`,
      this.#nameOf('claim'),
    );
    return claimed.length === 1;
  }

  /** @returns false if another request has claimed the key since */
  async confirm(transaction: Queryable, claim: Claim): Promise<boolean> {
    const confirmed = await transaction.query(
      sql`update ${this.#table} set written = true where ${this.#held(claim)} returning claim`,
      this.#nameOf('confirm'),
    );
    return confirmed.length === 1;
  }

  async renew(database: Database, claim: Claim): Promise<void> {
    await database.query(
      sql`update ${this.#table} set claimed = ${this.#ago(0)}::timestamptz
        where ${this.#held(claim)} and answer is null`,
      this.#nameOf('renew'),
    );
  }

  async store(database: Database, claim: Claim, answer: string): Promise<void> {
    await database.query(...this.#storing(claim, answer));
  }

  /** As `store`, in the transaction that has claimed the key. */
  storeIn(transaction: Transaction, claim: Claim, answer: string): void {
    transaction.write(...this.#storing(claim, answer));
  }

  /** @param isWritten also if the write is confirmed */
  async release(database: Database, claim: Claim, isWritten: boolean): Promise<void> {
    await database.query(
      sql`delete from ${this.#table} where ${this.#held(claim)} and (${isWritten}::boolean or not written)`,
      this.#nameOf('release'),
    );
  }

  /**
   * The answer to the request that has claimed the key.
   * @throws Problem 422 for another request with the same key; 409 while the first is in progress, or if its answer was lost
   */
  async findFirst(
    queryable: Queryable,
    { partitionId, userId, key, hash }: Claim,
  ): Promise<string> {
    const [first] = await queryable.query<{
      hash: Buffer;
      answer: string | null;
      isWritten: boolean;
      isLate: boolean;
    }>(
      sql`select request_hash as hash, answer, written as "isWritten",
          claimed <= ${this.#ago(leaseMs)}::timestamptz as "isLate"
        from ${this.#table} where partition_id = ${partitionId} and user_id = ${userId} and key = ${key}`,
      this.#nameOf('first'),
    );
    if (first) requireSameRequest(hash, first.hash);
    // If it was released between the two statements, it was in progress too.
    if (!first || (first.answer === null && !(first.isWritten && first.isLate))) throw inProgress();
    if (first.answer === null) throw conflict('answered_already', say('responseLost'));
    return first.answer;
  }

  /** The answers stored for these keys in a partition. */
  async findAnswers(
    queryable: Queryable,
    partitionId: string,
    keys: readonly Pick<Idempotency, 'userId' | 'key'>[],
  ): Promise<StoredAnswer[]> {
    return queryable.query<StoredAnswer>(
      sql`select user_id as "userId", key, request_hash as hash, answer from ${this.#table}
        join unnest(${keys.map(({ userId }) => userId)}::uuid[], ${keys.map(({ key }) => key)}::text[])
          as wanted (user_id, key) using (user_id, key)
        where partition_id = ${partitionId} and answer is not null
          and claimed > ${this.#ago(retentionMs)}::timestamptz`,
      this.#nameOf('find'),
    );
  }

  /** Stores the answers of writes whose keys were looked for under a lock that every writer of the partition takes. */
  insertAnswers(
    transaction: Transaction,
    partitionId: string,
    answers: readonly StoredAnswer[],
  ): void {
    // A conflicting row is past its retention.
    transaction.write(
      sql`insert into ${this.#table} (partition_id, user_id, key, request_hash, answer, claim, claimed)
        select ${partitionId}, written.*, ${uuidv7()}::uuid, ${this.#ago(0)}::timestamptz from unnest(
          ${answers.map(({ userId }) => userId)}::uuid[], ${answers.map(({ key }) => key)}::text[],
          ${answers.map(({ hash }) => hash)}::bytea[], ${answers.map(({ answer }) => answer)}::text[]) as written
        on conflict (partition_id, user_id, key) do update set request_hash = excluded.request_hash,
          answer = excluded.answer, claim = excluded.claim, claimed = excluded.claimed`,
      this.#nameOf('insert'),
    );
  }

  /** Deletes what is past its retention, a batch at a time. */
  async sweep(database: Database): Promise<void> {
    const outdated = sql`claimed <= ${this.#ago(retentionMs)}::timestamptz`;
    for (;;) {
      const old = await database.query<{ partitionId: string; users: string[]; keys: string[] }>(
        sql`select partition_id as "partitionId", array_agg(user_id) as users, array_agg(key) as keys from (
            select partition_id, user_id, key from ${this.#table} where ${outdated}
            order by claimed limit ${sweptAtOnce}
          ) old group by partition_id`,
        this.#nameOf('old'),
      );
      for (const { partitionId, users, keys } of old)
        await database.query(
          sql`delete from ${this.#table} using unnest(${users}::uuid[], ${keys}::text[]) as old (user_id, key)
            where partition_id = ${partitionId} and idempotency.user_id = old.user_id and idempotency.key = old.key
              and ${outdated}`,
          this.#nameOf('sweep'),
        );
      if (old.reduce((count, { keys }) => count + keys.length, 0) < sweptAtOnce) return;
    }
  }

  #storing(claim: Claim, answer: string): [statement: Sql, name: string] {
    return [
      sql`update ${this.#table} set claimed = ${this.#ago(0)}::timestamptz, answer = ${answer}
        where ${this.#held(claim)}`,
      this.#nameOf('store'),
    ];
  }

  /** The statements of a table have names of their own, because their text has its name. */
  #nameOf(statement: string): string {
    return `${this.name}-${statement}`;
  }

  #held({ partitionId, userId, key, id }: Claim): Sql {
    return sql`partition_id = ${partitionId} and user_id = ${userId} and key = ${key} and claim = ${id}`;
  }

  #ago(milliseconds: number): string {
    return new Date(this.clock() - milliseconds).toISOString();
  }
}

export const inProgress = (): Problem =>
  new Problem(409, 'in_progress', say('inProgress'), { retryAfter: 2 });
