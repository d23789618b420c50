import { maxRequestBytes } from '@annals/rules/change-set-import/split-into-requests';
import { type ImportRow, rowsToSend } from '@annals/contracts/transfers';
import { type FileRow, fileRows, type UnreadableRow } from './file-rows.ts';
import { type ImportSource, importRuns } from './import-run.ts';
import { readingProgress } from './running-import.ts';

interface Batch {
  /** How many rows precede it, including the skipped ones. */
  offset: number;
  /** The number of each row in the file. */
  numbers: number[];
  rows: ImportRow[];
}

interface Reading {
  signal: AbortSignal;
  onBytes: (bytes: Uint8Array) => void;
  /** Called for each invalid row. */
  onProblem: (row: UnreadableRow) => void;
  /** Rows to skip at the beginning. */
  skip?: number;
}

export async function* rowsOf(
  { file, sheet, mapping, reading = {} }: ImportSource,
  { signal, onBytes }: Pick<Reading, 'signal' | 'onBytes'>,
): AsyncGenerator<FileRow[]> {
  if (sheet === undefined || mapping === undefined) {
    yield* fileRows(file, reading, { ...readingProgress(signal), onBytes });
    return;
  }
  const { sheetRows } = await import('./sheet-rows.ts');
  let rows = 0;
  for await (const chunk of sheetRows(sheet, mapping)) {
    rows += chunk.length;
    importRuns.change({ bytes: (file.size * rows) / sheet.rows.length });
    yield chunk;
  }
}

const dateOf = ({ row }: Extract<FileRow, { row: unknown }>) => row.modificationDate;

/** The rows of a file in batches that fit into a request. */
export async function* batches(
  source: ImportSource,
  { signal, onBytes, onProblem, skip = 0 }: Reading,
): AsyncGenerator<Batch> {
  let offset = skip;
  let pending: Extract<FileRow, { row: unknown }>[] = [];
  let bytes = 0;
  let good = 0;
  const take = (count: number): Batch => {
    const taken = pending.slice(0, count);
    const batch = {
      offset,
      numbers: taken.map(({ number }) => number),
      rows: taken.map(({ row }) => row),
    };
    pending = pending.slice(count);
    bytes = pending.reduce((sum, row) => sum + row.bytes, 0);
    offset += count;
    return batch;
  };
  for await (const rows of rowsOf(source, { signal, onBytes })) {
    signal.throwIfAborted();
    for (const each of rows) {
      if (each.problem !== undefined) {
        onProblem(each);
        continue;
      }
      good += 1;
      if (good <= skip) continue;
      for (let count = pending.length; count > 0 && pending.length > 0;) {
        const next = { date: dateOf(each), fits: bytes + each.bytes <= maxRequestBytes };
        count = rowsToSend(pending, dateOf, next);
        if (count > 0) yield take(count);
      }
      pending.push(each);
      bytes += each.bytes;
    }
  }
  if (pending.length > 0) yield take(pending.length);
}
