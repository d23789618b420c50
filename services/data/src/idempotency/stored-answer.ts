import { requireSameRequest, type Idempotency } from '@annals/kit/idempotency/idempotency-key';

/** The answer that is kept for the key. It is the answer of the same call, since the hash covers method and path. */
export function storedAnswer(
  { hash }: Idempotency,
  stored: { hash: Buffer; answer: string },
): unknown {
  requireSameRequest(hash, stored.hash);
  return JSON.parse(stored.answer);
}
