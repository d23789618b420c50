import { LossyJson, parseStrictJson } from '@annals/rules/json/strict-json';
import { placeValue } from '@annals/rules/tables/place-value';
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

/** How the records of a file are read. */
export interface RecordForm extends Pick<CsvForm, 'header'> {
  /** The columns with a cell that is no JSON: all of their cells are texts. */
  textColumns: ReadonlySet<number>;
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

/** Adds the columns of data in which a record has a cell that is no JSON. */
export function findTextColumns(
  { header }: Pick<CsvForm, 'header'>,
  record: readonly string[],
  textColumns: Set<number>,
): void {
  for (const [index, name] of header.entries()) {
    const text = record[index] ?? '';
    if (text !== '' && isData(name) && !textColumns.has(index) && !isJson(text))
      textColumns.add(index);
  }
}

const isData = (name: string): boolean =>
  !own.has(name) && name !== 'ended' && name !== 'restored' && !name.startsWith(reference);

/**
 * Whether a text is a number, true, false, null, a quoted text, a list or an object, and nothing else. 1.10 and 007
 * would not survive the conversion to a number. A list with a number that no double holds is one that is refused.
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

/**
 * Converts a record of a CSV file into a row to import, without validation.
 * @throws if the record or the header contradicts itself
 */
export function rowOfRecord(
  { header, textColumns }: RecordForm,
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
    else if (name === 'ended') ended = isTrue(text);
    else if (name === 'restored') row[name] = isTrue(text) ? true : undefined;
    else if (name.startsWith(reference))
      for (const key of keysOf(text)) references.push({ name: name.slice(reference.length), key });
    else {
      const value = textColumns.has(index) ? textOf(text) : parseStrictJson(text);
      placeValue(objectData, name.split('.'), value);
    }
  }
  if (row['restored'] === undefined) delete row['restored'];
  if (ended) return { ...withoutType(row), ended: true };
  return { ...row, objectData, references };
}

/** A text, which quotes may mark as one: "12". */
function textOf(text: string): string {
  if (!text.startsWith('"') || !isJson(text)) return text;
  const value = parseStrictJson(text);
  return typeof value === 'string' ? value : text;
}

const isTrue = (text: string): boolean => text.trim() === 'true';

function keysOf(text: string): string[] {
  try {
    const value = parseStrictJson(text);
    return Array.isArray(value) ? value.map(String) : [text];
  } catch (error) {
    if (!(error instanceof LossyJson)) throw error;
    return [text];
  }
}

function withoutType({ type: _type, restored: _restored, ...row }: Record<string, unknown>) {
  return row;
}
