import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '@annals/kit/caller';
import { idempotencyOf, type Idempotency } from '@annals/kit/idempotency/idempotency-key';

/**
 * What the Idempotency-Key of a request asks for, as it is kept: without the key itself nobody who reads the database can
 * try out what the request held, also when that was erased since.
 * @throws Problem 400 for a key that will not do
 */
export function keptIdempotencyOf(
  request: FastifyRequest,
  caller: Caller,
): Idempotency | undefined {
  const given = idempotencyOf(request, caller);
  if (!given) return undefined;
  const { userId, key, hash } = given;
  return {
    userId,
    key: createHash('sha256').update(key).digest('hex'),
    hash: createHash('sha256').update(key).update(hash).digest(),
  };
}
