import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises';

/** The steps of long work, between which others get their turn. */
export interface Steps {
  /** Ends a step and resolves when the next one may begin. */
  next(): Promise<void>;
  /** Waits for the database or a thread within a step. Meanwhile steps of other callers may run. */
  wait<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** For work that no request waits for. */
export const withoutLimits: Steps = {
  next: async () => nextTurnOfEventLoop(),
  wait: async (work) => work(),
};

/** Others wait for a step several times within one request, so it is much shorter than that. */
const stepMs = 4;

/** Like `items.map(work)`, in steps of a few milliseconds. */
export async function mapInSteps<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
  steps: Steps,
): Promise<Result[]> {
  const results: Result[] = [];
  let begun = performance.now();
  for (const item of items) {
    if (performance.now() - begun >= stepMs) {
      await steps.next();
      begun = performance.now();
    }
    results.push(work(item));
  }
  return results;
}
