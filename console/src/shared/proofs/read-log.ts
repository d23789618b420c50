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

/** So many pages may be on their way or wait to be worked on; each is some megabytes. */
const pagesAhead = 2;

/**
 * The entries of the log up to a size, page by page; while one page is worked on the next ones are on their way. A
 * service that gives fewer ends it early, which whoever takes them finds out by their number.
 */
export async function* entriesOfLog(
  partitionId: string,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<readonly unknown[]> {
  const waiting: Promise<PageOfLog>[] = [];
  let next = size > 0 ? 0 : undefined;
  const askOn = (): void => {
    if (next === undefined || waiting.length === pagesAhead) return;
    const page = ask(partitionId, next, size, signal);
    // Only the page itself tells where the one after it begins.
    next = undefined;
    waiting.push(page);
    void page.then(
      (came) => {
        ({ next } = came);
        askOn();
      },
      // It may fail while a page before it is still worked on: then it is met below.
      () => undefined,
    );
  };
  askOn();
  for (let page = waiting[0]; page; page = waiting[0]) {
    const { data } = await page;
    void waiting.shift();
    askOn();
    yield data;
  }
}

interface PageOfLog {
  data: readonly unknown[];
  /** Undefined at the end. */
  next: number | undefined;
}

async function ask(
  partitionId: string,
  from: number,
  size: number,
  signal: AbortSignal,
): Promise<PageOfLog> {
  const input = { params: { partitionId }, query: { from, size, pageSize: entriesOfPage } };
  const page = await persistently(() => call(listLogEntries, input, { signal }), signal);
  const { data, nextIndex } = page;
  const goesOn = nextIndex !== null && nextIndex > from && nextIndex < size;
  return { data, next: goesOn ? nextIndex : undefined };
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
