import { showFailure } from '../../ui/feedback/toasts.ts';
import { downloadBlob } from '../../platform/downloads.ts';
import { fileStem } from '../../platform/long-work/file-stem.ts';
import { runStore } from '../../platform/long-work/run-store.ts';
import { isRunning, type LogRun, type NamedPartition, createRun } from './log-run.ts';
import { useProofTexts } from './proofs.texts.ts';
import { rereadAfterErasure, bundleHead, entriesOfLog, newestLogHead } from './read-log.ts';

/** The download of a partition's log as a bundle. */
export interface BundleRun extends LogRun {
  fileName: string;
  /** Set when it is done. */
  file: Blob | undefined;
}

export const bundleRuns = runStore<BundleRun>(isRunning);

let control = new AbortController();

/** Reads the whole log of a partition into a file that can be verified without the service, and saves it. */
export function startBundle(partition: NamedPartition): void {
  control.abort();
  control = new AbortController();
  bundleRuns.set({
    ...createRun(partition),
    fileName: `${fileStem(partition.name, partition.id)}.proof.ndjson`,
    file: undefined,
  });
  void work(partition.id, control.signal);
}

export function cancelBundle(): void {
  control.abort();
  bundleRuns.change({ phase: 'CANCELLED' });
}

export function closeBundle(): void {
  control.abort();
  bundleRuns.set(undefined);
}

/** Downloads the file. */
export function saveBundle({ file, fileName }: BundleRun): void {
  if (file !== undefined) downloadBlob(fileName, file);
}

async function work(partitionId: string, signal: AbortSignal): Promise<void> {
  try {
    const file = await rereadAfterErasure(async () => read(partitionId, signal));
    bundleRuns.change({ phase: 'DONE', file, lookedAt: Date.now() });
    const run = bundleRuns.get();
    if (run) saveBundle(run);
  } catch (error) {
    if (signal.aborted) return;
    bundleRuns.change({ phase: 'STOPPED', error });
    if (bundleRuns.isMine() && !isShown()) showFailure(useProofTexts.now().bundleStopped, error);
  }
}

/** These tabs show the result of the run themselves. */
const isShown = (): boolean =>
  ['proofs', 'export'].includes(new URLSearchParams(location.search).get('tab') ?? '');

async function read(partitionId: string, signal: AbortSignal): Promise<Blob> {
  const [health, { partitionProofFormat }] = await Promise.all([
    newestLogHead(partitionId, signal),
    import('@annals/proofs/bundle'),
  ]);
  const { size } = health.head;
  let entries = 0;
  bundleRuns.change({ size, entries, lookedAt: Date.now() });
  // Blobs, not strings: the browser may store them outside of memory.
  const parts = [lines([bundleHead(health, partitionProofFormat)])];
  for await (const page of entriesOfLog(partitionId, size, signal)) {
    if (!bundleRuns.isMine()) cancelBundle();
    signal.throwIfAborted();
    parts.push(lines(page));
    entries += page.length;
    bundleRuns.change({ entries, lookedAt: Date.now() });
  }
  return new Blob(parts, { type: 'application/x-ndjson' });
}

const lines = (values: readonly unknown[]): Blob =>
  new Blob(values.map((value) => `${JSON.stringify(value)}\n`));
