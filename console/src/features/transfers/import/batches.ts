import { type ImportRow, maximalImportRows } from '@annals/contracts/transfers';
import { fileRows } from './file-rows.ts';

/** A request to the console server holds a mebibyte, and the batch is not all of it. */
const mostBytes = 800_000;

interface Batch {
  /** How many rows come before it, those that were left out included. */
  offset: number;
  /** The number of each row in the file. */
  numbers: number[];
  rows: ImportRow[];
}

interface Reading {
  signal: AbortSignal;
  onBytes: (bytes: Uint8Array) => void;
  /** Told of what is no row. */
  onFault: (number: number, fault: string) => void;
  /** Rows at the beginning that are left out. */
  skip?: number;
}

/** The rows of a file in batches that fit into a request. */
export async function* batches(
  file: File,
  { signal, onBytes, onFault, skip = 0 }: Reading,
): AsyncGenerator<Batch> {
  let batch: Batch = { offset: skip, numbers: [], rows: [] };
  let bytes = 0;
  let good = 0;
  for await (const rows of fileRows(file, onBytes)) {
    signal.throwIfAborted();
    for (const each of rows) {
      if (each.fault !== undefined) {
        onFault(each.number, each.fault);
        continue;
      }
      good += 1;
      if (good <= skip) continue;
      const full = batch.rows.length === maximalImportRows || bytes + each.bytes > mostBytes;
      if (full && batch.rows.length > 0) {
        yield batch;
        batch = { offset: batch.offset + batch.rows.length, numbers: [], rows: [] };
        bytes = 0;
      }
      batch.numbers.push(each.number);
      batch.rows.push(each.row);
      bytes += each.bytes;
    }
  }
  if (batch.rows.length > 0) yield batch;
}
