import { showFailure } from '../../../ui/feedback/toasts.ts';
import { pathTo } from '../../../platform/links.ts';
import { invalidateTransfers } from '../shared/transfer.queries.ts';
import { type ImportRun, importRuns } from './import-run.ts';
import { useImportTexts } from './import.texts.ts';
import type { ReadingProgress } from './reading/read-in-worker.ts';

let control = new AbortController();

/** Stops what runs; its run stays as it is. */
export function abortRun(): void {
  control.abort();
}

export function beginRun(run: ImportRun): void {
  control = new AbortController();
  importRuns.set(run);
}

/** Errors end up in the run, since its page may be unmounted. */
export async function inBackground(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const { signal } = control;
  try {
    await work(signal);
  } catch (error) {
    if (signal.aborted) return;
    importRuns.change({ phase: 'STOPPED', error });
    void invalidateTransfers();
    // Its own page shows the failure itself.
    if (importRuns.isMine() && location.pathname !== pathTo('migrations'))
      showFailure(useImportTexts.now().stoppedToast, error);
  }
}

/** The running import; undefined if another user has signed in since. */
export function currentRun(): ImportRun {
  const run = importRuns.get();
  if (run === undefined || !importRuns.isMine()) {
    control.abort();
    throw new Error('The import is gone.');
  }
  return run;
}

/** How far a file is read, for the page. */
export const readingProgress = (signal: AbortSignal): ReadingProgress => ({
  signal,
  onRows: (found) => {
    if (importRuns.isMine()) importRuns.change({ found });
    else control.abort();
  },
});

export function countBytes({ length }: Uint8Array): void {
  importRuns.change({ bytes: currentRun().bytes + length });
}
