import { browserZone } from '../../../platform/time/browser-zone.ts';
import { typeName } from '@annals/contracts/object-version';
import type { ColumnFormat } from '@annals/rules/tables/column-format';
import type { ColumnMapping, TableMapping } from '@annals/rules/tables/column-mapping';
import { readFieldPath, writeFieldPath } from '@annals/rules/tables/field-path';
import {
  detectColumn,
  detectingColumn,
  type DetectedColumn,
  hasDecimalComma,
} from '@annals/rules/tables/detect-column';
import { finish, forEach, type Work } from '@annals/rules/work-in-steps';
import { titleProperties } from '@annals/rules/object-title';
import { nameInCell } from '@annals/rules/tables/table';
import {
  allowedValues,
  type JsonSchema,
  propertySchemas,
  resolveSchema,
  schemaAlong,
} from '../../../ui/json/json-schema.ts';
import { withType } from './column-formats.ts';
import type { Sheet } from './sheet.ts';

/** How a sheet is imported, as far as it is decided. */
export interface Mapping extends Omit<TableMapping, 'key'> {
  /** As in TableMapping; undefined until it is chosen. */
  readonly key: TableMapping['key'] | undefined;
  /** By column, what its cells can mean, if nobody has decided it. */
  readonly doubts: ReadonlyMap<number, NonNullable<DetectedColumn['doubt']>>;
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
export const mappingOf = (sheet: Sheet, fileName: string, known: MappingContext): Mapping =>
  finish(findingMapping(sheet, fileName, known));

/** The same as work in steps. What it has found of the cells is not looked for again. */
export function* findingMapping(
  sheet: Sheet,
  fileName: string,
  known: MappingContext,
): Work<Mapping> {
  const { choices, header } = sheet;
  const found = yield* findingColumns(sheet);
  const key = choices.key ?? found.key;
  const fields = namedFields(known.schema);
  const taken = new Set<string>();
  const doubts = new Map<number, NonNullable<DetectedColumn['doubt']>>();
  const columns: ColumnMapping[] = [];
  for (const index of header.keys()) {
    const chosen = choices.columns[index];
    const target =
      chosen?.to !== undefined && chosen.name !== undefined
        ? { to: chosen.to, name: chosen.name }
        : targetOf(sheet, index, { known, fields, taken });
    const { to, name } = { ...target, ...chosen };
    const detected = yield* detecting(sheet, index, {
      schema: known.schema,
      name,
      isKey: index === key,
    });
    if (to === 'field') taken.add(name);
    if (to === 'field' && detected.doubt && chosen?.format === undefined)
      doubts.set(index, detected.doubt);
    columns.push({ to, name, format: chosen?.format ?? detected.format });
  }
  return { type: choices.type ?? typeOf(fileName, known.types), key, columns, doubts };
}

/** Whether rows can be created with the mapping. */
export const isWhole = (mapping: Mapping): mapping is Mapping & TableMapping =>
  typeName.safeParse(mapping.type).success &&
  mapping.key !== undefined &&
  mapping.doubts.size === 0 &&
  mapping.columns.every(({ to, name }) => !isNamed(to) || name.trim() !== '') &&
  doubleNames(mapping.columns).length === 0;

/** The column of the field that objects are called by; undefined if they are called by their first text. */
export function titleColumn(columns: readonly ColumnMapping[]): number | undefined {
  for (const property of titleProperties) {
    const index = columns.findIndex(({ to, name }) => to === 'field' && name === property);
    if (index !== -1) return index;
  }
  return undefined;
}

/** Whether a column has a target name. */
export const isNamed = (to: ColumnMapping['to']): boolean => to === 'field' || to === 'reference';

/** The names of fields that several columns map to. */
export function doubleNames(columns: readonly ColumnMapping[]): string[] {
  const names = columns.flatMap(({ to, name }) => (to === 'field' ? [name] : []));
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const name of names) {
    if (name !== '' && seen.has(name)) twice.add(name);
    seen.add(name);
  }
  return [...twice];
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
      return within.map(({ path, title }) => ({
        path: writeFieldPath([name, ...readFieldPath(path)]),
        title,
      }));
    const title = inner?.['title'];
    return [{ path: writeFieldPath([name]), title: typeof title === 'string' ? title : undefined }];
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
const dates = /date|datum|day$|tag$|birth|geburt|^(?:from|to|since|until|von|bis|seit)$/;

/** Whether what a column is called says that its cells are names. */
function isName(header: string): boolean {
  const name = plain(header);
  return titles.has(name) || codes.test(name);
}

function typeOf(fileName: string, types: readonly string[]): string {
  const [only] = types;
  if (only !== undefined && types.length === 1) return only;
  const file = plain(fileName.replace(/\.\w+$/, ''));
  return types.find((type) => file.includes(plain(type))) ?? '';
}

/** What the cells of a sheet say, whatever is chosen. */
interface SheetColumns {
  key: number | undefined;
  hasDecimalCommas: boolean;
  /** By column and field of the schema. */
  detected: Map<string, { schema: JsonSchema | undefined; column: DetectedColumn }>;
  samples: Map<number, string[]>;
}

/** By the rows, which are replaced with each correction. */
const columnsOfRows = new WeakMap<Sheet['rows'], SheetColumns>();

/** Reads all cells once, because the columns are shown again with each keystroke. */
function* findingColumns(sheet: Sheet): Work<SheetColumns> {
  const known = columnsOfRows.get(sheet.rows);
  if (known) return known;
  let hasDecimalCommas = false;
  yield* forEach(sheet.rows, ({ cells }) => {
    hasDecimalCommas ||= cells.some(hasDecimalComma);
  });
  const columns: SheetColumns = {
    key: yield* findingKey(sheet),
    hasDecimalCommas,
    detected: new Map(),
    samples: new Map(),
  };
  columnsOfRows.set(sheet.rows, columns);
  return columns;
}

function* detecting(
  sheet: Sheet,
  index: number,
  { schema, name, isKey }: { schema: JsonSchema | undefined; name: string; isKey: boolean },
): Work<DetectedColumn> {
  const { detected, hasDecimalCommas: hasCommas } = yield* findingColumns(sheet);
  const header = sheet.header[index] ?? '';
  const property = schema && schemaAlong(readFieldPath(name), schema);
  const id = JSON.stringify([index, isKey, property && name]);
  const known = detected.get(id);
  if (known && known.schema === schema) return known.column;
  const stated = sheet.formats?.[index];
  const column: DetectedColumn = stated
    ? { format: stated }
    : yield* detectingColumn(
        sheet.rows.map(({ cells }) => cells[index]),
        {
          property,
          isName: isKey || isName(header),
          isDate: dates.test(plain(header)),
          delimiter: sheet.delimiter,
          hasDecimalCommas: hasCommas,
          zone: browserZone(),
        },
      );
  detected.set(id, { schema, column });
  return column;
}

/** A schema of each type, by which a column of this type finds its format. */
const schemasOfTypes = {
  text: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  dateTime: { type: 'string', format: 'date-time' },
  list: { type: 'array', items: { type: 'string' } },
  json: { type: 'object' },
};

/** The format of a type in which the cells of a column are written. */
export function formatFor(
  sheet: Sheet,
  index: number,
  before: ColumnFormat,
  type: ColumnFormat['type'],
): ColumnFormat {
  const cells = sheet.rows.map(({ cells: row }) => row[index]);
  const { format } = detectColumn(cells, {
    property: schemasOfTypes[type],
    delimiter: sheet.delimiter,
  });
  return format.type === type ? format : withType(before, type);
}

const sampleRows = 1000;

/** The different texts of the first cells of a column that are not empty, trimmed. */
export function samplesOf(sheet: Sheet, index: number): readonly string[] {
  const { samples } = finish(findingColumns(sheet));
  const known = samples.get(index);
  if (known) return known;
  const different = new Set(
    sheet.rows.slice(0, sampleRows).map(({ cells }) => nameInCell(cells[index])),
  );
  different.delete('');
  const found = [...different];
  samples.set(index, found);
  return found;
}

/** The share of different cells of a column of keys with a few duplicates, which are rows to fix. */
const mostlyDifferent = 0.95;

/** What names something without describing it: AT, Europe/Vienna, ada@example.org, but no sentence, list or measure. */
const isCode = (text: string): boolean =>
  /^[\p{L}\p{N}][\p{L}\p{N}._/:+@#-]*$/u.test(text) && !/^\d+[.,]\d+$/.test(text);

/** A list or an object of a JSON file, which names nothing: the outline of a river is different from others, too. */
const isPart = (text: string): boolean => /^[[{]/.test(text);

/** A number is what something is called only in front, as a year or an ID is. Elsewhere it measures: incomes happen to differ. */
const isMeasure = (text: string, column: number): boolean =>
  (column === 0 ? /^[-+\u2212]?\d+[.,]\d+$/ : /^[-+\u2212]?\d[\d.,]*$/).test(text);

/**
 * The first column with the name of a key and unique cells; else one so named with a few duplicates; else the first
 * column with unique cells, if possible codes: names of countries change, their codes do not. Undefined if there is none
 * but measures, lists and objects, and somebody has to choose.
 */
function* findingKey({ header, rows }: Sheet): Work<number | undefined> {
  const columns = [];
  for (const [index, name] of header.entries()) {
    const different = new Set<string>();
    let given = 0;
    let areCodes = true;
    let areMeasures = true;
    let areParts = true;
    yield* forEach(rows, ({ cells }) => {
      const text = nameInCell(cells[index]);
      if (text === '') return;
      given += 1;
      different.add(text);
      if (areCodes && !isCode(text)) areCodes = false;
      if (areMeasures && !isMeasure(text, index)) areMeasures = false;
      if (areParts && !isPart(text)) areParts = false;
    });
    columns.push({
      index,
      areCodes,
      areMeasures,
      areParts,
      isKey: keys.test(plain(name)),
      isMostly: different.size >= rows.length * mostlyDifferent,
      isUnique: different.size === given && given >= rows.length * 0.9 && given > 0,
    });
  }
  const names = columns.filter(({ areMeasures, areParts }) => !areMeasures && !areParts);
  const found =
    columns.find(({ isKey, isUnique }) => isKey && isUnique) ??
    columns.find(({ isKey, isMostly }) => isKey && isMostly) ??
    names.find(({ isUnique, areCodes }) => isUnique && areCodes) ??
    names.find(({ isUnique }) => isUnique);
  return found?.index;
}

interface NamedField {
  path: string;
  names: readonly string[];
  last: string;
}

const fieldsOfSchemas = new WeakMap<JsonSchema, readonly NamedField[]>();

function namedFields(schema: JsonSchema | undefined): readonly NamedField[] {
  if (schema === undefined) return [];
  const known = fieldsOfSchemas.get(schema);
  if (known) return known;
  const fields = fieldsOf(schema).map(({ path, title }) => ({
    path,
    names: [plain(path), plain(title ?? '')],
    last: plain(readFieldPath(path).at(-1) ?? ''),
  }));
  fieldsOfSchemas.set(schema, fields);
  return fields;
}

interface ColumnContext {
  known: MappingContext;
  fields: readonly NamedField[];
  /** The fields of earlier columns. */
  taken: ReadonlySet<string>;
}

/** What the name of a column, and its values, suggest to make of it. */
function targetOf(
  sheet: Sheet,
  index: number,
  { known: { schema, references }, fields, taken }: ColumnContext,
): Omit<ColumnMapping, 'format'> {
  const header = sheet.header[index] ?? '';
  const title = sheet.titles[index] ?? '';
  const name = plain(title);
  if (header.startsWith('ref:')) return { to: 'reference', name: header.slice(4) };
  const free = fields.filter(({ path }) => !taken.has(path));
  const field =
    free.find(({ names }) => names.includes(name)) ??
    free.find(({ last }) => last === name) ??
    (titles.has(name) ? free.find(({ names: [path = ''] }) => titles.has(path)) : undefined) ??
    free.find(({ path }) => isAllowed(schema, path, samplesOf(sheet, index)));
  if (field) return { to: 'field', name: field.path };
  const reference = references.find((each) => [name, `${name}ref`].includes(plain(each)));
  if (reference !== undefined) return { to: 'reference', name: reference };
  const isClosed =
    schema !== undefined && resolveSchema(schema, schema)?.['additionalProperties'] === false;
  const isNothing = isClosed || (header === '' && samplesOf(sheet, index).length === 0);
  const path = sheet.paths?.[index] ?? [];
  const written = writeFieldPath(path);
  const isPlain = path.length < 2 && written === title.trim() && !written.startsWith('[');
  const own = path.length === 0 || isPlain ? nameOf(title, taken) : written;
  return { to: isNothing ? 'nothing' : 'field', name: own };
}

/** A name for an unknown field: a dot would create a nested one. */
function nameOf(header: string, taken: ReadonlySet<string>): string {
  const isPath = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+$/u.test(header);
  const title = titles.has(plain(header)) ? titleFor(header) : undefined;
  const ownName = isPath ? header : header.replaceAll('.', '').trim();
  const name = title === undefined || taken.has(title) ? ownName : title;
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} ${number}`;
  return free;
}

/** The field that objects are called by: as the column says, if it is one that is looked for. */
const titleFor = (header: string): string =>
  titleProperties.find((property) => plain(property) === plain(header)) ?? 'title';

/** Whether a field allows only certain texts, and the column contains no others. */
function isAllowed(
  schema: JsonSchema | undefined,
  path: string,
  values: readonly string[],
): boolean {
  const property = schema && schemaAlong(readFieldPath(path), schema);
  const allowed = property && allowedValues(property);
  if (!allowed || allowed.length < 2 || values.length === 0) return false;
  const texts = new Set(allowed.map(({ value }) => value));
  return values.every((value) => texts.has(value));
}
