import sql from 'sql-template-tag';
import type { Database, Queryable, Transaction } from '@annals/kit/database/database';
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
  keys: Pick<Idempotency, 'userId' | 'key'>[],
): Promise<StoredAnswer[]> {
  return transaction.query<StoredAnswer>(
    sql`select user_id as "userId", key, request_hash as hash, answer from data.idempotency
      join unnest(${keys.map(({ userId }) => userId)}::uuid[], ${keys.map(({ key }) => key)}::text[])
        as given (user_id, key) using (user_id, key)
      where partition_id = ${partitionId} and created_date > clock_timestamp() - ${retention}`,
    'idempotency-find',
  );
}

export function insertAnswers(
  transaction: Transaction,
  partitionId: string,
  answers: StoredAnswer[],
): void {
  // A conflicting row is past its retention.
  transaction.write(
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
 * @returns false if an answer is stored for it
 */
export async function claimKey(
  transaction: Queryable,
  partitionId: string,
  { userId, key, hash }: Idempotency,
): Promise<boolean> {
  await transaction.query(
    sql`delete from data.idempotency where partition_id = ${partitionId} and user_id = ${userId} and key = ${key}
      and created_date <= statement_timestamp() - ${retention}`,
    'idempotency-expire',
  );
  const claimed = await transaction.query(
    sql`insert into data.idempotency (partition_id, user_id, key, request_hash, answer)
      values (${partitionId}, ${userId}, ${key}, ${hash}, '')
      on conflict (partition_id, user_id, key) do nothing returning key`,
    'idempotency-claim',
  );
  return claimed.length > 0;
}

const sweptAtOnce = 1000;

/** Deletes the answers that are past their retention, a batch at a time. */
export async function sweepAnswers(database: Database): Promise<void> {
  for (;;) {
    const old = await database.query<{ partitionId: string; users: string[]; keys: string[] }>(
      sql`select partition_id as "partitionId", array_agg(user_id) as users, array_agg(key) as keys from (
          select partition_id, user_id, key from data.idempotency
          where created_date <= clock_timestamp() - ${retention} order by created_date limit ${sweptAtOnce}
        ) old group by partition_id`,
      'idempotency-old',
    );
    for (const { partitionId, users, keys } of old)
      await database.query(
        sql`delete from data.idempotency using unnest(${users}::uuid[], ${keys}::text[]) as old (user_id, key)
          where partition_id = ${partitionId} and idempotency.user_id = old.user_id and idempotency.key = old.key
            and created_date <= statement_timestamp() - ${retention}`,
        'idempotency-sweep',
      );
    if (old.reduce((count, { keys }) => count + keys.length, 0) < sweptAtOnce) return;
  }
}
