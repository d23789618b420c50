import { quoteCell } from '@annals/rules/files/csv-text';
import { textOfFile } from '@annals/rules/files/text-encoding';

/** The kinds of files that people keep lists of people in. */
export const acceptedFiles = '.csv,.tsv,.txt,.xlsx,text/csv,text/plain';

/**
 * The text of a file of people to invite. A workbook is its first visible sheet, with its empty rows, so that the
 * preview counts its rows as the spreadsheet does.
 * @throws Error for a file that cannot be read
 */
export async function textOfInvitations(file: File): Promise<string> {
  const { isWorkbookName, openWorkbook } = await import('@annals/rules/files/workbook');
  if (!isWorkbookName(file.name) && !(await isZip(file))) return textOfFile(file);
  const { sheets, read } = await openWorkbook(new Uint8Array(await file.arrayBuffer()));
  const sheet = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  const { rows } = await read(sheet?.name ?? '', () => undefined);
  const lines = Array.from({ length: rows.at(-1)?.number ?? 0 }, () => '');
  for (const { number, cells } of rows)
    lines[number - 1] = cells
      .map((cell) => quoteCell(typeof cell === 'string' ? cell : cell.shown))
      .join(',');
  return lines.join('\r\n');
}

/** As workbooks are, whatever their name. */
async function isZip(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return head.join(' ') === '80 75 3 4';
}
