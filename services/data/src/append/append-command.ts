import type { FastifyRequest } from 'fastify';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import type { Idempotency } from '@annals/kit/idempotency/idempotency-key';
import { hashedIdempotencyOf } from '../idempotency/idempotency.ts';
import type { Draft } from './draft.ts';

/** One write to a partition: its read set, its size, and its decision. */
export interface AppendCommand<Result> {
  reads: ReadSet;
  /** The maximum number of versions it appends. */
  versions: number;
  /** Their approximate total size. */
  bytes: number;
  idempotency: Idempotency | undefined;
  /** The schema version of the partition that its data was checked by; undefined where there is nothing to check. */
  schemaVersion?: number;
  /** Appends to the draft, or throws to refuse. */
  decide(draft: Draft): Result;
  /** What is stored for a repetition, and is its result; left out: the whole result. */
  repeatedResult?(result: Result): Result;
  /** Runs in the same transaction, once the versions are inserted; a throw refuses the command. Skipped for a repetition. */
  afterInsert?(transaction: Queryable, result: Result): Promise<void>;
}

/** What is read under the lock of the partition before a command can decide. */
export interface ReadSet {
  timelines: string[];
  /** Timelines whose newest data is read too. */
  withData?: string[];
  keys?: string[];
  /** Those of the keys whose timeline's newest data is read too. */
  keysWithData?: string[];
  versions?: string[];
}

/** The part of a command that comes from the request. */
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
  // A body without a Content-Length counts as large.
  const bytes = Number(request.headers['content-length'] ?? mebibyte);
  return { caller, bytes, idempotency: hashedIdempotencyOf(request, caller) };
}
