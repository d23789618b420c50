import { importRow, type ImportRow } from '@annals/contracts/transfers';
import { errorMessage } from '../../../shared/feedback/error-message.ts';
import { useImportTexts } from './import.texts.ts';
import { faultOf } from './row-fault.ts';
import { cutLines, cutRecords, textPieces } from './text-pieces.ts';

/** A row of a file, by its number from 1 on; the header of a CSV file does not count. */
export type FileRow =
  | { number: number; row: ImportRow; bytes: number; fault?: undefined }
  | { number: number; fault: string };

/** A row with its batch has to fit into one request. */
const mostBytes = 900_000;
const encoder = new TextEncoder();

export const isCsv = ({ name }: { name: string }): boolean => /\.(?:csv|tsv|txt)$/i.test(name);

/**
 * The rows of a file, some at a time. What is no row has a fault in its place; it is not known how many rows a file has
 * before its end.
 */
export async function* fileRows(
  file: File,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<FileRow[]> {
  let number = 0;
  for await (const values of isCsv(file) ? csvValues(file, onBytes) : jsonValues(file, onBytes)) {
    const rows: FileRow[] = [];
    for (const value of values) {
      number += 1;
      rows.push(
        value instanceof Unreadable ? { number, fault: value.why } : checked(number, value),
      );
    }
    yield rows;
  }
}

class Unreadable {
  constructor(readonly why: string) {}
}

function checked(number: number, value: unknown): FileRow {
  const result = importRow.safeParse(value);
  if (!result.success) return { number, fault: faultOf(result.error, value) };
  const bytes = encoder.encode(JSON.stringify(result.data)).length;
  return bytes > mostBytes
    ? { number, fault: useImportTexts.now().tooLarge }
    : { number, row: result.data, bytes };
}

async function* jsonValues(
  file: File,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<unknown[]> {
  for await (const text of textPieces(file, cutLines, onBytes)) {
    const values: unknown[] = [];
    for (const line of text.split('\n')) if (line.trim() !== '') values.push(jsonOf(line));
    yield values;
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    return new Unreadable(useImportTexts.now().noJson(errorMessage(error)));
  }
}

async function* csvValues(
  file: File,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<unknown[]> {
  // Larger than the rest of this together, and most files are no CSV.
  const { csvFormOf, recordsOf, rowOfRecord } = await import('./csv-rows.ts');
  let form: ReturnType<typeof csvFormOf> | undefined;
  for await (const text of textPieces(file, cutRecords, onBytes)) {
    let rest = text;
    if (form === undefined) {
      const end = cutFirst(text);
      form = csvFormOf(text.slice(0, end));
      rest = text.slice(end);
    }
    const known = form;
    const { records, fault } = recordsOf(rest, known.delimiter);
    const values = records.map((record) => {
      try {
        return rowOfRecord(known, record);
      } catch (error) {
        return new Unreadable(recordFault(error, known.header.length));
      }
    });
    if (fault !== undefined) {
      yield [...values, new Unreadable(useImportTexts.now().noCsv(fault))];
      return;
    }
    yield values;
  }
}

function cutFirst(text: string): number {
  const { whole } = cutRecords(text.slice(0, text.indexOf('\n') + 1));
  return whole === '' ? text.length : whole.length;
}

function recordFault(error: unknown, columns: number): string {
  const t = useImportTexts.now();
  if (error instanceof SyntaxError) return t.columnForbidden(error.message);
  if (error instanceof RangeError) return t.tooManyColumns(columns);
  return error instanceof TypeError ? t.columnTwice(error.message) : errorMessage(error);
}
