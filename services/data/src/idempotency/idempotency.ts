import type { Transaction } from '@annals/kit/database/database';
import { requireSameRequest, type Idempotency } from '@annals/kit/idempotency/idempotency-key';
import { claimKey, findAnswers, insertAnswers, type StoredAnswer } from './idempotency.sql.ts';

/** The placeholder partition for what belongs to none: stored responses, and events for auditors. */
export const noPartition = '00000000-0000-0000-0000-000000000000';

/**
 * The result that is stored for the key. It is that of the same call, since the hash covers method and path.
 * @throws Problem 422 for another request with the same key
 */
export function storedResult({ hash }: Idempotency, stored: StoredAnswer): unknown {
  requireSameRequest(hash, stored.hash);
  return JSON.parse(stored.answer);
}

/** Executes a write outside any partition once per key, and answers repetitions with the first response. */
export async function executeOnce<Answer>(
  transaction: Transaction,
  idempotency: Idempotency | undefined,
  write: () => Promise<Answer>,
): Promise<Answer> {
  if (!idempotency) return write();
  const { userId, key, hash } = idempotency;
  if (!(await claimKey(transaction, noPartition, idempotency))) {
    const [stored] = await findAnswers(transaction, noPartition, [idempotency]);
    if (stored) return storedResult(idempotency, stored) as Answer;
  }
  const answer = await write();
  insertAnswers(transaction, noPartition, [{ userId, key, hash, answer: JSON.stringify(answer) }]);
  return answer;
}
