export type CsvValue = string | number | boolean | null | undefined;

/** A spreadsheet takes a text that begins like this for a formula and runs it (CWE-1236). */
const formulaStart = /^[\t\r ]*[=+\-@]|^[\t\r]/;

/**
 * Rows as CSV (RFC 4180): CRLF, quotes where needed. A text a spreadsheet would run as a formula gets an apostrophe
 * in front; numbers stay numbers.
 */
export function csvText(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

function csvField(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const safe = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
