import { LRUCache } from 'lru-cache';

const rememberedCallers = 1_000;
/** Random, so that requests that arrive together are not refused together, and so not repeated together. */
const delayMs = { least: 1_500, spread: 3_000, most: 20_000 };
const perSecond = 50;

/**
 * How long the refusal of a request for too many requests is held back, so that a client that repeats it at once cannot
 * keep the server busy with refusals: however many requests a caller sends, few are refused in a second.
 */
export class RefusalPace {
  /** When the next refusal of a caller is due, in milliseconds. */
  readonly #due = new LRUCache<string, number>({ max: rememberedCallers });

  /** @param now milliseconds of a monotonic clock */
  delayOf(caller: string, now = performance.now()): number {
    const turn = Math.min(Math.max(this.#due.get(caller) ?? now, now), now + delayMs.most);
    this.#due.set(caller, turn + 1_000 / perSecond);
    return Math.max(turn - now, delayMs.least + Math.random() * delayMs.spread);
  }
}
