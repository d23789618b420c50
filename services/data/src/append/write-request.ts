import type { FastifyRequest } from 'fastify';
import type { Caller } from '@annals/kit/caller';
import type { Idempotency } from '@annals/kit/idempotency/idempotency-key';
import { keptIdempotencyOf } from '../idempotency/kept-key.ts';

/** Who writes, how much, and whether it is a repetition. */
export interface WriteRequest {
  caller: Caller;
  bytes: number;
  idempotency: Idempotency | undefined;
}

const mebibyte = 1024 * 1024;

export function writeRequestOf({
  request,
  caller,
}: {
  request: FastifyRequest;
  caller: Caller;
}): WriteRequest {
  // A body that does not tell its length is taken for a large one.
  const bytes = Number(request.headers['content-length'] ?? mebibyte);
  return { caller, bytes, idempotency: keptIdempotencyOf(request, caller) };
}
