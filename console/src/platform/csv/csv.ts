export type CsvValue = string | number | boolean | null | undefined;

/** A spreadsheet interprets a text that starts like this as a formula (CWE-1236). */
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
  return quoted(formulaStart.test(value) ? `'${value}` : value);
}

/** A cell, quoted if necessary. */
export const quoted = (cell: string): string =>
  /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** So that Excel reads the file as UTF-8. */
const byteOrderMark = '\uFEFF';

/** Downloads a text as a file. */
export function downloadText(filename: string, text: string, type: string): void {
  downloadBlob(filename, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Downloads a file. */
export function downloadBlob(filename: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The browser starts reading it only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** @param name without extension; the date is added */
export function downloadCsv(name: string, text: string): void {
  const day = new Date().toISOString().slice(0, 10);
  downloadText(`${name}-${day}.csv`, byteOrderMark + text, 'text/csv');
}

/** @param name without extension; the date is added */
export function downloadNdjson(name: string, rows: readonly unknown[]): void {
  const day = new Date().toISOString().slice(0, 10);
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  downloadText(`${name}-${day}.ndjson`, text, 'application/x-ndjson');
}
