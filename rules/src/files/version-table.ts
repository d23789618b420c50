import type { ColumnFormat } from '../tables/column-format.ts';
import type { CellProblem } from '../tables/column-mapping.ts';
import { readFieldPath } from '../tables/field-path.ts';
import { placeValue } from '../tables/place-value.ts';
import { type CellFlaw, readCell } from '../tables/read-cell.ts';
import { type Cell, cellText } from '../tables/table.ts';
import { writeJson } from '../json/raw-json.ts';
import { LossyJson, parseStrictJson } from '../json/strict-json.ts';
import { type ColumnKind, DataColumns, type DataColumn, valueAtPath } from './data-columns.ts';
import { isContinuation } from './continued-cells.ts';
import { type CsvValue, unprotectFormula } from './csv-text.ts';

// A table of versions has the columns key and type. Its other columns are fields, references and what is recorded about a
// version. An export also notes the kind of each field behind its name, as in "price [number]", whether null occurs in
// it, as in "price [number or null]", and the kind of the key, which shows that the table is one.

const recorded = ['type', 'id', 'modificationDate', 'modificationUserId', 'reason'] as const;
const flags = ['ended', 'restored'] as const;
type Recorded = (typeof recorded)[number] | (typeof flags)[number];

const referencePrefix = 'ref:';
/** In front of the names of columns that only people read. */
const remarkPrefix = '#';
const kinds: readonly ColumnKind[] = ['text', 'number', 'boolean', 'json'];
const markedKey = 'key [text]';

type VersionColumn =
  | { readonly to: 'key' }
  | { readonly to: 'nothing' }
  /** The text of its cells goes on behind that of the column before it. */
  | { readonly to: 'continuation' }
  | { readonly to: 'references' }
  | { readonly to: 'recorded'; readonly name: Recorded }
  | { readonly to: 'reference'; readonly name: string }
  | {
      readonly to: 'field';
      readonly path: readonly string[];
      /** Undefined if the file does not note it. */
      readonly kind: ColumnKind | undefined;
      /** Whether `null` is null in its cells, and no text. */
      readonly hasNulls: boolean;
    };

/** What the header of a table of versions says. */
export interface VersionHeader {
  readonly names: readonly string[];
  readonly columns: readonly VersionColumn[];
  /** Whether the file was exported, so that its texts are protected. */
  readonly isExport: boolean;
}

/** Whether it is an exported list of the newest versions, of which those that change nothing need no other version. */
export const isSnapshot = ({ columns, isExport }: VersionHeader): boolean =>
  isExport && !columns.some((column) => column.to === 'recorded' && column.name === 'id');

/** Undefined for any other table. */
export function readVersionHeader(header: readonly string[]): VersionHeader | undefined {
  const names = header.slice(0, header.findLastIndex((name) => name !== '') + 1);
  const isExport = names.includes(markedKey);
  if (!(isExport || names.includes('key')) || !names.includes('type')) return undefined;
  return {
    names,
    isExport,
    columns: names.map((name, at) =>
      isContinuation(names, at) ? { to: 'continuation' } : columnOf(name),
    ),
  };
}

const noted = /^([^]*) \[(text|number|boolean|json)( or null)?\]$/;

function columnOf(header: string): VersionColumn {
  if (header === '' || header.startsWith(remarkPrefix)) return { to: 'nothing' };
  if (header === 'key' || header === markedKey) return { to: 'key' };
  if (header === 'references [json]') return { to: 'references' };
  const name = [...recorded, ...flags].find((each) => each === header);
  if (name !== undefined) return { to: 'recorded', name };
  if (header.startsWith(referencePrefix))
    return { to: 'reference', name: header.slice(referencePrefix.length) };
  const [, written = header, note, nulls] = noted.exec(header) ?? [];
  const kind = kinds.find((each) => each === note);
  return { to: 'field', path: readFieldPath(written), kind, hasNulls: nulls !== undefined };
}

/** A name that is safe in a path with dots: nothing else in a header looks like it. */
const simpleName = /^[\p{L}\p{N}_$@/ -]+$/u;
const isSimple = (name: string) =>
  simpleName.test(name) && name.trim() === name && !/^['=+@-]/.test(name);

/** With their note, fields of these names would look like other columns. */
const taken = new Set(['key', 'references']);

function fieldHeader({ path, kind, hasNulls }: DataColumn): string {
  const written = path.join('.');
  const isPlain = path.every(isSimple) && !taken.has(written);
  const note = hasNulls ? `${kind} or null` : kind;
  return `${isPlain ? written : JSON.stringify(path)} [${note}]`;
}

/** The formats of the columns that do not note their kind. */
export type ColumnFormats = ReadonlyMap<number, ColumnFormat>;

/**
 * Finds the formats of the columns that do not note their kind: JSON if each of their cells is a number, true, false,
 * null, a quoted text, a list or an object and nothing else; otherwise all of them are texts.
 */
export class FormatFinder {
  readonly #json: Set<number>;
  readonly #unknown: readonly number[];

  constructor({ columns }: VersionHeader) {
    this.#unknown = columns.flatMap((column, index) =>
      column.to === 'field' && column.kind === undefined ? [index] : [],
    );
    this.#json = new Set(this.#unknown);
  }

  /** Whether all columns note their kind. */
  get isDone(): boolean {
    return this.#unknown.length === 0;
  }

  add(cells: readonly Cell[]): void {
    for (const column of this.#json) {
      const cell = cells[column] ?? '';
      if (typeof cell === 'string' && cell !== '' && !isJson(cell)) this.#json.delete(column);
    }
  }

  get formats(): ColumnFormats {
    return new Map(
      this.#unknown.map((column) => [
        column,
        formatOfKind[this.#json.has(column) ? 'json' : 'text'],
      ]),
    );
  }
}

/**
 * 1.10 and 007 would not survive the conversion to a number. A list with a number that no double holds is one that is
 * refused.
 */
function isJson(text: string): boolean {
  try {
    const value = parseStrictJson(text);
    return typeof value !== 'number' || String(value) === text;
  } catch (error) {
    if (!(error instanceof LossyJson)) throw error;
    return error.flaw.kind !== 'syntax' && /^\s*[[{]/.test(text);
  }
}

const formatOfKind: Readonly<Record<ColumnKind, ColumnFormat>> = {
  text: { type: 'text' },
  number: { type: 'number', decimal: '.' },
  boolean: { type: 'boolean' },
  json: { type: 'json' },
};

/** `type` is what the column has. */
export type VersionCellProblem = CellProblem & { readonly type: ColumnFormat['type'] };

export type VersionReading =
  | { readonly row: object }
  | { readonly problems: readonly VersionCellProblem[] };

/**
 * A row of a table of versions as a row to import, without validation by the contract.
 * @param isProtected whether texts that look like formulas have an apostrophe in front, as in CSV
 */
export function readVersion(
  { columns, isExport }: VersionHeader,
  cells: readonly Cell[],
  formats: ColumnFormats,
  isProtected: boolean,
): VersionReading {
  const row: Record<string, unknown> = {};
  const objectData: Record<string, unknown> = {};
  const references: unknown[] = [];
  const problems: VersionCellProblem[] = [];
  for (const [column, written] of cells.entries()) {
    const target = columns[column];
    if (target?.to === 'continuation') continue;
    const given = withContinuations(columns, cells, column) ?? written;
    const cell = isExport && isProtected ? unprotected(given) : given;
    if (cell === '' || target === undefined || target.to === 'nothing') continue;
    const ofKind = target.to === 'field' && target.kind ? formatOfKind[target.kind] : undefined;
    const format = ofKind ?? formats.get(column) ?? formatOfKind.text;
    const isUnmarked = target.to === 'field' && target.kind === undefined;
    const flaw = (():
      | CellFlaw
      | { kind: 'nameForbidden' | 'nameTwice'; written: string }
      | undefined => {
      if (typeof cell === 'object' && cell.type === 'error')
        return { kind: 'error', written: cell.value };
      if (target.to === 'field') {
        if (target.hasNulls && cell === 'null') return place(objectData, target.path, null);
        const read = isUnmarked ? withoutQuotes(cell, format) : cell;
        const reading = readCell(isExport ? plainText(read, format, target) : read, format);
        if ('flaw' in reading) return reading.flaw;
        return place(objectData, target.path, reading.value);
      }
      if (target.to === 'references') {
        const reading = readCell(cell, formatOfKind.json);
        if ('flaw' in reading) return reading.flaw;
        references.push(...(Array.isArray(reading.value) ? reading.value : [reading.value]));
        return undefined;
      }
      const text = cellText(cell);
      if (target.to === 'reference')
        for (const key of keysIn(text)) references.push({ name: target.name, key });
      else if (target.to === 'key') row['key'] = text;
      else if (isFlag(target.name)) row[target.name] = isYes(text) ? true : undefined;
      else row[target.name] = text;
      return undefined;
    })();
    if (flaw) problems.push({ column, flaw, type: format.type });
  }
  if (problems.length > 0) return { problems };
  for (const flag of flags) if (row[flag] === undefined) delete row[flag];
  if (row['ended'] !== true) return { row: { ...row, objectData, references } };
  const { type: _type, restored: _restored, ...end } = row;
  return { row: end };
}

const isFlag = (name: string): boolean => (flags as readonly string[]).includes(name);
const isYes = (text: string): boolean => text.trim().toLowerCase() === 'true';

function place(
  objectData: Record<string, unknown>,
  path: readonly string[],
  value: unknown,
): { kind: 'nameForbidden' | 'nameTwice'; written: string } | undefined {
  try {
    placeValue(objectData, path, value);
    return undefined;
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    const kind = error instanceof SyntaxError ? 'nameForbidden' : 'nameTwice';
    return { kind, written: error.message };
  }
}

const unprotected = (cell: Cell): Cell =>
  typeof cell === 'string' ? unprotectFormula(cell) : cell;

/**
 * A text of nothing but spaces would be no text in a table, nor would `null` beside null, so an export puts an apostrophe
 * in front.
 */
const mistakable = (text: string, { hasNulls }: Pick<DataColumn, 'hasNulls'>): boolean =>
  hasNulls ? /^'*(?:\s*|null)$/.test(text) : /^'*\s*$/.test(text);

const plainText = (
  cell: Cell,
  { type }: ColumnFormat,
  column: Pick<DataColumn, 'hasNulls'>,
): Cell =>
  type === 'text' && typeof cell === 'string' && cell.startsWith("'") && mistakable(cell, column)
    ? cell.slice(1)
    : cell;

/** The text of a cell that goes on in others; undefined for any other cell. */
function withContinuations(
  columns: readonly VersionColumn[],
  cells: readonly Cell[],
  column: number,
): string | undefined {
  if (columns[column + 1]?.to !== 'continuation') return undefined;
  let text = cellText(cells[column]);
  for (let at = column + 1; columns[at]?.to === 'continuation'; at += 1)
    text += cellText(cells[at]);
  return text;
}

/** Quotes mark a text where the kind of its column is not noted: "12". */
function withoutQuotes(cell: Cell, { type }: ColumnFormat): Cell {
  if (type !== 'text' || typeof cell !== 'string' || !cell.startsWith('"') || !isJson(cell))
    return cell;
  const text = parseStrictJson(cell);
  return typeof text === 'string' ? text : cell;
}

/** Several keys of one name are a list in JSON. */
function keysIn(text: string): string[] {
  if (!text.startsWith('[')) return [text];
  try {
    const list = parseStrictJson(text);
    return Array.isArray(list) ? list.map(String) : [text];
  } catch (error) {
    if (error instanceof LossyJson) return [text];
    throw error;
  }
}

/** A version to be written into a table, as the export of a partition has it. */
export interface TableVersion {
  readonly key: string;
  readonly type?: string;
  readonly id?: string;
  readonly modificationDate?: string;
  readonly modificationUserId?: string;
  readonly reason?: string;
  readonly ended?: true;
  readonly restored?: true;
  readonly objectData?: Readonly<Record<string, unknown>>;
  readonly references?: readonly { readonly name: string; readonly key: string }[];
}

/** Only for people; the import leaves them out. */
export type Remarks = Readonly<Record<string, CsvValue>>;

/** Writes versions as a table. All are added before the first is written, because the table has the columns of all. */
export class VersionTable {
  readonly #recorded = new Set<Recorded>();
  readonly #references = new Set<string>();
  readonly #remarks = new Set<string>();
  readonly #data = new DataColumns();
  #hasOrder = false;
  #columns: readonly DataColumn[] | undefined;

  add(version: TableVersion, remarks: Remarks = {}): void {
    this.#recorded.add('type');
    for (const name of [...recorded, ...flags])
      if (version[name] !== undefined) this.#recorded.add(name);
    for (const { name } of version.references ?? [])
      if (name.trim() === name) this.#references.add(name);
    if (!this.#areInOrder(version)) this.#hasOrder = true;
    for (const name of Object.keys(remarks)) this.#remarks.add(name);
    this.#data.add(version.objectData ?? {});
    this.#columns = undefined;
  }

  get head(): string[] {
    return [
      markedKey,
      ...this.#recordedNames(),
      ...this.#fields().map(fieldHeader),
      ...[...this.#references].map((name) => `${referencePrefix}${name}`),
      ...(this.#hasOrder ? ['references [json]'] : []),
      ...[...this.#remarks].map((name) => `${remarkPrefix}${name}`),
    ];
  }

  /** The cells of a version that was added. */
  cells(version: TableVersion, remarks: Remarks = {}): CsvValue[] {
    const { key, objectData = {}, references = [] } = version;
    const areInOrder = this.#areInOrder(version);
    return [
      key,
      ...this.#recordedNames().map((name) => version[name]),
      ...this.#fields().map((column) => cellOf(valueAtPath(objectData, column.path), column)),
      ...[...this.#references].map((name) =>
        areInOrder
          ? keysCell(references.flatMap((each) => (each.name === name ? each.key : [])))
          : null,
      ),
      ...(this.#hasOrder ? [areInOrder ? null : JSON.stringify(references)] : []),
      ...[...this.#remarks].map((name) => remarks[name]),
    ];
  }

  #fields(): readonly DataColumn[] {
    return (this.#columns ??= this.#data.columns());
  }

  #recordedNames(): Recorded[] {
    return [...recorded, ...flags].filter((name) => this.#recorded.has(name));
  }

  /** Whether columns, one for each name, keep the order of its references. */
  #areInOrder({ references = [] }: TableVersion): boolean {
    // Readers of tables trim the names of columns.
    if (references.some(({ name }) => name.trim() !== name)) return false;
    const order = [...this.#references];
    const places = references.map(({ name }) => order.indexOf(name));
    return places.every((at, index) => index === 0 || at >= (places[index - 1] ?? 0));
  }
}

function cellOf(value: unknown, column: DataColumn): CsvValue {
  if (value === undefined) return null;
  if (column.kind === 'json') return writeJson(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'string') return writeJson(value);
  return mistakable(value, column) ? `'${value}` : value;
}

function keysCell(keys: readonly string[]): CsvValue {
  const [only] = keys;
  if (only === undefined) return null;
  return keys.length > 1 || only.startsWith('[') ? JSON.stringify(keys) : only;
}
