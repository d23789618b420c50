import { Problem } from '@annals/kit/problem';

interface Account {
  /** Milliseconds that are left at `at`; below zero for who has overdrawn. */
  left: number;
  at: number;
}

const capacityMs = 10_000;
/** Milliseconds of budget that come back in each millisecond: all of it in a minute. */
const refill = capacityMs / 60_000;

/** How long the checks of one caller may run in any minute, so that slow schemas leave the processors to others. */
export class CheckTimeBudget {
  readonly #now: () => number;
  /** Only callers that have used some of it; the one that used it least recently comes first. */
  readonly #accounts = new Map<string, Account>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @throws Problem 429 for a caller who has used it up */
  require(caller: string): void {
    const left = this.#left(caller);
    if (left > 0) return;
    throw new Problem(
      429,
      'checks_too_slow',
      'Your checks by slow JSON Schemas have taken too much time in the last minute. Make the schemas simpler, or wait.',
      { retryAfter: Math.ceil((1 - left) / refill / 1000) },
    );
  }

  spend(caller: string, milliseconds: number): void {
    const left = this.#left(caller) - milliseconds;
    this.#accounts.delete(caller);
    this.#accounts.set(caller, { left, at: this.#now() });
    for (const [other, { at }] of this.#accounts) {
      // A full account is as good as none.
      if (this.#now() - at < 2 * 60_000) break;
      this.#accounts.delete(other);
    }
  }

  #left(caller: string): number {
    const account = this.#accounts.get(caller);
    if (!account) return capacityMs;
    return Math.min(capacityMs, account.left + (this.#now() - account.at) * refill);
  }
}
