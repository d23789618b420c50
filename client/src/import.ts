import type { ImportObjectsAnswer } from './calls.generated.ts';
import type { CallOptions } from './calls.ts';
import { AnnalsError, RowRefused } from './errors.ts';
import { cutBatches, type RowToImport } from './import-batches.ts';
import { randomKey } from './random-key.ts';
import type { Method } from './rows.ts';
import { urlOf } from './request.ts';

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

interface Sender {
  send(call: { method: Method; url: string; body: string }, options: CallOptions): Promise<unknown>;
}

const counted = ['created', 'changed', 'ended', 'existing'] as const;

/** Each batch is acknowledged before the next is sent, since rows may refer to those before them. */
export async function importRows(sender: Sender, options: ImportOptions): Promise<ImportResult> {
  const { partitionId, rows, reason, skipRefused, skipUnchanged, onProgress, signal } = options;
  const path = '/v1/partitions/{partitionId}/import';
  const url = urlOf(path, { partitionId }, { skipRefused, skipUnchanged });
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
    // Within a run a repeated batch gets the first answer. In another run the ids of the rows keep it from writing twice.
    const callOptions = { signal, idempotencyKey: randomKey() };
    let answer: ImportObjectsAnswer;
    try {
      answer = (await sender.send(
        { method: 'POST', url, body },
        callOptions,
      )) as ImportObjectsAnswer;
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
