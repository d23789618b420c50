import type * as z from 'zod/mini';
import { LossyJson, parseStrictJson } from '@annals/rules/json/strict-json';
import { importRow, type ImportRow } from '@annals/contracts/transfers';
import { errorMessage } from '../../../ui/feedback/error-message.ts';
import { encodingOf } from '../../../platform/csv/text-encoding.ts';
import { flawText } from '../../../ui/json/json-flaw.texts.ts';
import { isObject } from '../../../platform/json-values/json-values.ts';
import { labelFor } from '../../../ui/states/label-for.ts';
import { useImportTexts } from './import.texts.ts';
import { cutLines, cutRecords, textPieces } from './text-pieces.ts';

/** A row of a file with its number there, starting at 1: the header of a CSV file and empty lines count. */
export type FileRow =
  | { number: number; row: ImportRow; bytes: number; problem?: undefined }
  | UnreadableRow;

export interface UnreadableRow {
  number: number;
  problem: string;
  /** The cells that it is about, if it is about cells. */
  cells?: readonly { column: number; why: string }[];
}

/** A row with its batch must fit into one request. */
const maxBytes = 900_000;
const encoder = new TextEncoder();

export const isCsv = ({ name }: { name: string }): boolean => /\.(?:csv|tsv|txt)$/i.test(name);

/**
 * Yields the rows of a file in chunks. An invalid row carries a problem; the number of rows is unknown before the
 * end of the file.
 */
export async function* fileRows(
  file: File,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<FileRow[]> {
  for await (const values of isCsv(file) ? csvValues(file, onBytes) : jsonValues(file, onBytes))
    yield values.map(({ number, value }) =>
      value instanceof Unreadable ? { number, problem: value.why } : checkedRow(number, value),
    );
}

interface NumberedValue {
  number: number;
  value: unknown;
}

class Unreadable {
  constructor(readonly why: string) {}
}

/** A row in the form of the contract, or its errors. */
export function checkedRow(number: number, value: unknown): FileRow {
  const result = importRow.safeParse(value);
  if (!result.success) return { number, problem: problemOf(result.error, value) };
  const bytes = encoder.encode(JSON.stringify(result.data)).length;
  return bytes > maxBytes
    ? { number, problem: useImportTexts.now().tooLarge }
    : { number, row: result.data, bytes };
}

async function* jsonValues(
  file: File,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<NumberedValue[]> {
  let before = 0;
  for await (const text of textPieces(file, cutLines, onBytes)) {
    const values: NumberedValue[] = [];
    const lines = text.split('\n');
    for (const [index, line] of lines.entries())
      if (line.trim() !== '') values.push({ number: before + index + 1, value: jsonOf(line) });
    // A chunk ends with a line feed.
    before += lines.length - 1;
    yield values;
  }
}

function jsonOf(line: string): unknown {
  try {
    return parseStrictJson(line);
  } catch (error) {
    if (!(error instanceof LossyJson)) throw error;
    return new Unreadable(
      error.flaw.kind === 'syntax'
        ? useImportTexts.now().noJson(errorMessage(error.cause))
        : flawText(error.flaw),
    );
  }
}

async function* csvValues(
  file: File,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<NumberedValue[]> {
  // Loaded on demand: the parser is larger than this module, and most files are not CSV.
  const { findTextColumns, rowOfRecord } = await import('./csv-rows.ts');
  // All cells of a column are read alike, so that all of them have to be seen first.
  const textColumns = new Set<number>();
  for await (const { header, records } of csvRecords(file, () => undefined))
    for (const { record } of records) findTextColumns({ header }, record, textColumns);
  for await (const { header, records, problem } of csvRecords(file, onBytes)) {
    const values = records.map(({ number, record }): NumberedValue => {
      try {
        return { number, value: rowOfRecord({ header, textColumns }, record) };
      } catch (error) {
        return { number, value: new Unreadable(recordProblem(error, header.length)) };
      }
    });
    if (problem)
      values.push({
        number: problem.number,
        value: new Unreadable(useImportTexts.now().noCsv(problem.message)),
      });
    yield values;
  }
}

interface CsvRecords {
  header: readonly string[];
  records: { number: number; record: readonly string[] }[];
  /** Where and why the file cannot be read further. */
  problem?: { number: number; message: string };
}

/** The records of a CSV file below its header, in chunks. */
async function* csvRecords(
  file: File,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<CsvRecords> {
  const { isEmptyRecord, recordsOf } = await import('../../../platform/csv/read-csv.ts');
  const { csvFormOf } = await import('./csv-rows.ts');
  let form: ReturnType<typeof csvFormOf> | undefined;
  let before = 0;
  for await (const text of textPieces(file, cutRecords, onBytes, await encodingOf(file))) {
    const isFirst = form === undefined;
    const { header, headerAt, delimiter } = (form ??= csvFormOf(text));
    const { records, problem } = recordsOf(text, delimiter);
    const numbered = records
      .map((record, index) => ({ number: before + index + 1, record }))
      .slice(isFirst ? headerAt + 1 : 0)
      .filter(({ record }) => !isEmptyRecord(record));
    before += records.length;
    if (problem !== undefined) {
      yield { header, records: numbered, problem: { number: before + 1, message: problem } };
      return;
    }
    yield { header, records: numbered };
  }
}

/** The errors of a record that cannot become a row. */
export function recordProblem(error: unknown, columns: number): string {
  const t = useImportTexts.now();
  if (error instanceof LossyJson) return flawText(error.flaw);
  if (error instanceof SyntaxError) return t.columnForbidden(error.message);
  if (error instanceof RangeError) return t.tooManyColumns(columns);
  return error instanceof TypeError ? t.columnTwice(error.message) : errorMessage(error);
}

type Issue = z.core.$ZodIssue;

/** The problems of a row in one line. */
function problemOf(error: z.core.$ZodError, row: unknown): string {
  if (!isObject(row)) return useImportTexts.now().noObject;
  return error.issues
    .flatMap((issue) => issueText(issue, [], row))
    .slice(0, 5)
    .join(' ');
}

function issueText(issue: Issue, parent: readonly string[], row: unknown): string[] {
  const t = useImportTexts.now();
  const path = [...parent, ...issue.path.map(String)];
  // A row has two forms; the errors of the intended one are reported.
  if (issue.code === 'invalid_union') {
    const [version, end] = issue.errors;
    const meant = isObject(row) && 'ended' in row ? end : version;
    if (meant && meant.length > 0) return meant.flatMap((inner) => issueText(inner, path, row));
  }
  const place = path.join('.');
  if (issue.code === 'unrecognized_keys') return [t.unknownNames(issue.keys.join(', '))];
  if (valueAt(row, path) === undefined) return [t.missing(place)];
  if (issue.code === 'invalid_type')
    return [t.wrongKind(place, labelFor(t.rowKinds, issue.expected))];
  if (issue.code === 'invalid_value')
    return [t.onlyValue(place, issue.values.map(String).join(', '))];
  if (issue.code === 'too_big' || issue.code === 'too_small') return [t.wrongLength(place)];
  return [t.notRight(place, issue.message)];
}

function valueAt(row: unknown, path: readonly string[]): unknown {
  let value = row;
  for (const name of path)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return value;
}
