import { parse } from 'csv-parse/browser/esm/sync';

/** What separates the columns: spreadsheets write semicolons in many locales. */
const delimiters = [',', ';', '\t', '|'];
const sampleCharacters = 20_000;

/** The line that tells Excel the delimiter; it is not a row of the table. */
const separatorLine = /^\uFEFF?"?sep=([,;|\t])"?(?=\r|\n)/i;

/** The delimiter by which most records have as many columns as the header. */
export function delimiterOf(text: string): string {
  const separator = separatorLine.exec(text)?.[1];
  if (separator !== undefined) return separator;
  const sample = text.slice(0, sampleCharacters);
  let best = { delimiter: ',', fitting: 0, columns: 1 };
  for (const delimiter of delimiters) {
    const records = recordsOf(sample, delimiter).records.filter((each) => !isEmptyRecord(each));
    const columns = records[0]?.length ?? 1;
    if (columns < 2) continue;
    const fitting = records.filter((record) => record.length === columns).length / records.length;
    if (fitting > best.fitting || (fitting === best.fitting && columns > best.columns))
      best = { delimiter, fitting, columns };
  }
  return best.delimiter;
}

/**
 * The records of a text. An empty line is a record with an empty cell, so that the index of a record is its row
 * in a spreadsheet. A quote inside of a cell without quotes is a part of its text, as in 24". They end at the first
 * unclosed quote, after which nothing can be parsed.
 */
export function recordsOf(
  text: string,
  delimiter: string,
): { records: string[][]; problem?: string } {
  const records: string[][] = [];
  try {
    // An empty line instead, so that the other rows keep their numbers.
    parse(text.replace(separatorLine, ''), {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      on_record: (record: string[]) => {
        records.push(record);
        return null;
      },
    });
    return { records };
  } catch (error) {
    return { records, problem: error instanceof Error ? error.message : String(error) };
  }
}

export const isEmptyRecord = (record: readonly string[]): boolean =>
  record.every((cell) => cell.trim() === '');

/** The index of the header: the rows above it are empty. */
export const headerIndex = (records: readonly (readonly string[])[]): number =>
  Math.max(
    0,
    records.findIndex((record) => !isEmptyRecord(record)),
  );

/** Splits a part of a text into complete records and the rest: a line feed between quotes belongs to a cell. */
export function cutRecords(text: string, delimiter: string): { whole: string; rest: string } {
  let end = -1;
  let isQuoted = false;
  let startsCell = true;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isQuoted) {
      if (character !== '"') continue;
      if (text[at + 1] === '"') at += 1;
      else isQuoted = false;
    } else if (character === '"' && startsCell) isQuoted = true;
    else if (character === '\n') end = at;
    startsCell = !isQuoted && (character === delimiter || character === '\n');
  }
  return { whole: text.slice(0, end + 1), rest: text.slice(end + 1) };
}
