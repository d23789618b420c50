import { NotARow, RowRefused, type ImportCounts } from '@annals/client';
import { parseStrictly } from '@annals/kit/json';
import { Problem } from '@annals/kit/problem';
import { withClientErrors, type ApiClient } from '../client/api-client.ts';
import { checkRow } from './checked-row.ts';
import type { DataFile } from './data-lines.ts';
import { FileError, readLines, type JsonLine, type Line } from './lines.ts';

export interface ImportProgress {
  counts: ImportCounts;
  rows: number;
  /** The processed share of the file, from 0 to 1; undefined if its size is not known. */
  part: number | undefined;
}

export interface ImportOptions {
  client: Pick<ApiClient, 'annals'>;
  partitionId: string;
  file: string;
  /** The reason of rows without their own. */
  reason?: string | undefined;
  /** What was read from the file, if it is no NDJSON. */
  data?: DataFile | undefined;
  /** Replaces a line; undefined skips it. */
  adapt?: (line: Line) => Line | undefined;
  onProgress?: (progress: ImportProgress) => void;
  signal?: AbortSignal | undefined;
}

/**
 * Imports a file of rows, batch by batch, each acknowledged before the next. Existing rows are counted and not written
 * again, so a run that was stopped can be repeated.
 * @throws FileError naming the invalid line, CallFailed, ServerUnavailable, or the signal's reason
 */
export async function importFile(options: ImportOptions): Promise<ImportProgress> {
  const { client, partitionId, data, reason, onProgress, signal } = options;
  const read = new ReadLines();
  let progress: ImportProgress = {
    counts: { created: 0, changed: 0, ended: 0, existing: 0 },
    rows: 0,
    part: 0,
  };
  const importing = client.annals.importRows({
    partitionId,
    rows: read.textsOf(linesOf(options)),
    reason,
    skipUnchanged: data?.skipUnchanged,
    partial: data?.isPartial || undefined,
    signal,
    onProgress: ({ rows, created, changed, ended, existing }) => {
      const part = read.partOf(rows - 1);
      progress = { counts: { created, changed, ended, existing }, rows, part };
      read.forget(rows);
      onProgress?.(progress);
    },
  });
  await withClientErrors(
    importing.catch((error: unknown) => {
      throw read.inFile(error);
    }),
  );
  return progress;
}

/**
 * The lines of a file, each of which the services read without loss.
 * @throws FileError
 */
export async function* linesOf({
  file,
  data,
  adapt,
}: Pick<ImportOptions, 'file' | 'data' | 'adapt'>): AsyncGenerator<JsonLine> {
  if (data) {
    yield* data.lines();
    return;
  }
  for await (const line of readLines(file)) {
    const adapted = adapt ? adapt(line) : line;
    if (adapted) yield { ...adapted, value: strictJson(adapted) };
  }
}

/** More than the first batch has; to read a file of a million rows twice would take a tenth of its import. */
const firstRows = 10_000;

/** Reads the first rows. @throws FileError for the first of them that no service would accept */
export async function requireFirstRows(
  source: Pick<ImportOptions, 'file' | 'data'>,
): Promise<void> {
  let left = firstRows;
  for await (const line of linesOf(source)) {
    checkRow(line);
    left -= 1;
    if (left === 0) return;
  }
}

/** @throws FileError for a line whose JSON the services would refuse, or would not return unchanged */
function strictJson({ text, number }: Line): unknown {
  try {
    return parseStrictly(text);
  } catch (error) {
    // The first line of a table names its columns.
    if (error instanceof Problem && number === 1 && !/^[{[]/.test(text))
      throw new FileError(
        number,
        'It is not JSON. A file of this name has one JSON object per line (NDJSON); tables are files called .csv or .xlsx.',
      );
    if (error instanceof Problem)
      throw new FileError(number, error.message.replace(/^The body/, 'It'));
    throw error;
  }
}

/** The positions in the file of rows that were sent and not acknowledged. */
class ReadLines {
  #first = 0;
  readonly #lines: Pick<Line, 'number' | 'part'>[] = [];

  async *textsOf(lines: AsyncIterable<Line>): AsyncGenerator<string> {
    for await (const { text, number, part } of lines) {
      this.#lines.push({ number, part });
      yield text;
    }
  }

  partOf(row: number): number | undefined {
    return this.#lines[row - this.#first]?.part;
  }

  /** Forgets those before this row. */
  forget(row: number): void {
    this.#lines.splice(0, row - this.#first);
    this.#first = row;
  }

  /** The same error, with the line in the file instead of the row. */
  inFile(error: unknown): unknown {
    if (!(error instanceof RowRefused) && !(error instanceof NotARow)) return error;
    const line = this.#lines[error.row - this.#first]?.number ?? 0;
    return error instanceof RowRefused
      ? new FileError(line, error.why, error.problem.code)
      : new FileError(line, error.message);
  }
}
