import { createHash, createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { say } from '@annals/contracts/messages';
import type { Caller } from '../caller.ts';
import { badRequest, Problem } from '../problem.ts';

/** A write that must happen once, however often it is sent. */
export interface Idempotency {
  userId: string;
  /** SHA-256 of the key, in hexadecimal. */
  key: string;
  /** Of method, path with query, and body. */
  hash: Buffer;
}

/** The format of a key, for validation and for the OpenAPI document. */
export const keyPattern = '^[\\x21-\\x7e]{8,128}$';
const usable = new RegExp(keyPattern);

/**
 * Reads the Idempotency-Key of a request, in the form in which it is stored; undefined without one.
 *
 * The key itself is not stored: with it, the hash of a request could be brute-forced, which may contain a password or
 * values that are erased later. A random key makes the keyed hash as hard to guess as the key.
 * @throws Problem 400 for a key that is too short, too long or has other characters
 */
export function idempotencyOf(
  request: FastifyRequest,
  { userId }: Caller,
): Idempotency | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !usable.test(key))
    throw badRequest(say('badIdempotencyKey'), [
      { path: 'headers.idempotency-key', ...say('idempotencyKeyForm') },
    ]);
  return {
    userId,
    key: storedKeyOf(key),
    hash: createHmac('sha256', key)
      .update(JSON.stringify([request.method, request.url, request.body ?? null]))
      .digest(),
  };
}

/** The form in which a key is stored. */
export const storedKeyOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** @throws Problem 422 if the key was already used with another request */
export function requireSameRequest(hash: Buffer, first: Buffer): void {
  if (!first.equals(hash))
    throw new Problem(422, 'idempotency_key_reused', say('idempotencyKeyUsed'));
}
