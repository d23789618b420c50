import type { ColumnFormat } from '../tables/column-format.ts';
import { writeFieldPath } from '../tables/field-path.ts';
import type { Cell, Table } from '../tables/table.ts';
import { RawJson, writeJson } from '../json/raw-json.ts';
import { type JsonFlaw, parseSpelledJson, parseStrictJson } from '../json/strict-json.ts';
import { isExact } from '../json/decimals.ts';
import { isObject } from '../json-values.ts';
import { cutRecords, delimiterOf, isEmptyRecord, recordsOf } from './csv-records.ts';
import { type ColumnKind, DataColumns, valueAtPath } from './data-columns.ts';
import { countTall, findHeaderRow, type Grid, type GridChoices, tableOf } from './grid.ts';
import { gunzip, isGzipContent, isGzipName, unpackedName } from './gunzip.ts';
import {
  isLinewise,
  isVersionRecord,
  type JsonParser,
  type JsonRecord,
  objectsIn,
  readRecord,
  recordsOfJson,
} from './json-records.ts';
import {
  decodeText,
  type DetectedEncoding,
  detectEncoding,
  foreignBytes,
  hasForeignBytes,
  type TextEncoding,
  utf16In,
} from './text-encoding.ts';
import { textPieces, utf8Lines } from './text-pieces.ts';
import { UnreadableFile } from './unreadable-file.ts';
import {
  type ColumnFormats,
  FormatFinder,
  readVersion,
  isSnapshot,
  readVersionHeader,
  type VersionCellProblem,
  type VersionHeader,
} from './version-table.ts';
import { isWorkbookContent, isWorkbookName, openWorkbook, type SheetName } from './workbook.ts';

const isJsonName = (name: string): boolean => /\.(?:json|ndjson|jsonl|geojson)$/i.test(name);

/** How a person has said that a file is to be read; what is missing is detected. */
export interface ReadingChoices extends GridChoices {
  encoding?: TextEncoding | undefined;
  delimiter?: string | undefined;
  sheet?: string | undefined;
}

/** What a file of a table is like, for the choices that a person has. */
export interface TableFacts {
  readonly format: 'text' | 'workbook' | 'json';
  readonly encoding?: DetectedEncoding;
  readonly delimiter?: string;
  readonly sheets?: readonly SheetName[];
  readonly sheet?: string;
  /** 0 if it has none. */
  readonly headerRow: number;
  /** The numbers of the rows below the header that the spreadsheet hides. */
  readonly hiddenRows: readonly number[];
  /** How many cells span several rows. */
  readonly tallCells: number;
  /** How many numbers have lost digits. */
  readonly cutNumbers: number;
  /** How many cells have bytes that are no characters in the encoding. */
  readonly foreignCells: number;
}

/** Why a row cannot be imported. */
export type RowFlaw =
  | { readonly kind: 'json'; readonly flaw: JsonFlaw; readonly why?: string }
  | {
      readonly kind: 'cells';
      readonly names: readonly string[];
      readonly problems: readonly VersionCellProblem[];
    }
  | { readonly kind: 'columns'; readonly most: number }
  /** Its bytes are no UTF-8, in which JSON is written. */
  | { readonly kind: 'encoding' }
  | { readonly kind: 'csv'; readonly why: string };

/** A row with its number in the file, from 1; the contract has not checked it. */
export type NumberedRow =
  | { readonly number: number; readonly value: unknown; readonly flaw?: undefined }
  | { readonly number: number; readonly flaw: RowFlaw };

export type OpenedFile =
  | {
      /** The rows are versions, as an export has them. */
      readonly form: 'versions';
      /** @param onBytes called with the bytes of the content as they are read, unless it is read at once */
      readonly read: (onBytes?: (bytes: Uint8Array) => void) => AsyncGenerator<NumberedRow[]>;
      /** Whether it calls `onBytes` with the bytes of the file. */
      readonly isStreamed: boolean;
      /** Whether rows that change nothing are left out. */
      readonly isSnapshot: boolean;
    }
  | {
      /** The columns still need to be mapped. */
      readonly form: 'table';
      readonly table: Table;
      readonly grid: Grid;
      readonly facts: TableFacts;
    };

/** A whole table is in memory, so that its cells can be corrected. */
export const maxTableBytes = 20_000_000;
const maxUnpackedBytes = 500_000_000;
const headBytes = 64 * 1024;
const rowsAtOnce = 500;
const noBytes = () => undefined;
const noRows = noBytes;

/**
 * Opens a file of any of the known kinds, by its name.
 * @param onRows called now and then with the rows that were found so far, where that takes long
 * @throws UnreadableFile
 */
export async function openDataFile(
  file: Blob & { readonly name: string },
  choices: ReadingChoices = {},
  onRows: (rows: number) => void = noRows,
): Promise<OpenedFile> {
  if (file.size === 0) throw new UnreadableFile('empty');
  const isPacked = isGzipName(file.name);
  const content = isPacked ? await gunzip(file, maxUnpackedBytes) : file;
  const name = isPacked ? unpackedName(file.name) : file.name;
  const opened = await openContent(content, name, choices, onRows);
  return opened.form === 'versions' && isPacked ? { ...opened, isStreamed: false } : opened;
}

async function openContent(
  content: Blob,
  name: string,
  choices: ReadingChoices,
  onRows: (rows: number) => void,
): Promise<OpenedFile> {
  const start = new Uint8Array(await content.slice(0, headBytes).arrayBuffer());
  if (isWorkbookName(name) || isWorkbookContent(start)) return openSheet(content, choices, onRows);
  if (isGzipContent(start))
    return openContent(await gunzip(content, maxUnpackedBytes), name, choices, onRows);
  return isJsonName(name) || startsLikeJson(start)
    ? openJson(content)
    : openTextTable(content, choices);
}

/** Whatever a table is called, its first cell hardly is the beginning of an object with a name. */
const startsLikeJson = (bytes: Uint8Array): boolean =>
  /^\s*(?:\[\s*)?\{\s*"/.test(new TextDecoder().decode(bytes));

async function openSheet(
  content: Blob,
  choices: ReadingChoices,
  onRows: (rows: number) => void,
): Promise<OpenedFile> {
  requireTableSize(content);
  const workbook = await openWorkbook(new Uint8Array(await content.arrayBuffer()));
  const { sheets } = workbook;
  const sheet = choices.sheet ?? sheets.find(({ isHidden }) => !isHidden)?.name ?? sheets[0]?.name;
  if (sheet === undefined) throw new UnreadableFile('noSheet', { why: '' });
  const grid = await workbook.read(sheet, onRows);
  const table = tableOf(grid, choices);
  const header = readVersionHeader(table.header);
  if (header)
    return {
      form: 'versions',
      read: () => versionsOfTable(header, table),
      isStreamed: false,
      isSnapshot: isSnapshot(header),
    };
  const facts = { format: 'workbook', sheets, sheet, cutNumbers: grid.cutNumbers } as const;
  return { form: 'table', table, grid, facts: { ...factsOf(grid, choices), ...facts } };
}

const factsOf = (grid: Grid, choices: GridChoices) => {
  const headerRow = choices.headerRow ?? findHeaderRow(grid);
  return {
    headerRow,
    hiddenRows: grid.rows.flatMap(({ number, isHidden }) =>
      isHidden && number > headerRow ? [number] : [],
    ),
    tallCells: countTall(grid),
    cutNumbers: 0,
    foreignCells: 0,
  };
};

function requireTableSize({ size }: Blob): void {
  if (size > maxTableBytes)
    throw new UnreadableFile('tooLarge', { most: maxTableBytes / 1_000_000 });
}

async function* versionsOfTable(
  header: VersionHeader,
  { rows }: Table,
): AsyncGenerator<NumberedRow[]> {
  const finder = new FormatFinder(header);
  for (const { cells } of rows) finder.add(cells);
  const { formats } = finder;
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    yield rows
      .slice(at, at + rowsAtOnce)
      .map(({ number, cells }) => versionRow(number, header, cells, formats, false));
}

function versionRow(
  number: number,
  header: VersionHeader,
  cells: readonly Cell[],
  formats: ColumnFormats,
  isProtected: boolean,
): NumberedRow {
  const most = header.names.length;
  if (cells.slice(most).some((cell) => cell !== ''))
    return { number, flaw: { kind: 'columns', most } };
  const reading = readVersion(header, cells, formats, isProtected);
  if ('row' in reading) return { number, value: reading.row };
  return { number, flaw: { kind: 'cells', names: header.names, problems: reading.problems } };
}

async function openTextTable(content: Blob, choices: ReadingChoices): Promise<OpenedFile> {
  const detected = await detectEncoding(content);
  const encoding = choices.encoding ?? detected.encoding;
  const head = decodeText(await content.slice(0, headBytes).arrayBuffer(), encoding);
  const delimiter = choices.delimiter ?? delimiterOf(head);
  const first = gridOf(recordsOf(head, delimiter).records, delimiter);
  const headerRow = choices.headerRow ?? findHeaderRow(first);
  const header = readVersionHeader(tableOf(first, { ...choices, headerRow }).header);
  if (header)
    return {
      form: 'versions',
      read: (onBytes) =>
        versionsOfText(
          {
            content,
            encoding,
            isCertain: detected.isCertain && encoding === detected.encoding,
            delimiter,
            header,
            headerRow,
          },
          onBytes,
        ),
      isStreamed: true,
      isSnapshot: isSnapshot(header),
    };
  requireTableSize(content);
  const text = decodeText(await content.arrayBuffer(), encoding);
  if (text.trim() === '') throw new UnreadableFile('empty');
  const { records, problem } = recordsOf(text, delimiter);
  if (problem !== undefined)
    throw new UnreadableFile('brokenCsv', { row: records.length + 1, why: problem });
  const made = { ...choices, headerRow };
  const read = {
    encoding,
    isCertain: detected.isCertain && encoding === detected.encoding,
  };
  const grid = withForeignCells(gridOf(records, delimiter), text, { ...read, headerRow });
  return {
    form: 'table',
    grid,
    table: tableOf(grid, made),
    facts: {
      ...factsOf(grid, made),
      format: 'text',
      encoding: read,
      delimiter,
      foreignCells: grid.rows
        .flatMap(({ cells }) => cells)
        .filter((cell) => typeof cell === 'object' && cell.value === foreignBytes).length,
    },
  };
}

function gridOf(records: readonly (readonly string[])[], delimiter: string): Grid {
  const rows = records
    .map((cells, index) => ({ number: index + 1, cells }))
    .filter(({ cells }) => !isEmptyRecord(cells));
  return { rows, delimiter, merged: [] };
}

/** The grid with errors where bytes are no characters: a decoder has replaced them without a word. */
function withForeignCells(
  grid: Grid,
  text: string,
  { headerRow, ...read }: DetectedEncoding & { headerRow: number },
): Grid {
  if (!hasForeignBytes(text, read)) return grid;
  const rows = grid.rows.map((row) =>
    row.number === headerRow
      ? row
      : { ...row, cells: row.cells.map((cell) => checked(cell, read)) },
  );
  return { ...grid, rows };
}

const checked = (cell: Cell, read: DetectedEncoding): Cell =>
  typeof cell === 'string' && hasForeignBytes(cell, read)
    ? { type: 'error', value: foreignBytes, shown: cell }
    : cell;

interface VersionText {
  content: Blob;
  encoding: TextEncoding;
  /** Whether the bytes decide the encoding. */
  isCertain: boolean;
  delimiter: string;
  header: VersionHeader;
  headerRow: number;
}

/** Reads it twice if a column does not note its kind, because that depends on all cells. */
async function* versionsOfText(
  text: VersionText,
  onBytes: (bytes: Uint8Array) => void = noBytes,
): AsyncGenerator<NumberedRow[]> {
  const { header } = text;
  const finder = new FormatFinder(header);
  if (!finder.isDone)
    for await (const { records } of recordsOfText(text, noBytes))
      for (const { cells } of records) finder.add(cells);
  const { formats } = finder;
  for await (const { records, problem } of recordsOfText(text, onBytes)) {
    const rows = records.map(({ number, cells }) =>
      versionRow(
        number,
        header,
        cells.map((cell) => checked(cell, text)),
        formats,
        true,
      ),
    );
    yield problem ? [...rows, problem] : rows;
  }
}

interface TextRecords {
  records: { number: number; cells: readonly string[] }[];
  problem?: NumberedRow;
}

/** The records below the header, in parts. They end at the first one that cannot be read. */
async function* recordsOfText(
  { content, encoding, delimiter, headerRow }: VersionText,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<TextRecords> {
  let before = 0;
  const cut = (text: string) => cutRecords(text, delimiter);
  for await (const text of textPieces(content, cut, onBytes, encoding)) {
    const read = recordsOf(text, delimiter);
    const records = read.records
      .map((cells, index) => ({ number: before + index + 1, cells }))
      .filter(({ number, cells }) => number > headerRow && !isEmptyRecord(cells));
    before += read.records.length;
    if (read.problem !== undefined) {
      const flaw = { kind: 'csv', why: read.problem } as const;
      yield { records, problem: { number: before + 1, flaw } };
      return;
    }
    yield { records };
  }
}

async function openJson(written: Blob): Promise<OpenedFile> {
  const bytes = await written.slice(0, headBytes).arrayBuffer();
  const unicode = utf16In(new Uint8Array(bytes));
  // Windows PowerShell writes UTF-16.
  const content = unicode ? await inUtf8(written, unicode) : written;
  const head = new TextDecoder(unicode).decode(bytes);
  if (isLinewise(head)) {
    const first = head.split('\n').find((line) => line.trim() !== '');
    const beginning = first === undefined ? undefined : readRecord(1, first, parseSpelledJson);
    const isForeign =
      beginning !== undefined &&
      'value' in beginning &&
      isObject(beginning.value) &&
      !isVersionRecord(beginning.value);
    if (!isForeign)
      return {
        form: 'versions',
        read: (onBytes) => lines(content, onBytes),
        isStreamed: unicode === undefined,
        isSnapshot: false,
      };
  }
  requireTableSize(content);
  const text = await decoded(content, 'utf-8');
  if (text.trim() === '') throw new UnreadableFile('empty');
  const recordsWith = (parse: JsonParser) =>
    isLinewise(head) ? recordsInLines(text, parse) : recordsOfJson(text, parse);
  const { objects, nameProperty } = objectsIn(recordsWith(parseSpelledJson));
  const found = objects.find((record) => 'value' in record);
  if (found && 'value' in found && isVersionRecord(found.value))
    return {
      form: 'versions',
      // Versions have no columns that could be kept as text, so their numbers have to be exact.
      read: () => inParts(objectsIn(recordsWith(parseStrictJson)).objects.map(numbered)),
      isStreamed: false,
      isSnapshot: false,
    };
  return tableOfObjects(objects, nameProperty);
}

const recordsInLines = (text: string, parse: JsonParser): JsonRecord[] =>
  text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : readRecord(index + 1, line, parse)));

async function inUtf8(content: Blob, encoding: TextEncoding): Promise<Blob> {
  requireTableSize(content);
  return new Blob([await decoded(content, encoding)]);
}

/** @throws UnreadableFile for bytes that a decoder would replace without a word */
async function decoded(content: Blob, encoding: TextEncoding): Promise<string> {
  const bytes = await content.arrayBuffer();
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UnreadableFile('otherEncoding', {}, { cause: error });
  }
}

const numbered = (record: JsonRecord): NumberedRow => {
  if ('value' in record) return record;
  const { number, flaw, why } = record;
  return { number, flaw: { kind: 'json', flaw, ...(why === undefined ? {} : { why }) } };
};

async function* inParts(rows: readonly NumberedRow[]): AsyncGenerator<NumberedRow[]> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce);
}

async function* lines(
  content: Blob,
  onBytes: (bytes: Uint8Array) => void = noBytes,
): AsyncGenerator<NumberedRow[]> {
  let before = 0;
  for await (const texts of utf8Lines(content, onBytes)) {
    const rows: NumberedRow[] = [];
    for (const [index, line] of texts.entries()) {
      const number = before + index + 1;
      if (line === undefined) rows.push({ number, flaw: { kind: 'encoding' } });
      else if (line.trim() !== '') rows.push(numbered(readRecord(number, line)));
    }
    // The last one begins in the next chunk.
    before += texts.length - 1;
    yield rows;
  }
}

/** @throws UnreadableFile unless each record is an object whose values can be stored */
function tableOfObjects(
  records: readonly JsonRecord[],
  nameProperty: string | undefined,
): OpenedFile {
  const objects: { number: number; value: Readonly<Record<string, unknown>> }[] = [];
  const data = new DataColumns();
  for (const record of records) {
    const { number } = record;
    if (!('value' in record)) {
      const { flaw, why } = record;
      const details = flaw.kind === 'syntax' && why !== undefined ? { why } : { flaw };
      throw new UnreadableFile('brokenJson', { row: number, ...details });
    }
    if (!isObject(record.value)) throw new UnreadableFile('noRecords');
    data.add(record.value);
    objects.push({ number, value: record.value });
  }
  const columns = data.columns();
  if (columns.length === 0) throw new UnreadableFile('noRecords');
  const paths = columns.map(({ path }) => path);
  const header = paths.map(writeFieldPath);
  const rows = objects.map(({ number, value }) => ({
    number,
    cells: columns.map(({ path, kind }) => jsonCell(valueAtPath(value, path), kind)),
  }));
  const formats = columns.map(({ kind }): ColumnFormat | undefined =>
    kind === 'text' || kind === 'json' ? { type: kind } : undefined,
  );
  const named = nameProperty === undefined ? {} : { name: nameProperty };
  return {
    form: 'table',
    table: { ...named, header, paths, rows, formats },
    grid: { rows, merged: [] },
    facts: {
      format: 'json',
      headerRow: 0,
      hiddenRows: [],
      tallCells: 0,
      cutNumbers: 0,
      foreignCells: 0,
    },
  };
}

function jsonCell(value: unknown, kind: ColumnKind): Cell {
  if (value === undefined) return '';
  if (kind === 'json') return writeJson(value) ?? '';
  if (value === null) return { type: 'null', value, shown: 'null' };
  if (typeof value === 'boolean') return { type: 'boolean', value, shown: String(value) };
  if (typeof value === 'number') return { type: 'number', value, shown: String(value) };
  // A number that no double holds is its text, so that its column can be kept as text.
  if (value instanceof RawJson)
    return isExact(value.text)
      ? { type: 'number', value: Number(value.text), shown: value.text }
      : value.text;
  if (typeof value !== 'string') return writeJson(value) ?? '';
  // It would be an empty cell otherwise.
  return value.trim() === '' ? { type: 'text', value, shown: JSON.stringify(value) } : value;
}
