import { say } from '@annals/contracts/messages';
import {
  maximalOperationBytes,
  maximalOperations,
  type Operation,
} from '@annals/contracts/transactions';
import type { Queryable } from '@annals/kit/database/database';
import { badRequest, conflict, Problem, type FieldProblem } from '@annals/kit/problem';
import type { ChangeSetKey } from './change-sets.sql.ts';
import * as table from './operations.sql.ts';

/** An operation as a client gives it. */
export interface OperationInput {
  operationId: string;
  operation: Operation;
}

/**
 * Adds operations to a set, or replaces those with the same id, each pinned to its base version. Data is stored
 * unchecked: schema violations are reported when it is read.
 * @param pathOf the path of an operation in the input
 * @throws Problem 400, 409
 */
export async function saveOperations(
  transaction: Queryable,
  key: ChangeSetKey,
  given: OperationInput[],
  by: string,
  pathOf: (index: number) => string,
): Promise<void> {
  const pinned = await pin(transaction, key, given, pathOf);
  const replaced = new Set(given.map(({ operationId }) => operationId));
  if (replaced.size < given.length)
    throw badRequest(say('operationIdTwice'), [
      { path: 'body.operations', ...say('sameOperationId') },
    ]);
  const outlines = await table.listOutlines(transaction, key);
  const others = outlines.filter(({ operationId }) => !replaced.has(operationId));
  requireDistinct([...others, ...pinned]);
  requireLimits([...others, ...pinned]);
  const positions = new Map(outlines.map(({ operationId, position }) => [operationId, position]));
  let next = Math.max(0, ...positions.values()) + 1;
  const stored = pinned.map((operation) =>
    Object.assign(operation, { position: positions.get(operation.operationId) ?? next++ }),
  );
  await table.putOperations(transaction, key, stored, by);
}

type Pinned = Omit<table.StoredOperation, 'position'>;

async function pin(
  transaction: Queryable,
  { partitionId }: ChangeSetKey,
  given: OperationInput[],
  pathOf: (index: number) => string,
): Promise<Pinned[]> {
  const operations = given.map(({ operation }) => operation);
  const heads = await table.findHeads(
    transaction,
    partitionId,
    operations.flatMap((operation) => ('timelineId' in operation ? operation.timelineId : [])),
  );
  const versions = await table.findVersionOutlines(
    transaction,
    partitionId,
    operations.flatMap((operation) => {
      if (operation.operation === 'create') return [];
      const old = operation.operation === 'restore' ? operation.objectId : undefined;
      const newest = heads.get(operation.timelineId)?.objectId;
      return [old, operation.predecessorId ?? newest].filter((each) => each !== undefined);
    }),
  );
  const fields: FieldProblem[] = [];
  const pinned = given.map(({ operationId, operation }, index): Pinned => {
    const path = pathOf(index);
    const content = contentOf(operation);
    const stored = { operationId, operation: operation.operation, ...content };
    if (operation.operation === 'create')
      return {
        ...stored,
        localName: operation.localName ?? null,
        key: operation.key ?? null,
        type: operation.type,
        timelineId: null,
        objectId: null,
        predecessorId: null,
      };
    const { timelineId } = operation;
    const head = heads.get(timelineId);
    if (!head)
      fields.push({
        path: `${path}.timelineId`,
        ...say('noTimelineInPartition'),
      });
    const requireOfTimeline = (name: 'objectId' | 'predecessorId', objectId: string) => {
      if (head && versions.get(objectId)?.timelineId !== timelineId)
        fields.push({
          path: `${path}.${name}`,
          ...say('noVersionOfTimeline'),
        });
    };
    if (operation.predecessorId) requireOfTimeline('predecessorId', operation.predecessorId);
    if (operation.operation === 'restore') requireOfTimeline('objectId', operation.objectId);
    const predecessorId = operation.predecessorId ?? head?.objectId ?? null;
    // The version whose content it copies.
    const brought = operation.operation === 'restore' ? operation.objectId : (predecessorId ?? '');
    const bytes =
      operation.operation === 'newVersion' ? stored.bytes : (versions.get(brought)?.bytes ?? 0);
    return {
      ...stored,
      bytes,
      localName: null,
      key: null,
      type: head?.type ?? '',
      timelineId,
      objectId: operation.operation === 'restore' ? operation.objectId : null,
      predecessorId,
    };
  });
  if (fields.length > 0) throw badRequest(say('operationsNotValid'), fields.slice(0, 50));
  return pinned;
}

function contentOf(operation: Operation) {
  if (!('objectData' in operation)) return { objectData: null, references: null, bytes: 0 };
  const { objectData, references } = operation;
  const bytes = Buffer.byteLength(JSON.stringify(objectData) + JSON.stringify(references));
  return { objectData, references, bytes };
}

/** @throws Problem 409 if two operations change one timeline or have one local name */
function requireDistinct(
  operations: Pick<Pinned, 'operationId' | 'timelineId' | 'localName'>[],
): void {
  const timelines = new Map<string, string>();
  const names = new Set<string>();
  for (const { operationId, timelineId, localName } of operations) {
    const other = timelineId === null ? undefined : timelines.get(timelineId);
    if (other !== undefined)
      throw conflict('timeline_in_change_set', say('objectChangedTwice'), { operationId: other });
    if (timelineId !== null) timelines.set(timelineId, operationId);
    if (localName !== null && names.has(localName))
      throw conflict('local_name_taken', say('nameTaken', { localName }));
    if (localName !== null) names.add(localName);
  }
}

/** @throws Problem 413 */
function requireLimits(operations: { bytes: number }[]): void {
  if (operations.length > maximalOperations)
    throw new Problem(413, 'too_large', say('tooManyOperations', { maximalOperations }));
  if (operations.reduce((sum, { bytes }) => sum + bytes, 0) > maximalOperationBytes)
    throw new Problem(413, 'too_large', say('changeSetTooLarge'));
}
