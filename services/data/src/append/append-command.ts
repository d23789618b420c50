import type { FastifyRequest } from 'fastify';
import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import type { Idempotency } from '@annals/kit/idempotency/idempotency-key';
import { storedResult } from '@annals/kit/idempotency/idempotent-writes';
import { conflict } from '@annals/kit/problem';
import { Draft, type PartitionState, type ReadState } from './draft.ts';

/** One write to a partition: its read set, its size, and its decision. */
export interface AppendCommand<Result> {
  reads: ReadSet;
  /** The maximum number of versions it appends. */
  versions: number;
  /** Their approximate total size. */
  bytes: number;
  idempotency: Idempotency | undefined;
  /** The key of a write that has to be written before this one. */
  after?: Pick<Idempotency, 'userId' | 'key'> | undefined;
  /** The schema version of the partition that its data was checked by; undefined where there is nothing to check. */
  schemaVersion?: number;
  /** Appends to the draft, or throws to refuse. */
  decide(draft: Draft): Result;
  /** The part of the result that is stored and that repeated requests get. Omitted: the whole result. */
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
  /** Those of the keys for whose timelines the newest data is read too. */
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
  idempotency,
}: Pick<WriteRequest, 'caller' | 'idempotency'> & { request: FastifyRequest }): WriteRequest {
  // A body without a Content-Length counts as large.
  const bytes = Number(request.headers['content-length'] ?? mebibyte);
  return { caller, bytes, idempotency };
}

/** The result or the refusal of a command; its caller gets it once the transaction has committed. */
export type Outcome =
  | { result: unknown; afterInsert?: (transaction: Queryable) => Promise<void> }
  | { error: unknown };

/** The code of the refusal of a write whose `after` is not written. */
export const missingBatch = 'previous_batch_missing';

/** The data was checked by JSON Schemas that have changed since. */
export class SchemaChanged extends Error {
  override readonly name = 'SchemaChanged';

  constructor(readonly schemaVersion: number) {
    super('The JSON Schemas of the partition were changed.');
  }
}

/**
 * Decides commands in order, using only the read state. Each sees the versions of those before it; a refused one does
 * not affect the others.
 */
export function decideBatch(
  commands: readonly AppendCommand<unknown>[],
  readState: ReadState,
  partition: PartitionState,
): { draft: Draft; outcomes: Outcome[] } {
  const draft = new Draft(readState, partition);
  const outcomes = commands.map((command): Outcome => {
    const branch = draft.branch();
    try {
      const outcome = decide(branch, command);
      draft.adopt(branch);
      return outcome;
    } catch (error) {
      return { error };
    }
  });
  return { draft, outcomes };
}

/** Decides, or returns the first result to a repetition. */
function decide(draft: Draft, command: AppendCommand<unknown>): Outcome {
  const { idempotency } = command;
  const stored = idempotency && draft.answer(idempotency.userId, idempotency.key);
  if (stored) return { result: storedResult(idempotency, stored) };
  requireWritable(draft.partition, command);
  const { after } = command;
  if (after && !draft.answer(after.userId, after.key)) throw conflict(missingBatch, say('noBatch'));
  const result = command.decide(draft);
  if (idempotency) {
    const { userId, key, hash } = idempotency;
    const repeated = command.repeatedResult ? command.repeatedResult(result) : result;
    draft.answers.push({ userId, key, hash, answer: JSON.stringify(repeated) });
  }
  if (!command.afterInsert) return { result };
  return { result, afterInsert: async (transaction) => command.afterInsert?.(transaction, result) };
}

function requireWritable(
  partition: PartitionState,
  { schemaVersion = partition.schemaVersion }: AppendCommand<unknown>,
): void {
  if (partition.archived) throw conflict('partition_archived', say('partitionReadOnly'));
  if (schemaVersion !== partition.schemaVersion) throw new SchemaChanged(partition.schemaVersion);
}
