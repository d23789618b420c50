import sql from 'sql-template-tag';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { Idempotency } from '@annals/kit/idempotency/idempotency-key';

const retention = sql`interval '24 hours'`;

export interface StoredAnswer {
  userId: string;
  key: string;
  hash: Buffer;
  answer: string;
}

/** The answers stored for these keys in a partition. */
export async function findAnswers(
  transaction: Queryable,
  partitionId: string,
  keys: Idempotency[],
): Promise<StoredAnswer[]> {
  return transaction.query<StoredAnswer>(
    sql`select user_id as "userId", key, request_hash as hash, answer from data.idempotency
      join unnest(${keys.map(({ userId }) => userId)}::uuid[], ${keys.map(({ key }) => key)}::text[])
        as given (user_id, key) using (user_id, key)
      where partition_id = ${partitionId} and created_date > clock_timestamp() - ${retention}`,
    'idempotency-find',
  );
}

export async function insertAnswers(
  transaction: Queryable,
  partitionId: string,
  answers: StoredAnswer[],
): Promise<void> {
  // A conflicting row is past its retention.
  await transaction.query(
    sql`insert into data.idempotency (partition_id, user_id, key, request_hash, answer)
      select ${partitionId}, * from unnest(
        ${answers.map(({ userId }) => userId)}::uuid[], ${answers.map(({ key }) => key)}::text[],
        ${answers.map(({ hash }) => hash)}::bytea[], ${answers.map(({ answer }) => answer)}::text[])
      on conflict (partition_id, user_id, key) do update set
        request_hash = excluded.request_hash, answer = excluded.answer, created_date = excluded.created_date`,
    'idempotency-insert',
  );
}

/**
 * Claims the key for a write; a second request with it waits here until the first has committed.
 * @returns false when an answer is stored for it
 */
export async function claimKey(
  transaction: Queryable,
  partitionId: string,
  { userId, key, hash }: Idempotency,
): Promise<boolean> {
  const claimed = await transaction.query(
    sql`insert into data.idempotency as present (partition_id, user_id, key, request_hash, answer)
      values (${partitionId}, ${userId}, ${key}, ${hash}, '')
      on conflict (partition_id, user_id, key) do update set
        request_hash = excluded.request_hash, created_date = excluded.created_date
        where present.created_date <= clock_timestamp() - ${retention}
      returning key`,
    'idempotency-claim',
  );
  return claimed.length > 0;
}

const sweptAtOnce = 1000;

/** Deletes the answers that are past their retention, a batch at a time. */
export async function sweepAnswers(database: Database): Promise<void> {
  for (;;) {
    const swept = await database.query(
      sql`delete from data.idempotency where (partition_id, user_id, key) in (
          select partition_id, user_id, key from data.idempotency
          where created_date <= clock_timestamp() - ${retention} order by created_date limit ${sweptAtOnce})
        returning key`,
      'idempotency-sweep',
    );
    if (swept.length < sweptAtOnce) return;
  }
}
