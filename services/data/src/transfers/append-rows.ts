import type { ImportRow } from '@annals/contracts/transfers';
import type { Broken, CheckedAppend } from '../objects/checked-append.ts';
import type { WriteRequest } from '../objects/write-request.ts';
import type { GivenData } from '../types/object-data-check.ts';
import { importBatch, type Import, type ImportAnswer } from './import-batch.ts';

/** Writes rows to a partition, their data checked by the JSON Schemas of their types. */
export async function appendRows(
  checked: CheckedAppend,
  partitionId: string,
  batch: Omit<Import, 'broken'>,
  request: Pick<WriteRequest, 'bytes' | 'idempotency'>,
): Promise<ImportAnswer> {
  const { given, numbers } = dataOf(batch.rows);
  const { userId } = batch.importer;
  return checked.append({ partitionId, userId, given }, (broken) =>
    importBatch({ ...batch, broken: byRow(broken, numbers) }, request),
  );
}

/** The data of the rows that bring any, and the number of the row of each. */
function dataOf(rows: ImportRow[]): { given: GivenData[]; numbers: number[] } {
  const given: GivenData[] = [];
  const numbers: number[] = [];
  for (const [number, row] of rows.entries())
    if (!('ended' in row)) {
      given.push({ type: row.type, timelineId: undefined, objectData: row.objectData });
      numbers.push(number);
    }
  return { given, numbers };
}

const byRow = (broken: Broken, numbers: number[]): Broken =>
  new Map([...broken].map(([index, fields]) => [numbers[index] ?? index, fields]));
