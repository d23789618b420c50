import type { Stop } from '@annals/kit/database/queryable';
import { withoutLimits, type Steps as Turns } from '@annals/kit/limits/steps';

/** A step takes ten to a few hundred nanoseconds, so this many take a millisecond or two. */
const stepsBetweenYields = 5_000;

/** Counts the steps of long work on the event loop, which yields to other requests in between. */
export class Steps {
  /** All counted steps. */
  count = 0;
  #end = stepsBetweenYields;
  readonly #signal: Stop | undefined;
  readonly #turns: Turns;

  /** @param turns of the request, for work after which it waits for nothing else */
  constructor(signal?: Stop, turns: Turns = withoutLimits) {
    this.#signal = signal;
    this.#turns = turns;
  }

  add(steps: number): void {
    this.count += steps;
  }

  /** Whether it is time to yield. */
  get shouldYield(): boolean {
    return this.count >= this.#end;
  }

  /** @throws the reason of the signal if it is aborted */
  async yield(): Promise<void> {
    await this.#turns.next();
    this.#signal?.throwIfAborted();
    this.#end = this.count + stepsBetweenYields;
  }
}
