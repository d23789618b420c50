import { createHash } from 'node:crypto';
import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import { Draft, type PartitionState, type ReadState } from '../append/draft.ts';
import { operationOf, type StoredOperation } from '../change-sets/commit.ts';
import type { ChangeSetKey } from '../change-sets/change-sets.sql.ts';
import {
  transactionCommand,
  TransactionRefused,
  type Prepared,
  type Transaction,
  type VersionIds,
} from '../transactions/transaction-command.ts';
import type { Version } from '../versions/version.ts';

/** Numbers of previewed versions start here, above all others, so that pages continue correctly during writes. */
export const firstPreviewed = 2 ** 52;

/** Why an operation would be refused. */
export interface Refusal {
  operation: StoredOperation;
  code: string;
  message: string;
  /** The path of the problem, if there is a single one. */
  path: string | null;
}

export interface Preview {
  /** In the order of their numbers. */
  versions: readonly Version[];
  shown: { operation: StoredOperation; ids: VersionIds }[];
  leftOut: Refusal[];
}

/** What the decision needs of the set and of the partition. */
export interface PreviewedSet {
  key: ChangeSetKey;
  reason: string;
  operations: readonly StoredOperation[];
  prepared: Prepared;
}

/** The command that writes these operations of a set, with stable ids. */
function commandOf(set: PreviewedSet, numbers: readonly number[], caller: Caller) {
  const operations = numbers.flatMap((number) => set.operations[number] ?? []);
  const broken = new Map(
    numbers.flatMap((number, index) => {
      const fields = set.prepared.broken.get(number);
      return fields ? [[index, fields] as const] : [];
    }),
  );
  const transaction: Transaction = {
    operations: operations.map(operationOf),
    dryRun: false,
    authorOf: (index) => operations[index]?.editedUserId ?? caller.userId,
    changeSetId: set.key.changeSetId,
    reason: set.reason,
    idsOf: (index) => idsIn(set.key, operations[index]?.operationId ?? ''),
  };
  const request = { caller, bytes: 0, idempotency: undefined };
  return transactionCommand(transaction, { olds: set.prepared.olds, broken }, request);
}

/** What has to be read before a decision. */
export const commandToRead = (set: PreviewedSet, caller: Caller) =>
  commandOf(set, [...set.operations.keys()], caller);

/**
 * The versions that the commit of the set would write, as its own engine decides. An operation that would be refused is
 * left out, with everything that refers to it, and the rest is decided again.
 */
export function decidePreview(
  set: PreviewedSet,
  readState: ReadState,
  partition: PartitionState,
  caller: Caller,
): Preview {
  const leftOut: LeftOut = new Map();
  for (;;) {
    const numbers = [...set.operations.keys()].filter((number) => !leftOut.has(number));
    const draft = new Draft(readState, { ...partition, nextSeq: firstPreviewed });
    try {
      if (numbers.length > 0) commandOf(set, numbers, caller).decide(draft);
      return {
        versions: draft.versions,
        shown: numbers.flatMap((number) => shownOf(set, number)),
        leftOut: [...leftOut].flatMap(([number, refusal]) => {
          const operation = set.operations[number];
          return operation ? [{ operation, ...refusal }] : [];
        }),
      };
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      for (const { operation, ...problem } of error.problems)
        leaveOut(leftOut, numbers[operation], { code: 'invalid_operation', ...problem });
      for (const { operation, timelineId: _, objectId: __, ...conflict } of error.conflicts)
        leaveOut(leftOut, numbers[operation], { ...conflict, path: null });
      leaveOutReferring(set.operations, leftOut);
    }
  }
}

function shownOf({ key, operations }: PreviewedSet, number: number): Preview['shown'] {
  const operation = operations[number];
  if (!operation) return [];
  const ids = idsIn(key, operation.operationId);
  return [{ operation, ids: { ...ids, timelineId: operation.timelineId ?? ids.timelineId } }];
}

type LeftOut = Map<number, Omit<Refusal, 'operation'>>;

/** The first reason is reported. */
function leaveOut(
  leftOut: LeftOut,
  number: number | undefined,
  why: Omit<Refusal, 'operation'>,
): void {
  if (number !== undefined && !leftOut.has(number)) leftOut.set(number, why);
}

/** Operations that refer to an object that is not created cannot be written either, transitively. */
function leaveOutReferring(operations: readonly StoredOperation[], leftOut: LeftOut): void {
  for (let before = -1; before !== leftOut.size;) {
    before = leftOut.size;
    const missing = new Set([...leftOut.keys()].map((number) => operations[number]?.localName));
    for (const [number, { references }] of operations.entries())
      if (references?.some((to) => 'localName' in to && missing.has(to.localName)))
        leaveOut(leftOut, number, {
          code: 'refers_to_left_out',
          ...say('notCreatable'),
          path: null,
        });
  }
}

/** The same for each call, and greater than all time-based ids. */
function idsIn({ partitionId, changeSetId }: ChangeSetKey, operationId: string): VersionIds {
  const idOf = (what: string) => {
    const text = `${partitionId} ${changeSetId} ${operationId} ${what}`;
    const hash = createHash('sha256').update(text).digest('hex');
    return `ffffffff-ffff-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
  };
  return { objectId: idOf('version'), timelineId: idOf('timeline') };
}
