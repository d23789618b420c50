import { LRUCache } from 'lru-cache';
import { say } from '@annals/contracts/messages';
import { TokenBucket } from '@annals/kit/limits/concurrency-limiter';
import { Problem } from '@annals/kit/problem';
import type { Clock } from '../context/clock.ts';

/** Enough to watch a new record appear. */
const burst = 20;
const everyMs = 3_000;

/**
 * Limits the DNS lookups of each caller, per server: they take seconds and query name servers that the caller chooses.
 */
export class DnsChecks {
  readonly #clock: Clock;
  readonly #budgets = new LRUCache<string, TokenBucket>({ max: 10_000 });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @throws Problem 429 */
  admit(callerId: string): void {
    const now = this.#clock();
    const budget = this.#budgets.get(callerId) ?? new TokenBucket(burst, 1 / everyMs, now);
    this.#budgets.set(callerId, budget);
    const missing = 1 - budget.balance(now);
    if (missing > 0)
      throw new Problem(429, 'too_many_requests', say('tooManyDnsChecks'), {
        retryAfter: Math.ceil((missing * everyMs) / 1_000),
      });
    budget.spend(1, now);
  }
}
