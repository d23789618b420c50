/** So that Excel reads the file as UTF-8. */
const byteOrderMark = '\uFEFF';

/** Saves a text as a file in the person's downloads. */
export function downloadText(filename: string, text: string, type: string): void {
  downloadBlob(filename, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Saves a file in the person's downloads. */
export function downloadBlob(filename: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The browser starts to read it only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** @param name without ending; the day is added */
export function downloadCsv(name: string, text: string): void {
  const day = new Date().toISOString().slice(0, 10);
  downloadText(`${name}-${day}.csv`, byteOrderMark + text, 'text/csv');
}
