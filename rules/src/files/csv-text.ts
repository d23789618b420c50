export type CsvValue = string | number | boolean | null | undefined;

/** A spreadsheet interprets a text that starts like this as a formula (CWE-1236). */
const formulaStart = /^[\t\r ]*[=+\-@]|^[\t\r]/;
/** The same behind apostrophes: one more has to protect it, so that a reader can take away one. */
const protectedStart = /^'+(?:[\t\r ]*[=+\-@]|[\t\r])/;

/** A text that a spreadsheet does not run: one that looks like a formula gets an apostrophe in front. */
export const protectFormula = (text: string): string =>
  formulaStart.test(text) || protectedStart.test(text) ? `'${text}` : text;

/** The text that was protected. Only for files that are known to be protected. */
export const unprotectFormula = (text: string): string =>
  protectedStart.test(text) ? text.slice(1) : text;

/**
 * Rows as CSV (RFC 4180): CRLF, quotes where needed. A text that a spreadsheet would run as a formula gets an apostrophe
 * in front; numbers stay numbers.
 */
export function csvText(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

function csvField(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? quoteCell(protectFormula(value)) : String(value);
}

/** A cell, quoted if necessary. */
export const quoteCell = (cell: string): string =>
  /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
