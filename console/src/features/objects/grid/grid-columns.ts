import { isExact } from '@annals/rules/json/decimals';
import { writeJson } from '@annals/rules/json/raw-json';
import { parseStrictJson } from '@annals/rules/json/strict-json';
import { decimalSigns } from '@annals/rules/tables/column-format';
import { readCell } from '@annals/rules/tables/read-cell';
import { plainNumber } from '@annals/rules/tables/written-numbers';
import {
  escapeToken,
  isArray,
  isObject,
  RedactedValue,
} from '../../../platform/json-values/json-values.ts';
import {
  allowedValues,
  type JsonSchema,
  propertySchemas,
  resolveSchema,
} from '../../../ui/json/json-schema.ts';

/** How the text of a cell is interpreted: as one type, or by its format. */
export type CellKind = 'text' | 'number' | 'boolean' | 'json' | 'any';

/** A path of the data, and how its cells are interpreted. */
export interface GridColumn {
  /** JSON Pointer. */
  readonly pointer: string;
  readonly title: string | undefined;
  readonly kind: CellKind;
  /** The allowed values, if the schema restricts them. */
  readonly options: readonly string[];
}

const deepest = 6;
/** More columns would make the grid unreadable. */
const maxColumns = 200;

/** The paths in the schema of a type, then those found only in the data. Columns with JSON come last. */
export function gridColumns(
  schema: JsonSchema | null | undefined,
  data: Iterable<object>,
): GridColumn[] {
  const columns = new Map<string, GridColumn>();
  if (schema) ofSchema(schema, schema, '', 0, columns);
  const found = new Map<string, Set<CellKind>>();
  for (const one of data) ofData(one, '', 0, found);
  const others = [...found]
    .map(([pointer, kinds]) => ({ pointer, kind: commonKind(kinds) }))
    .toSorted((one, other) => Number(one.kind === 'json') - Number(other.kind === 'json'));
  for (const { pointer, kind } of others) {
    if (columns.size === maxColumns) break;
    if (!columns.has(pointer))
      columns.set(pointer, { pointer, title: undefined, kind, options: [] });
  }
  return [...columns.values()];
}

/** A column for a path that is in neither the schema nor the data. */
export function anyColumn(pointer: string): GridColumn {
  return { pointer, title: undefined, kind: 'any', options: [] };
}

function ofSchema(
  given: unknown,
  root: JsonSchema,
  pointer: string,
  depth: number,
  columns: Map<string, GridColumn>,
): void {
  const schema = resolveSchema(given, root) ?? {};
  const properties = propertySchemas(schema);
  if (properties.length > 0 && depth <= deepest) {
    for (const [name, inner] of properties)
      ofSchema(inner, root, `${pointer}/${escapeToken(name)}`, depth + 1, columns);
    return;
  }
  if (pointer === '' || columns.size === maxColumns) return;
  const options = allowedValues(schema)?.map(({ value }) => cellText(value)) ?? [];
  const title = typeof schema['title'] === 'string' ? schema['title'] : undefined;
  columns.set(pointer, { pointer, title, kind: kindOfSchema(schema), options });
}

function kindOfSchema(schema: JsonSchema): CellKind {
  const { type } = schema;
  const types = (isArray(type) ? type : [type]).filter((one) => one !== 'null');
  const [only] = types;
  if (types.length !== 1) return 'any';
  if (only === 'string') return 'text';
  if (only === 'number' || only === 'integer') return 'number';
  if (only === 'boolean') return 'boolean';
  return only === 'array' || only === 'object' ? 'json' : 'any';
}

function ofData(
  value: unknown,
  pointer: string,
  depth: number,
  found: Map<string, Set<CellKind>>,
): void {
  if (isObject(value) && depth <= deepest && (pointer === '' || Object.keys(value).length > 0)) {
    for (const [name, inner] of Object.entries(value))
      ofData(inner, `${pointer}/${escapeToken(name)}`, depth + 1, found);
    return;
  }
  const kinds = found.get(pointer) ?? new Set();
  const kind = kindOf(value);
  if (kind) kinds.add(kind);
  found.set(pointer, kinds);
}

function kindOf(value: unknown): CellKind | undefined {
  if (value === null || value instanceof RedactedValue) return undefined;
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'json';
}

/** Without a schema any type is allowed, except that numbers in a column of strings must stay strings. */
function commonKind(kinds: ReadonlySet<CellKind>): CellKind {
  const [only = 'any'] = kinds;
  return kinds.size === 1 && (only === 'text' || only === 'json') ? only : 'any';
}

/** The text of a value in its cell. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null || value instanceof RedactedValue) return '';
  return typeof value === 'string' ? value : (writeJson(value) ?? '');
}

const number = /^-?(?:\d+|\d*[.,]\d+)(?:e[+-]?\d+)?$/i;
const thousandOrFraction = /^-?[1-9]\d{0,2},\d{3}$/;

/** Why a text in a column of numbers is not read as one, although it looks like one. */
export function numberDoubt(text: string): 'ambiguous' | 'notExact' | undefined {
  const [plain, ...others] = plainNumbers(text.trim());
  if (plain === undefined) return undefined;
  if (others.length > 0) return 'ambiguous';
  return isExact(plain) ? undefined : 'notExact';
}

/**
 * The numbers that a text can be, as JSON writes them: one in most cases. A spreadsheet also puts its groups of thousands
 * and its currency on the clipboard, as an import reads them. 1.234 is how everything but a spreadsheet writes a fraction.
 */
function plainNumbers(trimmed: string): string[] {
  if (number.test(trimmed) && !thousandOrFraction.test(trimmed)) return [trimmed.replace(',', '.')];
  const all = decimalSigns.flatMap((sign) => plainNumber(trimmed, sign) ?? []);
  return [...new Set(all)];
}

/**
 * The value of a typed or pasted text; undefined for an empty one. A text that cannot be interpreted stays a
 * string, and validation reports the problem.
 */
export function cellValue(text: string, kind: CellKind): unknown {
  if (text === '') return undefined;
  if (kind === 'text') return text;
  const trimmed = text.trim();
  if (kind === 'number' || kind === 'any') {
    const [plain, ...others] = plainNumbers(trimmed);
    const read =
      plain !== undefined && others.length === 0 && isExact(plain) ? Number(plain) : null;
    if (read !== null && (kind === 'number' || isWrittenAsJson(trimmed, read))) return read;
  }
  if (kind === 'boolean') {
    const reading = readCell(trimmed, { type: 'boolean' });
    if ('value' in reading) return reading.value;
  }
  if (kind === 'any') {
    if (/^true$/i.test(trimmed)) return true;
    if (/^false$/i.test(trimmed)) return false;
  }
  if (kind === 'json' || (kind === 'any' && /^[[{]/.test(trimmed))) return jsonOf(trimmed) ?? text;
  return text;
}

/** Excludes texts such as 007 or 1.10, which contain more information than the number. */
const isWrittenAsJson = (text: string, read: number): boolean => String(read) === text;

function jsonOf(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch {
    return undefined;
  }
}

/**
 * The cells of a spreadsheet on the clipboard: tabs separate cells, line breaks separate rows. A cell with a
 * tab or a line break is quoted; quotes elsewhere are part of the text.
 */
export function clipboardRows(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)|[^\t\r\n]*/y;
  let at = 0;
  while (at <= text.length) {
    cell.lastIndex = at;
    const [whole = '', quoted] = cell.exec(text) ?? [];
    const isEnclosed = quoted !== undefined && /[\t\r\n]/.test(quoted);
    rows.at(-1)?.push(isEnclosed ? quoted.replaceAll('""', '"') : whole);
    at += whole.length;
    const end = /\t|\r\n|\r|\n/y;
    end.lastIndex = at;
    const [separator] = end.exec(text) ?? [];
    if (separator === undefined) break;
    at += separator.length;
    if (separator === '\t') continue;
    // The last line ends with a line break too.
    if (at === text.length) break;
    rows.push([]);
  }
  return rows;
}
