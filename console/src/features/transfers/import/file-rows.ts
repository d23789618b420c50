import { inputText } from './input-text.ts';
import type * as z from 'zod/mini';
import { importRow, type ImportRow } from '@annals/contracts/transfers';
import type { ReadingChoices, RowFlaw } from '@annals/rules/files/open-data-file';
import { flawText } from '../../../ui/json/json-flaw.texts.ts';
import { isObject } from '../../../platform/json-values/json-values.ts';
import { labelFor } from '../../../ui/states/label-for.ts';
import { cellFlawText } from './cell-flaw-text.ts';
import { useFileTexts } from './file.texts.ts';
import { useImportTexts } from './import.texts.ts';
import { openImportFile } from './open-import-file.ts';
import type { ReadingProgress } from './reading/read-in-worker.ts';

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

/**
 * Yields the rows of a file of versions in chunks. An invalid row carries a problem; the number of rows is unknown before
 * the end of the file.
 */
export async function* fileRows(
  file: File,
  reading: ReadingChoices,
  { onBytes, ...progress }: RowReading,
): AsyncGenerator<FileRow[]> {
  const opened = await openImportFile(file, reading, progress);
  try {
    if (opened.form !== 'versions') throw new Error(useFileTexts.now().flaws.noRecords);
    if (!opened.isStreamed) for await (const bytes of pieces(file)) onBytes(bytes);
    for await (const rows of opened.read(onBytes))
      yield rows.map((row) =>
        row.flaw === undefined
          ? checkRow(row.number, row.value)
          : { number: row.number, problem: rowFlawText(row.flaw) },
      );
  } finally {
    opened.close();
  }
}

export interface RowReading extends ReadingProgress {
  /** Called with the bytes of the file. */
  readonly onBytes: (bytes: Uint8Array) => void;
}

/** The bytes of a file, as the browser reads them. */
export async function* pieces(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

function rowFlawText(flaw: RowFlaw): string {
  const t = useImportTexts.now();
  switch (flaw.kind) {
    case 'json':
      return flaw.flaw.kind === 'syntax' ? t.noJson(flaw.why ?? '') : flawText(flaw.flaw);
    case 'csv':
      return t.noCsv(flaw.why);
    case 'encoding':
      return t.otherEncoding;
    case 'columns':
      return t.tooManyColumns(flaw.most);
    case 'cells':
      return flaw.problems
        .map(({ column, type, ...problem }) =>
          useFileTexts.now().cell(flaw.names[column] ?? '', cellFlawText(problem.flaw, type)),
        )
        .join(' ');
  }
}

/** A row in the form of the contract, or its errors. */
export function checkRow(number: number, value: unknown): FileRow {
  const result = importRow.safeParse(value);
  if (!result.success) return { number, problem: problemOf(result.error, value) };
  const bytes = encoder.encode(JSON.stringify(result.data)).length;
  return bytes > maxBytes
    ? { number, problem: useImportTexts.now().tooLarge }
    : { number, row: result.data, bytes };
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
  return [t.notRight(place, inputText(issue.message))];
}

function valueAt(row: unknown, path: readonly string[]): unknown {
  let value = row;
  for (const name of path)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return value;
}
