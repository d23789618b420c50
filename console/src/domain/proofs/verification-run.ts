import type { Verdict } from '@annals/proofs/verdict';
import { showFailure, showToast } from '../../ui/feedback/toasts.ts';
import { runStore } from '../../platform/long-work/run-store.ts';
import { sliceMs, yieldToEventLoop } from '../../platform/long-work/yield-to-event-loop.ts';
import { isRunning, type LogRun, type NamedPartition, createRun } from './log-run.ts';
import { knownLogOf, storeVerified } from './pinned-checkpoints.ts';
import { useProofTexts } from './proofs.texts.ts';
import { rereadAfterErasure, bundleHead, entriesOfLog, newestLogHead } from './read-log.ts';

/** A verification of all entries of a partition's log, with its result. */
export interface VerificationRun extends LogRun {
  verdict: Verdict | undefined;
}

export const verificationRuns = runStore<VerificationRun>(isRunning);

let control = new AbortController();

/** Verifies the whole log of a partition in this browser, replacing any earlier verification. */
export function startVerification(partition: NamedPartition): void {
  control.abort();
  control = new AbortController();
  verificationRuns.set({ ...createRun(partition), verdict: undefined });
  void work(partition, control.signal);
}

export function cancelVerification(): void {
  control.abort();
  verificationRuns.change({ phase: 'CANCELLED', lookedAt: Date.now() });
}

async function work(partition: NamedPartition, signal: AbortSignal): Promise<void> {
  try {
    const verdict = await rereadAfterErasure(async () => verify(partition.id, signal));
    verificationRuns.change({ phase: 'DONE', verdict, lookedAt: Date.now() });
    if (verificationRuns.isMine() && !isShown()) notifyOutcome(partition, verdict);
  } catch (error) {
    if (signal.aborted) return;
    verificationRuns.change({ phase: 'STOPPED', error });
    if (verificationRuns.isMine() && !isShown())
      showFailure(useProofTexts.now().verifyStopped, error);
  }
}

/** These tabs show the result of the run themselves. */
const isShown = (): boolean =>
  ['proofs', 'verify'].includes(new URLSearchParams(location.search).get('tab') ?? '');

function notifyOutcome({ name }: NamedPartition, { verdict }: Verdict): void {
  const t = useProofTexts.now();
  showToast({
    message: t.verified(name, t.verdicts[verdict]),
    ...(verdict === 'TAMPERED' && { failed: true }),
  });
}

/** The interval between progress updates in milliseconds: rendering takes time from hashing. */
const drawnEvery = 100;

function reportProgress(entries: number): void {
  const now = Date.now();
  if (now - (verificationRuns.get()?.lookedAt ?? 0) >= drawnEvery)
    verificationRuns.change({ entries, lookedAt: now });
}

async function verify(partitionId: string, signal: AbortSignal): Promise<Verdict> {
  const [health, { PartitionVerification }, { partitionProofFormat }] = await Promise.all([
    newestLogHead(partitionId, signal),
    import('@annals/proofs/verify-partition'),
    import('@annals/proofs/bundle'),
  ]);
  const verification = new PartitionVerification(
    bundleHead(health, partitionProofFormat),
    knownLogOf(health.before),
  );
  const { size } = verification;
  let entries = 0;
  verificationRuns.change({ size, entries, lookedAt: Date.now() });
  let sliceEnd = performance.now() + sliceMs;
  for await (const page of entriesOfLog(partitionId, size, signal)) {
    for (const entry of page) {
      verification.add(entry);
      entries += 1;
      if (performance.now() < sliceEnd) continue;
      reportProgress(entries);
      await yieldToEventLoop();
      if (!verificationRuns.isMine()) cancelVerification();
      signal.throwIfAborted();
      sliceEnd = performance.now() + sliceMs;
    }
  }
  signal.throwIfAborted();
  const { verdict } = verification.finish();
  verificationRuns.change({ entries, lookedAt: Date.now() });
  storeVerified(partitionId, verdict.verdict === 'TAMPERED' ? undefined : size);
  return verdict;
}
