import sql from 'sql-template-tag';
import type { Database, Queryable } from '@annals/kit/database/database';
import type { Idempotency } from '@annals/kit/idempotency/idempotency-key';
import { storedAnswer } from './stored-answer.ts';

/** Stands for the partition of writes outside any. */
const noPartition = '00000000-0000-0000-0000-000000000000';
const kept = sql`interval '24 hours'`;

export interface StoredAnswer {
  userId: string;
  key: string;
  hash: Buffer;
  answer: string;
}

/** The answers kept for these keys in a partition. */
export async function findAnswers(
  transaction: Queryable,
  partitionId: string,
  keys: Idempotency[],
): Promise<StoredAnswer[]> {
  return transaction.query<StoredAnswer>(
    sql`select user_id as "userId", key, request_hash as hash, answer from data.idempotency
      join unnest(${keys.map(({ userId }) => userId)}::uuid[], ${keys.map(({ key }) => key)}::text[])
        as given (user_id, key) using (user_id, key)
      where partition_id = ${partitionId} and created_date > clock_timestamp() - ${kept}`,
    'idempotency-find',
  );
}

export async function insertAnswers(
  transaction: Queryable,
  partitionId: string,
  answers: StoredAnswer[],
): Promise<void> {
  // What is in the way is older than what is kept.
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

/** Does a write outside any partition once per key, and answers repetitions with the answer of the first. */
export async function answeringOnce<Answer>(
  transaction: Queryable,
  idempotency: Idempotency | undefined,
  write: () => Promise<Answer>,
): Promise<Answer> {
  if (!idempotency) return write();
  const { userId, key, hash } = idempotency;
  // A second request with the key waits here until the first has committed.
  const claimed = await transaction.query(
    sql`insert into data.idempotency as present (partition_id, user_id, key, request_hash, answer)
      values (${noPartition}, ${userId}, ${key}, ${hash}, '')
      on conflict (partition_id, user_id, key) do update set
        request_hash = excluded.request_hash, created_date = excluded.created_date
        where present.created_date <= clock_timestamp() - ${kept}
      returning key`,
    'idempotency-claim',
  );
  if (claimed.length === 0) {
    const [stored] = await findAnswers(transaction, noPartition, [idempotency]);
    if (stored) return storedAnswer(idempotency, stored) as Answer;
  }
  const answer = await write();
  await insertAnswers(transaction, noPartition, [
    { userId, key, hash, answer: JSON.stringify(answer) },
  ]);
  return answer;
}

const sweptAtOnce = 1000;

/** Deletes the answers that are older than what is kept, a piece at a time. */
export async function sweepAnswers(database: Database): Promise<void> {
  for (;;) {
    const swept = await database.query(
      sql`delete from data.idempotency where (partition_id, user_id, key) in (
          select partition_id, user_id, key from data.idempotency
          where created_date <= clock_timestamp() - ${kept} order by created_date limit ${sweptAtOnce})
        returning key`,
      'idempotency-sweep',
    );
    if (swept.length < sweptAtOnce) return;
  }
}
