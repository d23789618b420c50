import { say } from '@annals/contracts/messages';
import { maximalOperationBytes } from '@annals/contracts/transactions';
import type { Database, Queryable } from '@annals/kit/database/database';
import { Problem } from '@annals/kit/problem';
import type { WriteRequest } from '../append/append-command.ts';
import { findVersions } from '../append/append.sql.ts';
import type { CheckedAppend } from '../append/checked-append.ts';
import type { DataInput } from '../types/schemas.ts';
import type { Version } from '../versions/version.ts';
import {
  transactionCommand,
  type Prepared,
  type Transaction,
  type TransactionResult,
} from './transaction-command.ts';
import { bytesOf } from './transactions.sql.ts';

/**
 * Writes a transaction: reads what it restores, checks the data against the JSON Schemas, and appends all of it or
 * nothing.
 * @throws TransactionRefused, Problem
 */
export async function writeTransaction(
  database: Database,
  checked: CheckedAppend,
  partitionId: string,
  transaction: Transaction,
  request: WriteRequest,
): Promise<TransactionResult> {
  const { olds, bytes } = await readVersionsToRestore(
    database,
    partitionId,
    transaction,
    request.bytes,
  );
  const { given, numbers } = dataOf(transaction, olds);
  const { userId } = request.caller;
  return checked.append({ partitionId, userId, given }, (broken) =>
    transactionCommand(
      transaction,
      {
        olds,
        broken: new Map([...broken].map(([index, fields]) => [numbers[index] ?? index, fields])),
      },
      { ...request, bytes },
    ),
  );
}

/** @returns the versions to restore, and the bytes of everything that is written */
export async function readVersionsToRestore(
  database: Queryable,
  partitionId: string,
  { operations }: Pick<Transaction, 'operations'>,
  bytes: number,
): Promise<{ olds: Prepared['olds']; bytes: number }> {
  const objectIds: string[] = [];
  const timelineIds: string[] = [];
  for (const operation of operations)
    if (operation.operation === 'restore') objectIds.push(operation.objectId);
    else if (operation.operation === 'end') timelineIds.push(operation.timelineId);
  const brings = objectIds.length > 0 || timelineIds.length > 0;
  const brought = brings ? await bytesOf(database, partitionId, { objectIds, timelineIds }) : 0;
  // All of it is in memory at once, and in the response.
  if (bytes + brought > maximalOperationBytes)
    throw new Problem(413, 'too_large', say('transactionTooLarge'));
  const found = objectIds.length > 0 ? await findVersions(database, partitionId, objectIds) : [];
  return { olds: new Map(found.map((version) => [version.id, version])), bytes: bytes + brought };
}

/** The data that the JSON Schemas apply to, and the operation of each. */
export function dataOf(
  { operations }: Pick<Transaction, 'operations'>,
  olds: ReadonlyMap<string, Version>,
): { given: DataInput[]; numbers: number[] } {
  const inputs: DataInput[] = [];
  const numbers: number[] = [];
  for (const [number, operation] of operations.entries()) {
    if (operation.operation === 'end') continue;
    if (operation.operation === 'restore') {
      const old = olds.get(operation.objectId);
      if (!old) continue;
      const { type, timelineId, objectData } = old;
      inputs.push({ type, timelineId, objectData });
    } else {
      const isNew = operation.operation === 'create';
      inputs.push({
        type: isNew ? operation.type : undefined,
        timelineId: isNew ? undefined : operation.timelineId,
        objectData: operation.objectData,
      });
    }
    numbers.push(number);
  }
  return { given: inputs, numbers };
}
