import { typeName } from '@annals/contracts/object-version';
import {
  allowedValues,
  type JsonSchema,
  propertySchemas,
  resolveSchema,
  schemaAlong,
} from '../../../ui/json/json-schema.ts';
import { type CellKind, cellValue, type DecimalSign, germanDate } from './cell-values.ts';
import type { ColumnMapping, Fixes, Sheet } from './sheet.ts';

/** How a sheet is imported. */
export interface Mapping {
  type: string;
  /** The index of the key column; undefined until it is chosen. */
  key: number | undefined;
  decimal: DecimalSign;
  /** A cell that may be a thousand or a fraction, if nothing in the file and nobody has decided it. */
  decimalDoubt: string | undefined;
  columns: readonly ColumnMapping[];
}

/** What is known about the type and its partition. */
export interface MappingContext {
  types: readonly string[];
  schema: JsonSchema | undefined;
  /** The reference names of its objects. */
  references: readonly string[];
}

export interface Field {
  path: string;
  title: string | undefined;
}

/** The chosen column mappings; the rest is guessed from names and values. */
export function mappingOf(sheet: Sheet, fileName: string, known: MappingContext): Mapping {
  const { choices, header } = sheet;
  const written = decimalOf(sheet);
  const decimal = choices.decimal ?? written.decimal;
  const key = choices.key ?? keyOf(sheet);
  const taken = new Set<string>();
  const columns = header.map((_, index) => {
    const chosen = choices.columns[index];
    const guessed = columnOf(sheet, index, { known, taken, decimal, isKey: index === key });
    const name = chosen?.name ?? guessed.name;
    // A manually named field has the type in the schema, like a guessed one.
    const kind =
      chosen?.kind ??
      (name === guessed.name ? undefined : kindIn(known.schema, name)) ??
      guessed.kind;
    const column = { to: chosen?.to ?? guessed.to, name, kind };
    if (column.to === 'field') taken.add(column.name);
    return column;
  });
  const inDoubt = columns.findIndex(
    ({ to, kind }, index) => to === 'field' && kind === 'number' && written.doubts.has(index),
  );
  return {
    type: choices.type ?? typeOf(fileName, known.types),
    key,
    decimal,
    decimalDoubt: choices.decimal === undefined ? written.doubts.get(inDoubt) : undefined,
    columns,
  };
}

/** Whether rows can be created with the mapping. */
export const isWhole = ({ type, key, decimalDoubt, columns }: Mapping): boolean =>
  typeName.safeParse(type).success &&
  decimalDoubt === undefined &&
  key !== undefined &&
  columns.every(({ to, name }) => !isNamed(to) || name.trim() !== '') &&
  doubleNames(columns).length === 0;

/** Whether a column has a target name. */
export const isNamed = (to: ColumnMapping['to']): boolean => to === 'field' || to === 'reference';

/** The names of fields that several columns map to. */
export function doubleNames(columns: readonly ColumnMapping[]): string[] {
  const names = columns.flatMap(({ to, name }) => (to === 'field' ? [name] : []));
  return [...new Set(names.filter((name, index) => name !== '' && names.indexOf(name) < index))];
}

const deepest = 4;

/** The fields in the schema, including those of nested objects. */
export function fieldsOf(schema: JsonSchema | undefined, root = schema, depth = 0): Field[] {
  if (schema === undefined || root === undefined) return [];
  const resolved = resolveSchema(schema, root);
  if (resolved === undefined) return [];
  return propertySchemas(resolved).flatMap(([name, property]) => {
    const inner = resolveSchema(property, root);
    const within = depth < deepest ? fieldsOf(inner, root, depth + 1) : [];
    if (inner !== undefined && within.length > 0)
      return within.map(({ path, title }) => ({ path: `${name}.${path}`, title }));
    const title = inner?.['title'];
    return [{ path: name, title: typeof title === 'string' ? title : undefined }];
  });
}

/** Names match if they differ only in case, accents and separators. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const titles = new Set(['title', 'titel', 'name', 'bezeichnung', 'label', 'designation']);
const keys =
  /^(?:key|schluessel|schlussel|id|nr|no|nummer|number|code|sku|.*(?:id|nr|nummer|number|code|key|schlussel))$/;
/** Numbers that are identifiers, such as postal codes. */
const codes = /plz|zip|postal|postleitzahl|tel|phone|fax|iban|ean|isbn|nummer$|nr$|code$/;
const sampleRows = 1000;

function typeOf(fileName: string, types: readonly string[]): string {
  const [only] = types;
  if (only !== undefined && types.length === 1) return only;
  const file = plain(fileName.replace(/\.\w+$/, ''));
  return types.find((type) => file.includes(plain(type))) ?? '';
}

/**
 * The first column with the name of a key and unique cells; else one so named with a few duplicates, which are
 * rows to fix; else the first column with unique cells.
 */
function keyOf({ header, rows }: Sheet): number | undefined {
  const columns = header.map((name, index) => {
    const given = rows.flatMap(({ cells }) => (cells[index]?.trim() ? [cells[index].trim()] : []));
    const different = new Set(given).size;
    return {
      index,
      isKey: keys.test(plain(name)),
      isMostly: different > rows.length / 2,
      isUnique: different === given.length && given.length >= rows.length * 0.9 && different > 0,
    };
  });
  const found =
    columns.find(({ isKey, isUnique }) => isKey && isUnique) ??
    columns.find(({ isKey, isMostly }) => isKey && isMostly) ??
    columns.find(({ isUnique }) => isUnique);
  return found?.index;
}

/** 1,234 is a thousand or a fraction. */
const thousandOrFraction = /^\s*-?[1-9]\d{0,2},\d{3}\s*$/;

interface WrittenNumbers {
  decimal: DecimalSign;
  /** A cell of each column that could be a thousand or a fraction, if no other cell of the file decides it. */
  doubts: ReadonlyMap<number, string>;
}

function decimalOf({ rows, delimiter }: Sheet): WrittenNumbers {
  let commas = 0;
  let points = 0;
  const doubts = new Map<number, string>();
  for (const { cells } of rows.slice(0, sampleRows))
    for (const [index, cell] of cells.entries()) {
      if (thousandOrFraction.test(cell)) doubts.set(index, doubts.get(index) ?? cell.trim());
      else if (/^\s*-?\d[\d.]*,\d+\s*$/.test(cell)) commas += 1;
      else if (/^\s*-?\d{1,3}(?:,\d{3})+(?:\.\d+)?\s*$/.test(cell)) points += 1;
      // 1.000 is a thousand if semicolons separate the columns.
      else if (/^\s*-?\d+\.\d+\s*$/.test(cell) && !(delimiter === ';' && /\.\d{3}\s*$/.test(cell)))
        points += 1;
    }
  const decimal = commas > points || (commas === points && delimiter === ';') ? ',' : '.';
  return { decimal, doubts: commas === points ? doubts : new Map() };
}

interface ColumnContext {
  known: MappingContext;
  /** The fields of earlier columns. */
  taken: ReadonlySet<string>;
  decimal: DecimalSign;
  isKey: boolean;
}

function columnOf(
  sheet: Sheet,
  index: number,
  { known: { schema, references }, taken, decimal, isKey }: ColumnContext,
): ColumnMapping {
  const header = sheet.header[index] ?? '';
  const name = plain(header);
  const values = sheet.rows
    .slice(0, sampleRows)
    .flatMap(({ cells }) => (cells[index]?.trim() ? [cells[index].trim()] : []));
  if (header.startsWith('ref:')) return { to: 'reference', name: header.slice(4), kind: 'text' };
  const free = fieldsOf(schema).filter(({ path }) => !taken.has(path));
  const field =
    free.find(({ path, title }) => plain(path) === name || plain(title ?? '') === name) ??
    free.find(({ path }) => plain(path.split('.').at(-1) ?? '') === name) ??
    (titles.has(name) ? free.find(({ path }) => titles.has(plain(path))) : undefined) ??
    free.find(({ path }) => isAllowed(schema, path, values));
  if (field) return { to: 'field', name: field.path, kind: kindIn(schema, field.path) ?? 'text' };
  const reference = references.find((each) => [name, `${name}ref`].includes(plain(each)));
  if (reference !== undefined) return { to: 'reference', name: reference, kind: 'text' };
  const isClosed =
    schema !== undefined && resolveSchema(schema, schema)?.['additionalProperties'] === false;
  const isNothing = isClosed || (values.length === 0 && !sheet.named[index]);
  return {
    to: isNothing ? 'nothing' : 'field',
    name: nameOf(header, taken),
    kind: isKey || codes.test(name) ? 'text' : kindOf(values, decimal),
  };
}

/** A name for an unknown field: a dot would create a nested one. */
function nameOf(header: string, taken: ReadonlySet<string>): string {
  const isPath = /^[\w-]+(?:\.[\w-]+)+$/.test(header);
  const title = titles.has(plain(header)) && !taken.has('title') ? 'title' : undefined;
  const name = title ?? (isPath ? header : header.replaceAll('.', '').trim());
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} ${number}`;
  return free;
}

/** Whether a field allows only certain texts, and the column contains no others. */
function isAllowed(
  schema: JsonSchema | undefined,
  path: string,
  values: readonly string[],
): boolean {
  const property = schema && schemaAlong(path.split('.'), schema);
  const allowed = property && allowedValues(property);
  if (!allowed || allowed.length < 2 || values.length === 0) return false;
  const texts = new Set(allowed.map(({ value }) => value));
  return values.every((value) => texts.has(value));
}

/** The type of a field's cells by its schema; undefined if the schema does not define it. */
function kindIn(schema: JsonSchema | undefined, path: string): CellKind | undefined {
  const property = schema && schemaAlong(path.split('.'), schema);
  const type = property?.['type'];
  const types: unknown[] = Array.isArray(type) ? type : [type];
  if (types.includes('string')) return property?.['format'] === 'date' ? 'date' : 'text';
  if (types.includes('number') || types.includes('integer')) return 'number';
  if (types.includes('boolean')) return 'boolean';
  return types.includes('array') || types.includes('object') ? 'json' : undefined;
}

/** The type that all cells have, without a schema. */
function kindOf(values: readonly string[], decimal: DecimalSign): CellKind {
  if (values.length === 0) return 'text';
  if (areNumbers(values, decimal)) return 'number';
  const truths = new Set(values.map((text) => truthOf(text)));
  if (truths.has(true) && !truths.has(undefined)) return 'boolean';
  // An invalid date, such as 30.02.2024, is a cell to fix.
  return values.every((text) => germanDate.test(text)) ? 'date' : 'text';
}

/** 1 and 0 are numbers, and x may mean anything. */
const truthOf = (text: string): boolean | undefined =>
  text.length > 1 ? (cellValue(text, 'boolean', '.') as boolean | undefined) : undefined;

/**
 * Whether the cells are numbers and not codes: 007 is not, nor is 1.10 next to 1.9, but prices with two
 * decimals are. A cell that could be a thousand or a fraction counts only next to cells that are unambiguous.
 */
function areNumbers(values: readonly string[], decimal: DecimalSign): boolean {
  // An amount with a currency is not a number, because the currency would be lost.
  if (values.some((text) => /^[+-]?0\d|^\+|[€$£A-Z]/.test(text))) return false;
  if (values.some((text) => cellValue(text, 'number', decimal) === undefined)) return false;
  const fractions = values.flatMap((text) => {
    const at = text.lastIndexOf(decimal);
    return at < 0 ? [] : [text.length - at - 1];
  });
  const areWritten = values.every((text) => String(Number(text)) === text);
  if (fractions.length === 0)
    return values.every((text) => isInteger(text) || (decimal === '.' && thousands.test(text)));
  const isUniform = fractions.length === values.length && new Set(fractions).size === 1;
  return decimal === ',' || isUniform || areWritten;
}

const isInteger = (text: string): boolean => /^-?\d+$/.test(text) && String(Number(text)) === text;
const thousands = /^-?[1-9]\d{0,2}(?:,\d{3})+$/;

/** The sheet with changed cells in some of its rows. */
export function withCells(sheet: Sheet, cells: Fixes): Sheet {
  const rows = sheet.rows.map((row) => {
    const changed = cells[row.number];
    if (changed === undefined) return row;
    return {
      ...row,
      cells: sheet.header.map((_, index) => changed[index] ?? row.cells[index] ?? ''),
    };
  });
  return { ...sheet, rows, fixes: withFixes(sheet.fixes, cells) };
}

/** Merges corrections of cells; later ones take precedence. */
export function withFixes(fixes: Fixes, later: Fixes): Fixes {
  const all: Record<number, Readonly<Record<number, string>>> = { ...fixes };
  for (const [row, cells] of Object.entries(later))
    all[Number(row)] = { ...all[Number(row)], ...cells };
  return all;
}
