import type { CellValue } from 'hucre/xlsx';
import { continuedNames, cutText } from './continued-cells.ts';
import type { CsvValue } from './csv-text.ts';
import { exceedsSpreadsheet } from './spreadsheet-numbers.ts';

/** What Excel opens. */
export const workbookLimits = { rows: 1_048_576, columns: 16_384 };
const mostCharacters = 32_767;

/** A table that no workbook holds. */
export class TooLargeForWorkbook extends Error {
  override readonly name = 'TooLargeForWorkbook';
  readonly limit: keyof typeof workbookLimits;

  constructor(limit: keyof typeof workbookLimits) {
    super(`A workbook can have at most ${workbookLimits[limit]} ${limit}.`);
    this.limit = limit;
  }
}

/** Names of sheets have at most 31 characters, and none of these. */
const sheetName = (name: string): string =>
  name
    .replaceAll(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, 31)
    .trim() || 'Sheet1';

/** What XML does not hold, and what looks like the escape of Office Open XML for it. */
// oxlint-disable-next-line no-control-regex -- control characters are what is escaped
const escaped = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/g;

/** A text that the writer would take for the error of a formula, such as #N/A. */
const errorName = /^#(?=[A-Z][\w/]*[!?]?$)/;

const escapedText = (text: string): string =>
  text.replaceAll(escaped, escapedCharacter).replace(errorName, escapedCharacter);

const escapedCharacter = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/**
 * A workbook with one sheet. Texts stay texts, whatever they look like, also when somebody edits their cells; the first
 * row stays in view. A text that is longer than a cell can be goes on in further columns, which say so.
 * @throws TooLargeForWorkbook
 */
export async function writeWorkbook(
  name: string,
  head: readonly string[],
  rows: Iterable<readonly CsvValue[]>,
): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx');
  const widths = head.map(() => 1);
  const texts: (readonly CsvValue[])[] = [];
  for (const row of rows) {
    if (texts.length + 1 === workbookLimits.rows) throw new TooLargeForWorkbook('rows');
    for (const [column, value] of row.entries())
      if (typeof value === 'string' && value.length > mostCharacters)
        widths[column] = Math.max(widths[column] ?? 1, cutText(value, mostCharacters).length);
    texts.push(row);
  }
  const names = continuedNames(head, widths);
  if (names.length > workbookLimits.columns) throw new TooLargeForWorkbook('columns');
  const written = [names.map(cellOf), ...texts.map((row) => cellsOf(row, widths))];
  return writeXlsx({
    sheets: [
      {
        name: sheetName(name),
        rows: written,
        // The format of text: Excel would make a date of 1-2 and a number of 007 as soon as a cell is edited.
        columns: names.map((_, column) =>
          isTextColumn(written, column) ? { autoWidth: true, numFmt: '@' } : { autoWidth: true },
        ),
        freezePane: { rows: 1 },
      },
    ],
  });
}

const isTextColumn = (rows: readonly CellValue[][], column: number): boolean =>
  rows.every(
    (row) => row[column] === null || row[column] === undefined || typeof row[column] === 'string',
  );

/** @param widths how many cells each value has */
const cellsOf = (row: readonly CsvValue[], widths: readonly number[]): CellValue[] =>
  row.flatMap((value, column) => {
    const width = widths[column] ?? 1;
    if (width === 1) return cellOf(value);
    const parts = typeof value === 'string' ? cutText(value, mostCharacters) : [value];
    return Array.from({ length: width }, (_, at) => cellOf(parts[at]));
  });

function cellOf(value: CsvValue): CellValue {
  if (typeof value === 'string') return value === '' ? null : escapedText(value);
  // As text it keeps its digits.
  if (typeof value === 'number' && exceedsSpreadsheet(value)) return String(value);
  return value ?? null;
}
