import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises';

/** Ends a step of long work and resolves when the next one may begin. */
export type NextStep = () => Promise<void>;

/** For work that no request waits for. */
export const withoutLimits: NextStep = async () => nextTurnOfEventLoop();

/** Others wait for a step several times within one request, so it is much shorter than that. */
const stepMs = 4;

/** Like `items.map(work)`, in steps of a few milliseconds. */
export async function mapInSteps<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
  nextStep: NextStep,
): Promise<Result[]> {
  const results: Result[] = [];
  let begun = performance.now();
  for (const item of items) {
    if (performance.now() - begun >= stepMs) {
      await nextStep();
      begun = performance.now();
    }
    results.push(work(item));
  }
  return results;
}
