import { isExact } from '../json/decimals.ts';
import { type JsonFlaw, LossyJson, parseStrictJson } from '../json/strict-json.ts';
import type { ColumnFormat, ListSeparator } from './column-format.ts';
import type { Cell, TypedCell } from './table.ts';
import {
  dateOfSerial,
  dayOf,
  existsDay,
  existsTime,
  inUtc,
  shiftToUtc,
  writtenDate,
} from './written-dates.ts';
import { plainNumber } from './written-numbers.ts';

/** Why a cell is not stored as a value of its column. */
export type CellFlaw =
  /** It is no value of the column's type. */
  | { readonly kind: 'type' }
  | { readonly kind: 'notExact' }
  | { readonly kind: 'fraction' }
  /** A day or a time that does not exist, or that the clocks show twice. */
  | { readonly kind: 'noSuchTime' }
  /** A formula without a result. */
  | { readonly kind: 'error'; readonly written: string }
  | { readonly kind: 'json'; readonly flaw: JsonFlaw };

export type CellReading = { readonly value: unknown } | { readonly flaw: CellFlaw };

const refuseCell = (kind: 'type' | 'notExact' | 'fraction' | 'noSuchTime'): CellReading => ({
  flaw: { kind },
});

/** The value of a cell that is not empty: exactly what it says, or why it cannot be stored. */
export function readCell(cell: Cell, format: ColumnFormat): CellReading {
  if (typeof cell === 'object') return readTyped(cell, format);
  return storable(readText(cell, format));
}

function readText(text: string, format: ColumnFormat): CellReading {
  const trimmed = text.trim();
  switch (format.type) {
    case 'text':
      return { value: text };
    case 'number':
    case 'integer':
      return readNumber(plainNumber(trimmed, format.decimal), format.type === 'integer');
    case 'boolean':
      return readBoolean(trimmed);
    case 'date':
    case 'dateTime':
      return readDate(trimmed, format);
    case 'list':
      return readList(trimmed, format);
    case 'json':
      return readJsonText(trimmed);
  }
}

function readNumber(plain: string | undefined, isWhole: boolean): CellReading {
  if (plain === undefined) return refuseCell('type');
  if (!isExact(plain)) return refuseCell('notExact');
  const value = Number(plain);
  return isWhole && !Number.isInteger(value) ? refuseCell('fraction') : { value };
}

const yes = 'true yes y ja j wahr vrai oui vero verdadero sì sí si on x 1'.split(' ');
const no = 'false no n nein falsch faux non falso off 0'.split(' ');
const truths = new Map([
  ...yes.map((word) => [word, true] as const),
  ...no.map((word) => [word, false] as const),
]);

function readBoolean(text: string): CellReading {
  const value = truths.get(text.toLowerCase());
  return value === undefined ? refuseCell('type') : { value };
}

type DateFormat = Extract<ColumnFormat, { order: unknown }>;

function readDate(text: string, format: DateFormat): CellReading {
  if (format.order === 'serial') {
    const plain = plainNumber(text, '.');
    return plain === undefined ? refuseCell('type') : readSerial(Number(plain), format);
  }
  const date = writtenDate(text);
  const day = date && dayOf(date, format.order);
  if (!date || day === undefined) return refuseCell('type');
  if (!existsDay(day)) return refuseCell('noSuchTime');
  const { time, offset } = date;
  if (time !== undefined && !existsTime(time)) return refuseCell('noSuchTime');
  if (format.type === 'date') return time === undefined ? { value: day } : refuseCell('type');
  return readMoment({ day, time: time ?? '00:00:00', offset }, format, text);
}

const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

function readMoment(
  { day, time, offset }: { day: string; time: string; offset?: string | undefined },
  { zone }: Extract<DateFormat, { type: 'dateTime' }>,
  text: string,
): CellReading {
  // What is written by the standard stays as it is, with its offset.
  if (rfc3339.test(text)) return { value: text };
  if (offset !== undefined)
    return Number.isNaN(Date.parse(`${day}T00:00:00${offset}`))
      ? refuseCell('noSuchTime')
      : { value: shiftToUtc(day, time, offset) };
  if (zone === undefined) return { value: `${day}T${time}` };
  const value = inUtc(day, time, zone);
  return value === undefined ? refuseCell('noSuchTime') : { value };
}

function readSerial(serial: number, format: DateFormat): CellReading {
  const date = dateOfSerial(serial);
  if (!date) return refuseCell('type');
  if (format.type === 'dateTime') return readMoment(date, format, '');
  return Number.isInteger(serial) ? { value: date.day } : refuseCell('type');
}

function readList(
  text: string,
  { separator, items }: { separator: ListSeparator; items: 'text' | 'number' },
): CellReading {
  if (text.startsWith('[')) return readJsonText(text);
  const parts = text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (items === 'text') return { value: parts };
  const numbers: unknown[] = [];
  for (const part of parts) {
    const read = readNumber(plainNumber(part, separator === ',' ? '.' : decimalOf(part)), false);
    if ('flaw' in read) return read;
    numbers.push(read.value);
  }
  return { value: numbers };
}

const decimalOf = (part: string) => (part.includes(',') ? ',' : '.');

function readJsonText(text: string): CellReading {
  try {
    return { value: parseStrictJson(text) };
  } catch (error) {
    if (!(error instanceof LossyJson)) throw error;
    const { flaw } = error;
    if (flaw.kind === 'syntax') return refuseCell('type');
    return flaw.kind === 'number' ? refuseCell('notExact') : { flaw: { kind: 'json', flaw } };
  }
}

function readTyped(cell: TypedCell, format: ColumnFormat): CellReading {
  if (cell.type === 'error') return { flaw: { kind: 'error', written: cell.value } };
  if (cell.type === 'null') return { value: null };
  if (cell.type === 'text')
    return format.type === 'text' || format.type === 'json'
      ? { value: cell.value }
      : refuseCell('type');
  switch (format.type) {
    case 'text':
      return storable({ value: cell.shown });
    case 'number':
    case 'integer':
      return cell.type === 'number'
        ? readNumber(String(cell.value), format.type === 'integer')
        : refuseCell('type');
    case 'boolean':
      return cell.type === 'boolean' ? { value: cell.value } : readBoolean(String(cell.value));
    case 'date':
    case 'dateTime':
      if (cell.type === 'date') return readTypedDate(cell.value, format);
      if (cell.type !== 'number') return refuseCell('type');
      return format.order === 'serial'
        ? readSerial(cell.value, format)
        : readDate(String(cell.value), format);
    case 'list':
      return { value: [format.items === 'number' ? cell.value : cell.shown] };
    case 'json':
      return cell.type === 'date' ? refuseCell('type') : { value: cell.value };
  }
}

function readTypedDate(iso: string, format: DateFormat): CellReading {
  const [day = '', time] = iso.split('T');
  if (!/^\d{4}-/.test(day)) return refuseCell('type');
  if (format.type === 'dateTime') return readMoment({ day, time: time ?? '00:00:00' }, format, '');
  return time === undefined || /^00:00(?::00(?:\.0+)?)?$/.test(time)
    ? { value: day }
    : refuseCell('type');
}

/** A text of a file can have what JSON cannot. */
function storable(reading: CellReading): CellReading {
  if (!('value' in reading)) return reading;
  const texts = Array.isArray(reading.value) ? reading.value : [reading.value];
  for (const text of texts) {
    if (typeof text !== 'string') continue;
    if (text.includes('\0')) return { flaw: { kind: 'json', flaw: { kind: 'nul' } } };
    if (!text.isWellFormed()) return { flaw: { kind: 'json', flaw: { kind: 'surrogate' } } };
  }
  return reading;
}
