import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '@annals/kit/caller';
import { badRequest, Problem } from '@annals/kit/problem';

/** A write that must happen once however often it is sent. */
export interface Idempotency {
  userId: string;
  key: string;
  /** SHA-256 of method, path and body. */
  hash: Buffer;
}

/**
 * What the Idempotency-Key of a request asks for; undefined without one.
 * @throws Problem 400 for a key that is empty, too long or not printable
 */
export function idempotencyOf(
  request: FastifyRequest,
  { userId }: Caller,
): Idempotency | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,200}$/.test(key))
    throw badRequest('The Idempotency-Key is not usable.', [
      { path: 'headers.idempotency-key', message: 'Give 1 to 200 printable ASCII characters.' },
    ]);
  const hash = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest();
  return { userId, key, hash };
}

/** The answer that is kept for the key. It is the answer of the same call, since the hash covers method and path. */
export function storedAnswer(
  { hash }: Idempotency,
  stored: { hash: Buffer; answer: string },
): unknown {
  if (!stored.hash.equals(hash))
    throw new Problem(
      422,
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Send the same request, or take a new key.',
    );
  return JSON.parse(stored.answer);
}
