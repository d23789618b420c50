import type { Queryable } from '@annals/kit/database/database';
import { conflict } from '@annals/kit/problem';
import { storedResult } from '../idempotency/idempotency.ts';
import type { AppendCommand } from './append-command.ts';
import { Draft, type PartitionState, type ReadState } from './draft.ts';

/** The result or the refusal of a command; its caller gets it once the transaction has committed. */
export type Outcome =
  | { result: unknown; afterInsert?: (transaction: Queryable) => Promise<void> }
  | { error: unknown };

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
  if (partition.archived)
    throw conflict(
      'partition_archived',
      'This partition is archived and read-only. An owner can unarchive it.',
    );
  if (schemaVersion !== partition.schemaVersion) throw new SchemaChanged(partition.schemaVersion);
}
