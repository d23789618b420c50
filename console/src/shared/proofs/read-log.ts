import { listLogEntries } from '@annals/contracts/proofs';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/errors.ts';
import { persistently } from '../long-work/persistently.ts';
import { newestLogHealth, type LogHealth } from './log-health.queries.ts';

const entriesOfPage = 500;

/** The service keeps no log of this partition: a foreign one need not. */
export class NoLog extends Error {
  override readonly name = 'NoLog';
}

/** The newest checkpoint, held against the pinned one. */
export async function headOfLog(partitionId: string, signal: AbortSignal): Promise<LogHealth> {
  const health = await persistently(() => newestLogHealth(partitionId), signal);
  if (health === null) throw new NoLog('This service keeps no log of the partition.');
  return health;
}

/** What a bundle begins with, as the verification takes it. */
export const bundleHead = ({ head: { key, checkpoint, anchor } }: LogHealth, format: string) => ({
  format,
  key,
  checkpoint,
  ...(anchor && { anchor }),
});

/**
 * The entries of the log up to a size, page by page; while one page is worked on the next is on its way. A service that
 * gives fewer ends it early, which whoever takes them finds out by their number.
 */
export async function* entriesOfLog(
  partitionId: string,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<readonly unknown[]> {
  const ask = (from: number) => {
    const input = { params: { partitionId }, query: { from, size, pageSize: entriesOfPage } };
    const page = persistently(() => call(listLogEntries, input, { signal }), signal);
    // It may fail while the page before it is still worked on: then it is met below.
    page.catch(() => undefined);
    return page;
  };
  let coming = size > 0 ? ask(0) : undefined;
  for (let from = 0; coming;) {
    const { data, nextIndex } = await coming;
    const goesOn = nextIndex !== null && nextIndex > from && nextIndex < size;
    coming = goesOn ? ask(nextIndex) : undefined;
    from = nextIndex ?? size;
    yield data;
  }
}

/** How often a log is read anew because something was erased meanwhile. */
const mostReadings = 3;

/**
 * Reads a log, and once more from a newer checkpoint where values were erased meanwhile: their receipts stand beyond the
 * first one.
 */
export async function asOneLog<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let reading = 1; ; reading++)
    try {
      return await read();
    } catch (error) {
      if (reading === mostReadings || !isErasedSince(error)) throw error;
    }
}

const isErasedSince = (error: unknown): boolean =>
  error instanceof CallError && error.problem.code === 'erased_since';
