/** So that Excel reads the file as UTF-8. */
export const byteOrderMark = '\uFEFF';

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

/** @param name without extension; the date is added */
export function downloadWorkbook(name: string, workbook: Blob): void {
  const day = new Date().toISOString().slice(0, 10);
  downloadBlob(`${name}-${day}.xlsx`, workbook);
}
