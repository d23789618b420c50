import { isExact } from '../json/decimals.ts';
import type { JsonObject } from '../json-values.ts';
import { LossyJson, parseStrictJson } from '../json/strict-json.ts';
import {
  type ColumnFormat,
  type DateOrder,
  type DecimalSign,
  decimalSigns,
  listSeparators,
} from './column-format.ts';
import { readCell } from './read-cell.ts';
import { type Cell, isEmptyCell, type TypedCell } from './table.ts';
import {
  dateOfSerial,
  dayOf,
  isDayInDigits,
  type WrittenDate,
  writtenDate,
} from './written-dates.ts';
import { isMoreThanNumber, plainNumber } from './written-numbers.ts';
import { every, find, finish, forEach, type Work } from '../work-in-steps.ts';

/** What is known about a column besides its cells. */
export interface ColumnHints {
  /** What the schema of the type says about its field, with references resolved. */
  readonly property?: JsonObject | undefined;
  /** Whether its cells name something, as keys, names and codes do, whatever they look like. */
  readonly isName?: boolean;
  /** Whether its header says that it has dates. */
  readonly isDate?: boolean;
  /** How its file separates columns. */
  readonly delimiter?: string | undefined;
  /** Whether another column of its file certainly has decimal commas. */
  readonly hasDecimalCommas?: boolean;
  /** The time zone of whoever imports it. */
  readonly zone?: string;
}

/** The format of a column, and what a person has to decide. */
export interface DetectedColumn {
  /** Of several possible ones, the most probable. */
  readonly format: ColumnFormat;
  /** A cell that has several meanings, with the formats that a person chooses from; undefined if there is one. */
  readonly doubt?: { readonly example: string; readonly choices: readonly ColumnFormat[] };
}

const text: ColumnFormat = { type: 'text' };
const certain = (format: ColumnFormat): DetectedColumn => ({ format });

/** The format of a column by all of its cells and its schema. */
export const detectColumn = (
  cells: Iterable<Cell | undefined>,
  hints: ColumnHints = {},
): DetectedColumn => finish(detectingColumn(cells, hints));

/** The same as work in steps: a column can have hundreds of thousands of cells. */
export function* detectingColumn(
  cells: Iterable<Cell | undefined>,
  hints: ColumnHints = {},
): Work<DetectedColumn> {
  const texts = new Set<string>();
  const typed: TypedCell[] = [];
  yield* forEach(cells, (cell) => {
    if (typeof cell === 'string') {
      const trimmed = cell.trim();
      if (trimmed !== '') texts.add(trimmed);
    } else if (cell && cell.type !== 'error' && cell.type !== 'null' && !isEmptyCell(cell))
      typed.push(cell);
  });
  const values = [...texts];
  const wanted = hints.property && typeOf(hints.property);
  if (wanted !== undefined) return yield* detectWanted(wanted, values, typed, hints);
  if (hints.isName) return certain(text);
  if (values.length > 0)
    return typed.length > 0 ? certain(text) : yield* detectTexts(values, hints);
  if (yield* every(typed, (cell) => cell.type === 'number' && isDayInDigits(String(cell.value))))
    if (typed.length > 0) return dayOrNumber([String(typed[0]?.value)], 'ymd', hints);
  return certain(yield* formatOfTyped(typed));
}

type WantedType = 'text' | 'number' | 'integer' | 'boolean' | 'date' | 'dateTime' | 'list' | 'json';

/** The one type that a schema allows; undefined if it allows several. */
function typeOf(property: JsonObject): WantedType | undefined {
  const { type, format, enum: values } = property;
  const named: unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const allowed: unknown[] =
    named.length === 0 && Array.isArray(values) ? values.map((value) => jsonType(value)) : named;
  const types = new Set(allowed.filter((one) => one !== 'null'));
  if (types.has('number')) types.delete('integer');
  const [only] = types;
  if (types.size !== 1) return undefined;
  if (only === 'string')
    return format === 'date' ? 'date' : format === 'date-time' ? 'dateTime' : 'text';
  if (only === 'array') return 'list';
  if (only === 'object') return 'json';
  return only === 'number' || only === 'integer' || only === 'boolean' ? only : undefined;
}

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function* detectWanted(
  wanted: WantedType,
  values: readonly string[],
  typed: readonly TypedCell[],
  hints: ColumnHints,
): Work<DetectedColumn> {
  switch (wanted) {
    case 'text':
    case 'boolean':
    case 'json':
      return certain({ type: wanted });
    case 'number':
    case 'integer': {
      // Cells that are no numbers are refused, whatever the sign is.
      const numbers: string[] = [];
      yield* forEach(values, (value) => {
        if (decimalSigns.some((sign) => plainNumber(value, sign) !== undefined))
          numbers.push(value);
      });
      const signs: DecimalSign[] = [];
      for (const sign of decimalSigns)
        if (yield* every(numbers, (value) => plainNumber(value, sign) !== undefined))
          signs.push(sign);
      return yield* inDoubt(wanted, numbers, signs, hints);
    }
    case 'date':
    case 'dateTime':
      return yield* detectDates(wanted, values, typed, hints);
    case 'list':
      return yield* detectList(values, hints.property ?? {});
  }
}

function* detectTexts(values: readonly string[], hints: ColumnHints): Work<DetectedColumn> {
  const signs: DecimalSign[] = [];
  for (const sign of decimalSigns) if (yield* areNumbers(values, sign)) signs.push(sign);
  if (signs.length > 0) {
    const isWhole = yield* every(values, (value) => /^[-\u2212]?\d+$/.test(value));
    const type = isWhole ? 'integer' : 'number';
    const areSerial =
      isWhole &&
      hints.isDate === true &&
      (yield* every(values, (value) => isSerialOfOurTime(Number(value))));
    if (areSerial) return dayOrNumber(values, 'serial', hints);
    if (isWhole && (yield* every(values, isDayInDigits))) return dayOrNumber(values, 'ymd', hints);
    const detected = yield* inDoubt(type, values, signs, hints);
    return detected.doubt ? detected : yield* withCode(detected, values);
  }
  if (areTruths(values)) return certain({ type: 'boolean' });
  const dates = yield* datesIn(values);
  if (dates.length === values.length && areAlike(dates)) {
    const type = dates[0]?.time === undefined ? 'date' : 'dateTime';
    const orders = yield* ordersOf(dates);
    if (orders.length > 0) return withOrders(type, values, dates, orders);
  }
  if (
    (yield* every(values, (value) => /^[[{]/.test(value))) &&
    (yield* every(values, (value) => isJson(value)))
  )
    return certain({ type: 'json' });
  return certain(text);
}

/** Whole numbers that are days, or just numbers. */
function dayOrNumber(
  values: readonly string[],
  order: 'serial' | 'ymd',
  { isDate = false }: ColumnHints,
): DetectedColumn {
  const number: ColumnFormat = { type: 'integer', decimal: '.' };
  const day: ColumnFormat = { type: 'date', order };
  const choices = isDate ? [day, number] : [number, day];
  return { format: choices[0] ?? number, doubt: { example: values[0] ?? '', choices } };
}

/** The dates at the beginning of a column, up to the first text that is none. */
function* datesIn(values: readonly string[]): Work<WrittenDate[]> {
  const dates: WrittenDate[] = [];
  yield* every(values, (value) => {
    const date = writtenDate(value);
    if (date) dates.push(date);
    return date !== undefined;
  });
  return dates;
}

/** Numbers in groups of three without a fraction anywhere: an amount, or a number plate, an address, a phone number. */
function* withCode(detected: DetectedColumn, values: readonly string[]): Work<DetectedColumn> {
  const grouped = yield* find(values, (value) => /\d[. \u00A0\u202F'\u2019]\d{3}/.test(value));
  const { format } = detected;
  if (grouped === undefined || !('decimal' in format)) return detected;
  const fraction = yield* find(values, (value) => value.includes(format.decimal));
  if (fraction !== undefined) return detected;
  return { format, doubt: { example: grouped, choices: [format, text] } };
}

/** The format of numbers whose decimal sign may be one of several. */
function* inDoubt(
  type: 'number' | 'integer',
  values: readonly string[],
  signs: readonly DecimalSign[],
  { delimiter, property, hasDecimalCommas: hasOthers }: ColumnHints,
): Work<DetectedColumn> {
  const usual: DecimalSign = delimiter === ';' ? ',' : '.';
  const [only = usual] = signs;
  if (signs.length === 1) return certain({ type, decimal: only });
  const example = yield* find(
    values,
    (value) => plainNumber(value, '.') !== plainNumber(value, ','),
  );
  if (example === undefined) return certain({ type, decimal: usual });
  // 1.234 is how everything but a spreadsheet writes a fraction.
  const isPlain = delimiter === ',' && !hasOthers && !example.includes(',');
  if (isPlain) return certain({ type, decimal: '.' });
  const choices = (signs.length === 0 ? decimalSigns : signs)
    .toSorted((left) => (left === usual ? -1 : 1))
    .map((decimal) => ({ type, decimal }));
  return {
    format: choices[0] ?? { type, decimal: usual },
    doubt: { example, choices: [...choices, ...(property ? [] : [text])] },
  };
}

/**
 * Whether texts are numbers and not codes: 007 is none, nor is 1.10 next to 1.9, but prices with two decimals are. One
 * number that cannot be stored exactly makes the whole column text.
 */
function* areNumbers(values: readonly string[], decimal: DecimalSign): Work<boolean> {
  const fractions = new Set<number>();
  let areWritten = true;
  let isSpelled = true;
  let isGrouped = false;
  const areAll = yield* every(values, (value) => {
    const plain = isMoreThanNumber(value) ? undefined : plainNumber(value, decimal);
    if (plain === undefined || !isExact(plain)) return false;
    const at = value.lastIndexOf(decimal);
    fractions.add(at < 0 ? 0 : value.length - at - 1);
    if (!isShortest(value)) areWritten = false;
    if (value.includes(',')) isGrouped = true;
    if (at < 0 && String(Number(plain)) !== plain) isSpelled = false;
    return true;
  });
  return areAll && isSpelled && (decimal === ',' || fractions.size <= 1 || areWritten || isGrouped);
}

/** Without zeros that add nothing, as programs write numbers. */
const isShortest = (value: string): boolean => /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(value);

/** The days from 1941 to 2099, in which most dates of tables are. */
const isSerialOfOurTime = (number: number): boolean =>
  number >= 15_000 && number < 73_000 && dateOfSerial(number) !== undefined;

const pairs = [
  ['true', 'false'],
  ['yes', 'no'],
  ['ja', 'nein'],
  ['wahr', 'falsch'],
  ['vrai', 'faux'],
  ['oui', 'non'],
  ['vero', 'falso'],
  ['verdadero', 'falso'],
];

/** Of two words: true, True, TRUE and so on. */
const mostSpellings = 100;

/** Both words of a pair, or words that mean nothing else: NO is a country. */
function areTruths(values: readonly string[]): boolean {
  if (values.length > mostSpellings) return false;
  const words = new Set(values.map((value) => value.toLowerCase()));
  if (words.size > 2) return false;
  return pairs.some(
    (pair, index) =>
      [...words].every((word) => pair.includes(word)) &&
      (words.size === 2 || index === 0 || pair[0] === 'wahr'),
  );
}

/**
 * Whether all have a time, or none, and all an offset, or none. A day among moments is no midnight, and a clock among
 * offsets has a zone that nobody has written down.
 */
const areAlike = (dates: readonly WrittenDate[]): boolean =>
  new Set(dates.map(({ time, offset }) => `${time === undefined} ${offset === undefined}`)).size <=
  1;

/** The orders in which all have a month and a day, whether or not each exists. */
function* ordersOf(dates: readonly WrittenDate[]): Work<DateOrder[]> {
  const orders: DateOrder[] = [];
  for (const order of ['ymd', 'dmy', 'mdy'] as const)
    if (yield* every(dates, (date) => hasMonthAndDay(date, order))) orders.push(order);
  return orders;
}

function hasMonthAndDay(date: WrittenDate, order: DateOrder): boolean {
  const [, month, number] = (dayOf(date, order) ?? '').split('-').map(Number);
  return between(month, 12) && between(number, 31);
}

const between = (number: number | undefined, most: number): boolean =>
  number !== undefined && number >= 1 && number <= most;

function withOrders(
  type: 'date' | 'dateTime',
  values: readonly string[],
  dates: readonly WrittenDate[],
  orders: readonly DateOrder[],
): DetectedColumn {
  const [order = 'ymd'] = orders;
  const format: ColumnFormat = { type, order };
  const at = dates.findIndex((date) => new Set(orders.map((each) => dayOf(date, each))).size > 1);
  const example = values[at];
  return example === undefined
    ? { format }
    : { format, doubt: { example, choices: orders.map((each) => ({ type, order: each })) } };
}

function* detectDates(
  type: 'date' | 'dateTime',
  values: readonly string[],
  typed: readonly TypedCell[],
  { zone }: ColumnHints,
): Work<DetectedColumn> {
  const dates: WrittenDate[] = [];
  const dated: string[] = [];
  yield* forEach(values, (value) => {
    const date = writtenDate(value);
    if (!date) return;
    dates.push(date);
    dated.push(value);
  });
  // A number such as 2023 is a year, and no day in 1905.
  const numbers =
    values.length > 0
      ? values.map(Number)
      : typed.flatMap((cell) => (cell.type === 'number' ? cell.value : []));
  const areSerial = dates.length === 0 && numbers.length > 0 && numbers.every(isSerialOfOurTime);
  if (areSerial) return certain({ type, order: 'serial' });
  const possible = yield* ordersOf(dates);
  const orders: readonly DateOrder[] =
    dates.length === 0 ? ['ymd'] : possible.length > 0 ? possible : yield* ordersOfSome(dates);
  const detected = withOrders(type, dated, dates, orders);
  if (type === 'date') return detected;
  // A moment has an offset: a clock alone needs its zone.
  const bare = dated[dates.findIndex(({ offset }) => offset === undefined)];
  const clock = bare ?? typed.find((cell) => cell.type === 'date')?.shown;
  if (clock === undefined) return detected;
  const zones = [...new Set([zone ?? 'UTC', 'UTC'])];
  const choices = (detected.doubt?.choices ?? [detected.format]).flatMap((format) =>
    zones.map((each) => Object.assign({}, format, { zone: each })),
  );
  return {
    format: choices[0] ?? detected.format,
    doubt: { example: detected.doubt?.example ?? clock, choices },
  };
}

/** The orders in which at least one of them has a month and a day. */
function* ordersOfSome(dates: readonly WrittenDate[]): Work<DateOrder[]> {
  const orders = new Set<DateOrder>();
  yield* forEach(dates, (date) => {
    for (const order of ['ymd', 'dmy', 'mdy'] as const)
      if (hasMonthAndDay(date, order)) orders.add(order);
  });
  return [...orders];
}

function* detectList(values: readonly string[], { items }: JsonObject): Work<DetectedColumn> {
  const item =
    typeof items === 'object' && items !== null ? typeOf(items as JsonObject) : undefined;
  const isSimple = item === 'text' || item === 'number' || item === 'integer';
  const areJson = values.length > 0 && (yield* every(values, (value) => value.startsWith('[')));
  if (!isSimple || areJson) return certain({ type: 'json' });
  const of = item === 'text' ? 'text' : 'number';
  const used = listSeparators.filter((sign) => values.some((value) => value.includes(sign)));
  const choices = (used.length > 0 ? used : [',' as const]).map((separator): ColumnFormat => ({
    type: 'list',
    separator,
    items: of,
  }));
  const [format = text] = choices;
  const example = values.find((value) => used.filter((sign) => value.includes(sign)).length > 1);
  if (choices.length === 1) return certain(format);
  return { format, doubt: { example: example ?? values[0] ?? '', choices } };
}

function isJson(value: string): boolean {
  try {
    parseStrictJson(value);
    return true;
  } catch (error) {
    if (error instanceof LossyJson) return false;
    throw error;
  }
}

/** The one type that a workbook gives to all cells of a column. */
function* formatOfTyped(cells: readonly TypedCell[]): Work<ColumnFormat> {
  const [first] = cells;
  if (!first || first.type === 'text') return text;
  if (!(yield* every(cells, ({ type }) => type === first.type))) return text;
  const format = yield* simplestFormat(first.type, cells);
  // A time of day alone is no date.
  return (yield* every(cells, (cell) => isFine(cell, format))) ? format : text;
}

function* simplestFormat(type: TypedCell['type'], cells: readonly TypedCell[]): Work<ColumnFormat> {
  if (type === 'number') {
    const areWhole = yield* every(cells, ({ value }) => Number.isInteger(value));
    return { type: areWhole ? 'integer' : 'number', decimal: '.' };
  }
  if (type !== 'date') return { type: 'boolean' };
  const areDays = yield* every(cells, (cell) => isFine(cell, { type: 'date', order: 'ymd' }));
  return { type: areDays ? 'date' : 'dateTime', order: 'ymd' };
}

const isFine = (cell: TypedCell, format: ColumnFormat): boolean =>
  'value' in readCell(cell, format);

/** Whether a cell certainly has a decimal comma. */
export const hasDecimalComma = (cell: Cell): boolean =>
  typeof cell === 'string' && /^\s*-?(?:\d[\d.]*,\d{1,2}|0,\d+)\s*$/.test(cell);
