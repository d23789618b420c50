import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Stop } from '@annals/kit/database/queryable';

/** A step takes ten to a few hundred nanoseconds, so this many take a few milliseconds. */
const stepsBetweenYields = 20_000;

/** Counts the steps of long work on the event loop, which yields to other requests in between. */
export class Steps {
  /** All counted steps. */
  count = 0;
  #end = stepsBetweenYields;
  readonly #signal: Stop | undefined;

  constructor(signal?: Stop) {
    this.#signal = signal;
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
    await yieldToEventLoop();
    this.#signal?.throwIfAborted();
    this.#end = this.count + stepsBetweenYields;
  }
}
