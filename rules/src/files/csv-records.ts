import { parse } from 'csv-parse/browser/esm/sync';

/** What separates the columns: spreadsheets write semicolons in many locales. */
const delimiters = [',', ';', '\t', '|'];
const sampleCharacters = 20_000;

/** The line that tells Excel the delimiter; it is not a row of the table. */
const separatorLine = /^\uFEFF?"?sep=([,;|\t])"?(?=\r|\n)/i;

/** Remarks above a table, whose commas separate nothing. The last of them can be its header. */
const comments = /^\uFEFF?(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n?|\n))+/;

const withoutComments = (text: string): string => {
  const table = text.replace(comments, '');
  return table.trim() === '' ? text : table;
};

/**
 * The delimiter by which most records have as many columns as the header. A title above the table has no say if it is not
 * like the records: then it is the number of columns that most of them have.
 */
export function delimiterOf(text: string): string {
  const separator = separatorLine.exec(text)?.[1];
  if (separator !== undefined) return separator;
  const sample = withoutComments(text).slice(0, sampleCharacters);
  const splits = delimiters.map((delimiter) => ({
    delimiter,
    widths: recordsOf(sample, delimiter)
      .records.filter((each) => !isEmptyRecord(each))
      .map(({ length }) => length),
  }));
  const byHeader = bestSplit(splits, (widths) => widths[0] ?? 1);
  const best = byHeader && byHeader.fitting >= 0.5 ? byHeader : bestSplit(splits, usualWidth);
  return (best ?? byHeader)?.delimiter ?? ',';
}

interface Split {
  readonly delimiter: string;
  /** How many columns each record has. */
  readonly widths: readonly number[];
}

/**
 * Many columns speak for a delimiter even if some records are shorter. Of two that fit as well, commas lose: they also
 * stand in texts and numbers.
 */
function bestSplit(
  splits: readonly Split[],
  widthOf: (widths: readonly number[]) => number,
): { delimiter: string; fitting: number } | undefined {
  let best: { delimiter: string; fitting: number; merit: number } | undefined;
  for (const { delimiter, widths } of splits) {
    const columns = widthOf(widths);
    if (columns < 2) continue;
    const fitting = widths.filter((width) => width === columns).length / widths.length;
    const merit = fitting ** 2 * Math.log(columns);
    if (merit >= (best?.merit ?? 0)) best = { delimiter, fitting, merit };
  }
  return best;
}

/** The number of columns that most records have. */
function usualWidth(widths: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [first] = [...counts].toSorted((one, other) => other[1] - one[1]);
  return first?.[0] ?? 1;
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
    parse(withoutPadding(text.replace(separatorLine, ''), delimiter), {
      bom: true,
      delimiter,
      record_delimiter: lineEnds(text, delimiter),
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

/**
 * Programs write spaces around quotes, and files that somebody has put together have a byte order mark wherever one of
 * them begins. Neither is a part of a cell; a cell that only has quotes within it stays as it is.
 */
function withoutPadding(text: string, delimiter: string): string {
  const end = delimiter === '|' ? '\\|' : delimiter;
  const isPadded = new RegExp(`(?:^|[${end}\n]) +"|" +(?:[${end}\r\n]|$)`).test(text);
  if (!isPadded && !text.includes('\uFEFF', 1)) return text;
  const mark = /\uFEFF/y;
  const quotedCell = new RegExp(` *("[^"]*(?:""[^"]*)*") *(?=[${end}\r\n]|$)`, 'y');
  const anyCell = new RegExp(`[^${end}\r\n]*`, 'y');
  const parts: string[] = [];
  const take = (pattern: RegExp, at: number) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  let startsRecord = true;
  for (let at = 0; at <= text.length;) {
    if (startsRecord && take(mark, at)) at += 1;
    const quotedText = take(quotedCell, at);
    const [whole = ''] = quotedText ?? take(anyCell, at) ?? [];
    const sign = text[at + whole.length] ?? '';
    parts.push(quotedText?.[1] ?? whole, sign);
    startsRecord = sign !== delimiter;
    at += whole.length + 1;
  }
  return parts.join('');
}

/**
 * What ends the records: one file can have several kinds of line ends. A carriage return alone is one only where
 * nothing else is.
 */
const lineEnds = (text: string, delimiter: string): string[] =>
  /\r(?!\n)/.test(text) && cutRecords(text, delimiter).whole === ''
    ? ['\r']
    : ['\r\r\n', '\r\n', '\n'];

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
    const isPadding: boolean = startsCell && (character === ' ' || character === '\uFEFF');
    startsCell = !isQuoted && (isPadding || character === delimiter || character === '\n');
  }
  return { whole: text.slice(0, end + 1), rest: text.slice(end + 1) };
}
