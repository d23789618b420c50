import type { ImportObjectsAnswer } from './calls.generated.ts';
import { AnnalsError, RowRefused } from './errors.ts';
import { cutBatches, type RowToImport } from './import-batches.ts';

export interface ImportCounts {
  /** Created timelines. */
  created: number;
  changed: number;
  ended: number;
  /** Rows that already existed. */
  existing: number;
}

export interface ImportResult extends ImportCounts {
  /** Processed rows. */
  rows: number;
  /** With `skipRefused`: the rows that were not written, by index, and the reasons. */
  refused: { row: number; code: string; message: string }[];
}

export interface ImportOptions {
  partitionId: string;
  /** Oldest first. A text is one line of NDJSON and is sent unchanged. */
  rows: AsyncIterable<RowToImport> | Iterable<RowToImport>;
  /** For rows without a reason of their own. */
  reason?: string | undefined;
  /** Skips refused rows instead of stopping at the first one. */
  skipRefused?: boolean | undefined;
  /** Skips rows that would change nothing in their timeline; they count as existing. */
  skipUnchanged?: boolean | undefined;
  /** Rows change their objects: fields and references that they do not have keep their values. */
  partial?: boolean | undefined;
  /** Called after each batch. */
  onProgress?: ((result: ImportResult) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Sends a batch to `importObjects` and retries it with the same key while that may help. */
type SendBatch = (body: string, options: ImportOptions) => Promise<unknown>;

const counted = ['created', 'changed', 'ended', 'existing'] as const;

/** Each batch is acknowledged before the next one is sent, because rows may refer to earlier ones. */
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

/** The same error with the index among all rows instead of the one in the batch. */
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
