import type { OpenedFile, ReadingChoices } from '@annals/rules/files/open-data-file';
import { fileFlawText } from './file.texts.ts';
import { type FileInWorker, readInWorker, type ReadingProgress } from './reading/read-in-worker.ts';

/**
 * Opens a file of any kind, in a thread of its own where the browser has one for it. What is opened as versions and not
 * read to its end has to be closed.
 * @throws if it cannot be read, with the reason in the language of the page
 */
export async function openImportFile(
  file: File,
  reading: ReadingChoices,
  progress: ReadingProgress,
): Promise<FileInWorker> {
  return (
    (await readInWorker(file, reading, progress)) ?? {
      ...(await readOnPage(file, reading, progress)),
      close: () => undefined,
    }
  );
}

/** The readers are loaded only now. */
async function readOnPage(
  file: File,
  reading: ReadingChoices,
  { onRows }: ReadingProgress,
): Promise<OpenedFile> {
  const [{ openDataFile }, { UnreadableFile }] = await Promise.all([
    import('@annals/rules/files/open-data-file'),
    import('@annals/rules/files/unreadable-file'),
  ]);
  try {
    return await openDataFile(file, reading, onRows);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new Error(fileFlawText(error.flaw, error.details), { cause: error });
  }
}
