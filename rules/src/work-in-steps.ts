/** Work that can be paused: it yields now and then. */
export type Work<Result> = Generator<undefined, Result, undefined>;

/** How many values are looked at between two pauses, which takes a millisecond or two. */
const valuesAtOnce = 2000;

/** Does the work without a pause. */
export function finish<Result>(work: Work<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/**
 * Does the work in slices.
 * @param sliceMs how long it may go on without a pause
 * @param pause lets others work; what it throws ends the work
 */
export async function finishInSlices<Result>(
  work: Work<Result>,
  sliceMs: number,
  pause: () => Promise<void>,
): Promise<Result> {
  let end = performance.now() + sliceMs;
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() < end) continue;
    await pause();
    end = performance.now() + sliceMs;
  }
}

/** Whether all values pass. */
export function* every<Value>(
  values: readonly Value[],
  passes: (value: Value) => boolean,
): Work<boolean> {
  return (yield* find(values, (value) => !passes(value))) === undefined;
}

/** The first value that passes, in a list without undefined. */
export function* find<Value>(
  values: readonly Value[],
  passes: (value: Value) => boolean,
): Work<Value | undefined> {
  for (const [index, value] of values.entries()) {
    if (index % valuesAtOnce === valuesAtOnce - 1) yield;
    if (passes(value)) return value;
  }
  return undefined;
}

export function* forEach<Value>(
  values: Iterable<Value>,
  act: (value: Value) => void,
): Work<undefined> {
  let count = 0;
  for (const value of values) {
    count += 1;
    if (count % valuesAtOnce === 0) yield;
    act(value);
  }
  return undefined;
}
