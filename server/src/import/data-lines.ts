import { openAsBlob } from 'node:fs';
import { cutNumber } from '@annals/rules/files/spreadsheet-numbers';
import { foreignBytes } from '@annals/rules/files/text-encoding';
import {
  type NumberedRow,
  openDataFile,
  type OpenedFile,
  type RowFlaw,
} from '@annals/rules/files/open-data-file';
import { applyMapping, type SavedMapping, WrongMapping } from '@annals/rules/files/saved-mapping';
import { UnreadableFile } from '@annals/rules/files/unreadable-file';
import type { JsonFlaw } from '@annals/rules/json/strict-json';
import { type CellProblem, mapRow } from '@annals/rules/tables/column-mapping';
import { cellText, type Table } from '@annals/rules/tables/table';
import { FileError, type JsonLine } from './lines.ts';

/** A file that cannot be read as a whole, or has no mapping that fits it. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}

/** Whether a file is opened by what it contains. NDJSON has no limit, and is read line by line, also from a pipe. */
export const isReadWhole = (file: string): boolean =>
  file !== '-' && !/\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(file);

export interface DataFile {
  lines: () => AsyncGenerator<JsonLine>;
  /** Whether rows that change nothing are left out. */
  skipUnchanged: boolean;
  /** Whether rows leave the fields that they do not have as they are. */
  isPartial: boolean;
  /** Columns that the mapping does not know. */
  unknownColumns: readonly string[];
}

/**
 * Opens a file with the reader that the console has, too.
 * @param mapping what becomes of the columns of a table
 * @throws FileRefused
 */
export async function openDataLines(
  file: string,
  mapping: SavedMapping | undefined,
): Promise<DataFile> {
  const opened = await openFile(file, mapping);
  if (opened.form === 'versions') {
    if (mapping)
      throw new FileRefused(
        'Its rows are versions already, with the columns key and type: omit --mapping.',
      );
    return {
      lines: () => linesOfVersions(opened),
      skipUnchanged: opened.isSnapshot,
      isPartial: false,
      unknownColumns: [],
    };
  }
  if (!mapping)
    throw new FileRefused(
      'It is a table, and it does not say what its columns are. Import it once in the console, download the mapping of the columns there, and give it with --mapping FILE.',
    );
  try {
    const { mapping: applied, unknown } = applyMapping(opened.table, mapping);
    return {
      lines: () => linesOfTable(opened.table, applied),
      skipUnchanged: true,
      isPartial: mapping.changesOnly === true,
      unknownColumns: unknown,
    };
  } catch (error) {
    throw error instanceof WrongMapping
      ? new FileRefused(`The mapping does not fit it. ${error.message}`)
      : error;
  }
}

async function openFile(file: string, mapping: SavedMapping | undefined): Promise<OpenedFile> {
  try {
    return await openDataFile(new File([await openAsBlob(file)], file), mapping?.reading);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const { row, flaw } = error.details;
    throw new FileRefused(flaw ? `Line ${row}: ${jsonFlaw(flaw)}` : error.message);
  }
}

async function* linesOfVersions(
  opened: Extract<OpenedFile, { form: 'versions' }>,
): AsyncGenerator<JsonLine> {
  for await (const rows of opened.read()) for (const row of rows) yield lineOf(row, undefined);
}

async function* linesOfTable(
  { header, rows }: Table,
  mapping: Parameters<typeof mapRow>[1],
): AsyncGenerator<JsonLine> {
  const rowsByKey = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const { row: value, problems } = mapRow(row, mapping, rowsByKey);
    const [problem] = problems;
    if (problem) {
      const { column } = problem;
      const shown = cellText(row.cells[column]);
      throw new FileError(
        row.number,
        `${header[column] || `Column ${column + 1}`}, "${shown}": ${cellFlaw(problem.flaw, mapping.columns[column]?.format.type ?? 'text')}`,
      );
    }
    yield lineOf({ number: row.number, value }, (index + 1) / rows.length);
  }
}

function lineOf(row: NumberedRow, part: number | undefined): JsonLine {
  const { number } = row;
  if (row.flaw) throw new FileError(number, rowFlaw(row.flaw));
  return { number, text: JSON.stringify(row.value), value: row.value, part };
}

function rowFlaw(flaw: RowFlaw): string {
  switch (flaw.kind) {
    case 'json':
      return flaw.flaw.kind === 'syntax'
        ? `It is not valid JSON: ${flaw.why ?? ''}`
        : jsonFlaw(flaw.flaw);
    case 'csv':
      return `It cannot be read from here on: ${flaw.why}`;
    case 'encoding':
      return 'It is not UTF-8.';
    case 'columns':
      return `It has more cells than the header has columns (${flaw.most}).`;
    case 'cells': {
      const [problem] = flaw.problems;
      return problem
        ? `${flaw.names[problem.column] ?? ''}: ${cellFlaw(problem.flaw, problem.type)}`
        : 'It is not valid.';
    }
  }
}

const kinds: Readonly<Record<string, string>> = {
  text: 'It is not text.',
  number: 'It is not a number.',
  integer: 'It is not a whole number.',
  boolean: 'It is neither true nor false.',
  date: 'It is not a date.',
  dateTime: 'It is not a time with its date.',
  list: 'It is not a list.',
  json: 'It is not JSON.',
};

function cellFlaw(flaw: CellProblem['flaw'], type: string): string {
  switch (flaw.kind) {
    case 'type':
      return kinds[type] ?? 'It is not valid.';
    case 'notExact':
      return 'This number cannot be stored exactly. Import the column as text to keep all of its digits.';
    case 'fraction':
      return 'It is not a whole number.';
    case 'noSuchTime':
      return 'There is no such day or time.';
    case 'error':
      if (flaw.written === foreignBytes)
        return 'Some of its bytes are not characters in the encoding of the file.';
      return flaw.written === cutNumber
        ? 'Excel keeps only 15 digits of a number, so the last digits of this one are lost. Enter it as text.'
        : `The formula has no result: ${flaw.written}`;
    case 'json':
      return jsonFlaw(flaw.flaw);
    case 'noKey':
      return 'The key is empty.';
    case 'keyTwice':
      return `Row ${flaw.row} has the key ${flaw.key}, too.`;
    case 'nameForbidden':
      return `No column can be called ${flaw.written}.`;
    case 'nameTwice':
      return `The column ${flaw.written} is given twice, or both as a value and with a dot.`;
  }
}

function jsonFlaw(flaw: JsonFlaw): string {
  switch (flaw.kind) {
    case 'number':
      return `The number ${flaw.written} cannot be stored exactly. Write it in quotes to keep it as text.`;
    case 'repeated':
      return `The property "${flaw.written}" occurs twice in its object.`;
    case 'forbidden':
      return `No property can be called "${flaw.written}".`;
    case 'nul':
      return 'A text contains the character NUL.';
    case 'surrogate':
      return 'A text contains half of a character.';
    case 'depth':
      return 'It is nested too deeply.';
    case 'syntax':
      return 'It is not valid JSON.';
  }
}
