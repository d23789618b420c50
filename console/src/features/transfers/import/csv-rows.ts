import { LossyJson, parseStrictJson } from '@annals/rules/json/strict-json';
import { delimiterOf, headerIndex, recordsOf } from '../../../platform/csv/read-csv.ts';

/** Columns that are not properties of objectData. */
const own = new Set(['key', 'id', 'type', 'modificationDate', 'modificationUserId', 'reason']);
const reference = 'ref:';

export interface CsvForm {
  header: readonly string[];
  /** Its index among the records. */
  headerAt: number;
  delimiter: string;
}

/** @param text the beginning of the file */
export function csvFormOf(text: string): CsvForm {
  const delimiter = delimiterOf(text);
  const { records } = recordsOf(text, delimiter);
  const headerAt = headerIndex(records);
  return { delimiter, headerAt, header: (records[headerAt] ?? []).map((name) => name.trim()) };
}

/** Whether the header is in the import format; any other table needs a column mapping. */
export const hasOwnForm = ({ header }: Pick<CsvForm, 'header'>): boolean =>
  header.includes('key') && header.includes('type');

/**
 * Converts a record of a CSV file into a row to import, without validation.
 * @throws if the record or the header contradicts itself
 */
export function rowOfRecord(
  { header }: Pick<CsvForm, 'header'>,
  record: readonly string[],
): object {
  if (record.length > header.length) throw new RangeError(`${record.length} > ${header.length}`);
  const row: Record<string, unknown> = {};
  const objectData: Record<string, unknown> = {};
  const references: { name: string; key: string }[] = [];
  let ended = false;
  for (const [index, name] of header.entries()) {
    const text = record[index] ?? '';
    if (text === '' || name === '') continue;
    if (own.has(name)) row[name] = text;
    else if (name === 'ended') ended = valueOf(text) === true;
    else if (name === 'restored') row[name] = valueOf(text) === true ? true : undefined;
    else if (name.startsWith(reference))
      for (const key of keysOf(text)) references.push({ name: name.slice(reference.length), key });
    else placeValue(objectData, name.split('.'), valueOf(text));
  }
  if (row['restored'] === undefined) delete row['restored'];
  if (ended) return { ...withoutType(row), ended: true };
  return { ...row, objectData, references };
}

/**
 * A number, true, false, null, a list or an object if the text is exactly that; otherwise the text.
 * @throws LossyJson for a list or an object that cannot be stored exactly
 */
function valueOf(text: string): unknown {
  try {
    const value = parseStrictJson(text);
    // 1.10 and 007 would not survive the conversion to a number.
    return typeof value === 'number' && String(value) !== text ? text : value;
  } catch (error) {
    const isInside =
      error instanceof LossyJson && error.flaw.kind !== 'syntax' && /^\s*[[{]/.test(text);
    if (isInside) throw error;
    return text;
  }
}

function keysOf(text: string): string[] {
  const value = valueOf(text);
  return Array.isArray(value) ? value.map(String) : [text];
}

/**
 * Sets a value at a path of property names.
 * @throws if a property of the path already exists or cannot exist
 */
export function placeValue(
  target: Record<string, unknown>,
  [name = '', ...rest]: string[],
  value: unknown,
): void {
  // Assignment cannot create `__proto__` as an own property.
  if (name === '__proto__') throw new SyntaxError(name);
  const there = Object.hasOwn(target, name) ? target[name] : undefined;
  if (rest.length === 0) {
    if (there !== undefined) throw new TypeError(name);
    target[name] = value;
    return;
  }
  if (there !== undefined && !isPlainObject(there)) throw new TypeError(name);
  const inner = there ?? {};
  if (there === undefined) target[name] = inner;
  placeValue(inner, rest, value);
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function withoutType({ type: _type, restored: _restored, ...row }: Record<string, unknown>) {
  return row;
}
