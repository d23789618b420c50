import type { CsvValue } from '@annals/rules/files/csv-text';
import { useFilesTexts } from './files.texts.ts';

/**
 * A table as an Excel workbook. What writes it is loaded only now.
 * @throws if no workbook holds it, with the reason in the language of the page
 */
export async function workbookOf(
  name: string,
  head: readonly string[],
  rows: Iterable<readonly CsvValue[]>,
): Promise<Blob> {
  const { TooLargeForWorkbook, workbookLimits, writeWorkbook } =
    await import('@annals/rules/files/write-workbook');
  try {
    const bytes = await writeWorkbook(name, head, rows);
    return new Blob([Uint8Array.from(bytes)], {
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    });
  } catch (error) {
    if (!(error instanceof TooLargeForWorkbook)) throw error;
    const { limit } = error;
    throw new Error(useFilesTexts.now().tooLarge[limit](workbookLimits[limit]), { cause: error });
  }
}
