import { Problem } from '@annals/kit/problem';

const mostWaiting = 200;

/**
 * Does one piece of work after the other, and takes turns between lanes: who has much to do in one of them does not
 * keep the others waiting.
 */
export class Turns {
  /** What waits, lane by lane; the lane whose turn it is stands first. */
  readonly #lanes = new Map<string, (() => Promise<void>)[]>();
  #working = false;

  /**
   * Resolves with what the work gives.
   * @throws Problem 503 when too much waits in the lane
   */
  async take<Result>(lane: string, work: () => Promise<Result>): Promise<Result> {
    const waiting = this.#lanes.get(lane) ?? [];
    if (waiting.length >= mostWaiting)
      throw new Problem(
        503,
        'too_busy',
        'Too much waits to be checked by the JSON Schemas of this partition. Try again shortly.',
        { retryAfter: 1 },
      );
    this.#lanes.set(lane, waiting);
    return new Promise<Result>((resolve, reject) => {
      waiting.push(async () => work().then(resolve, reject));
      if (!this.#working) void this.#workOff();
    });
  }

  async #workOff(): Promise<void> {
    this.#working = true;
    for (let next = this.#next(); next; next = this.#next()) await next();
    this.#working = false;
  }

  #next(): (() => Promise<void>) | undefined {
    for (const [lane, waiting] of this.#lanes) {
      const first = waiting.shift();
      this.#lanes.delete(lane);
      // Behind all others that wait.
      if (waiting.length > 0) this.#lanes.set(lane, waiting);
      if (first) return first;
    }
    return undefined;
  }
}
