import type { ImportObjectsAnswer } from './calls.generated.ts';
import { AnnalsError, RowRefused } from './errors.ts';
import { randomKey } from './exchange.ts';
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

export interface BatchToSend {
  readonly body: string;
  /**
   * Within a run, a repeated batch gets the first response. In another run, the ids of the rows prevent duplicates.
   */
  readonly key: string;
  /** The key of the batch that has to be written before. */
  readonly after: string | undefined;
}

/** Sends a batch to `importObjects` and retries it with the same key while that may help. */
type SendBatch = (batch: BatchToSend, options: ImportOptions) => Promise<unknown>;

/** While one batch is written, the service reads the next one. */
const batchesAtOnce = 2;

const counted = ['created', 'changed', 'ended', 'existing'] as const;

interface SentBatch {
  readonly key: string;
  readonly size: number;
  readonly answer: Promise<ImportObjectsAnswer>;
}

/** Batches are written in order, each only if the one before is, because rows may refer to earlier ones. */
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
  const sent: SentBatch[] = [];
  // Not AbortSignal.any, which browsers have had only for a short time.
  const stop = new AbortController();
  const end = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', end);
  const sending = { ...options, signal: stop.signal };
  const acknowledgeFirst = async () => {
    const [first] = sent.splice(0, 1);
    if (!first) return;
    let answer: ImportObjectsAnswer;
    try {
      answer = await first.answer;
    } catch (error) {
      // Those behind it will not be written.
      sent.length = 0;
      stop.abort(error);
      throw error instanceof AnnalsError ? amongAll(error, result.rows) : error;
    }
    for (const name of counted) result[name] += answer[name];
    for (const { row, code, message } of answer.refused)
      result.refused.push({ row: result.rows + row, code, message });
    result.rows += first.size;
    onProgress?.({ ...result });
  };
  try {
    for await (const { body, size } of readAhead(cutBatches(rows, partitionId, reason))) {
      signal?.throwIfAborted();
      const key = randomKey();
      const answer = sendAfter(send, { body, key }, sent.at(-1), sending);
      // Thrown where it is awaited.
      answer.catch(() => undefined);
      sent.push({ key, size, answer });
      if (sent.length === batchesAtOnce) await acknowledgeFirst();
    }
  } finally {
    // Also before an error in a later row: the result says how far the import came.
    while (sent.length > 0) await acknowledgeFirst();
    signal?.removeEventListener('abort', end);
  }
  return result;
}

/** Sends a batch that waits for the one before; if the service does not wait as long, it is sent again. */
async function sendAfter(
  send: SendBatch,
  batch: Omit<BatchToSend, 'after'>,
  before: SentBatch | undefined,
  options: ImportOptions,
): Promise<ImportObjectsAnswer> {
  try {
    return (await send({ ...batch, after: before?.key }, options)) as ImportObjectsAnswer;
  } catch (error) {
    if (!(error instanceof AnnalsError) || error.code !== 'previous_batch_missing') throw error;
    await before?.answer;
    return (await send({ ...batch, after: undefined }, options)) as ImportObjectsAnswer;
  }
}

/** Begins to read the next item as soon as one is taken. */
async function* readAhead<Item>(
  items: AsyncGenerator<Item, void, undefined>,
): AsyncGenerator<Item, void, undefined> {
  let next = items.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = items.next();
      // Thrown where it is awaited, after what comes before it is done.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    // Not awaited: a source may wait for input that never comes.
    items.return().catch(() => undefined);
  }
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
