import { listLogEntries } from '@annals/contracts/proofs';
import { call } from '../../platform/api/call.ts';
import { CallError } from '../../platform/api/errors.ts';
import { retry } from '../../platform/long-work/retry.ts';
import { newestLogHealth, type LogHealth } from './log-health.queries.ts';

const entriesOfPage = 500;

/** The service keeps no log of this partition; other services need not. */
export class LogMissing extends Error {
  override readonly name = 'LogMissing';
}

/** The newest checkpoint, compared with the pinned one. */
export async function newestLogHead(partitionId: string, signal: AbortSignal): Promise<LogHealth> {
  const health = await retry(() => newestLogHealth(partitionId), signal);
  if (health === null) throw new LogMissing('This service keeps no log of the partition.');
  return health;
}

/** The header of a bundle, as the verification expects it. */
export const bundleHead = ({ head: { key, checkpoint, anchor } }: LogHealth, format: string) => ({
  format,
  key,
  checkpoint,
  ...(anchor && { anchor }),
});

/** The maximum number of chunks being loaded or waiting; each has a few megabytes. */
const runsAhead = 3;

/**
 * The entries of the log up to a size, in chunks; the next chunks load while one is processed. If the service
 * returns fewer entries, the caller notices it by their number.
 */
export async function* entriesOfLog(
  partitionId: string,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<readonly unknown[]> {
  const coming: Promise<unknown[]>[] = [];
  let asked = 0;
  const askOn = (): void => {
    for (; asked < size && coming.length < runsAhead; asked += entriesOfPage) {
      const end = Math.min(asked + entriesOfPage, size);
      const run = askRun(partitionId, { from: asked, end, size }, signal);
      // It may fail while an earlier chunk is being processed: then the error is handled when its turn comes.
      run.catch(() => undefined);
      coming.push(run);
    }
  };
  askOn();
  for (let run = coming[0]; run; run = coming[0]) {
    const entries = await run;
    void coming.shift();
    askOn();
    yield entries;
  }
}

/** The entries from one index up to another, exclusive, in as many pages as the service returns. */
async function askRun(
  partitionId: string,
  { from, end, size }: { from: number; end: number; size: number },
  signal: AbortSignal,
): Promise<unknown[]> {
  const entries: unknown[] = [];
  let next = from;
  while (next < end) {
    const input = { params: { partitionId }, query: { from: next, size, pageSize: end - next } };
    const page = await retry(() => call(listLogEntries, input, { signal }), signal);
    entries.push(...page.data);
    next = page.nextIndex !== null && page.nextIndex > next ? page.nextIndex : end;
  }
  return entries;
}

/** How often a log is read again because values were erased in the meantime. */
const maxReadings = 3;

/**
 * Reads a log, and again from a newer checkpoint if values were erased in the meantime: their receipts come
 * after the first one.
 */
export async function rereadAfterErasure<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let reading = 1; ; reading++)
    try {
      return await read();
    } catch (error) {
      if (reading === maxReadings || !isErasedSince(error)) throw error;
    }
}

const isErasedSince = (error: unknown): boolean =>
  error instanceof CallError && error.problem.code === 'erased_since';
