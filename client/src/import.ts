import type { ImportObjectsAnswer } from './calls.generated.ts';
import { AnnalsError, RowRefused } from './errors.ts';
import { cutBatches, type RowToImport } from './import-batches.ts';

export interface ImportCounts {
  /** Timelines that began. */
  created: number;
  changed: number;
  ended: number;
  /** Rows that were there already. */
  existing: number;
}

export interface ImportResult extends ImportCounts {
  /** Rows that are dealt with. */
  rows: number;
  /** With `skipRefused`: which rows were not written, by their number from 0, and why. */
  refused: { row: number; code: string; message: string }[];
}

export interface ImportOptions {
  partitionId: string;
  /** The oldest first. A text is one line of NDJSON and is sent as it is. */
  rows: AsyncIterable<RowToImport> | Iterable<RowToImport>;
  /** Of the rows that have none of their own. */
  reason?: string | undefined;
  /** Writes what is right and goes on, in place of stopping at the first row that is refused. */
  skipRefused?: boolean | undefined;
  /** A row that says what its timeline says already is not written, and counts as existing. */
  skipUnchanged?: boolean | undefined;
  /** Told after each batch. */
  onProgress?: ((result: ImportResult) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Sends a batch to the call `importObjects`, and again with the same key while that may help. */
type SendBatch = (body: string, options: ImportOptions) => Promise<unknown>;

const counted = ['created', 'changed', 'ended', 'existing'] as const;

/** Each batch is acknowledged before the next is sent, since rows may refer to those before them. */
export async function importRows(send: SendBatch, options: ImportOptions): Promise<ImportResult> {
  const { partitionId, rows, reason, onProgress, signal } = options;
  const result: ImportResult = {
    created: 0,
    changed: 0,
    ended: 0,
    existing: 0,
    rows: 0,
    refused: [],
  };
  for await (const { body, size } of cutBatches(rows, partitionId, reason)) {
    signal?.throwIfAborted();
    let answer: ImportObjectsAnswer;
    try {
      answer = (await send(body, options)) as ImportObjectsAnswer;
    } catch (error) {
      throw error instanceof AnnalsError ? amongAll(error, result.rows) : error;
    }
    for (const name of counted) result[name] += answer[name];
    for (const { row, code, message } of answer.refused)
      result.refused.push({ row: result.rows + row, code, message });
    result.rows += size;
    onProgress?.({ ...result });
  }
  return result;
}

/** The same error, with the number of the row among all in place of that in the batch. */
function amongAll(error: AnnalsError, before: number): AnnalsError {
  const [field] = error.problem.fields ?? [];
  const match = /^body\.rows\.(\d+)\.?(.*)$/.exec(field?.path ?? '');
  if (field && match) {
    const [, index, property] = match;
    const why = property ? `${property}: ${field.message}` : field.message;
    return new RowRefused(error, before + Number(index), why);
  }
  const named = /^Row (\d+) (.*)$/s.exec(error.message);
  return named ? new RowRefused(error, before + Number(named[1]), `This row ${named[2]}`) : error;
}
