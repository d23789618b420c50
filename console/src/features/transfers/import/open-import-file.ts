import type { OpenedFile, ReadingChoices } from '@annals/rules/files/open-data-file';
import { fileFlawText } from './file.texts.ts';

/**
 * Opens a file of any kind. The readers are loaded only now.
 * @throws if it cannot be read, with the reason in the language of the page
 */
export async function openImportFile(file: File, reading: ReadingChoices): Promise<OpenedFile> {
  const [{ openDataFile }, { UnreadableFile }] = await Promise.all([
    import('@annals/rules/files/open-data-file'),
    import('@annals/rules/files/unreadable-file'),
  ]);
  try {
    return await openDataFile(file, reading);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new Error(fileFlawText(error.flaw, error.details), { cause: error });
  }
}
