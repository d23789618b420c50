import os from 'node:os';
import argon2 from '@node-rs/argon2';
import { ConcurrencyLimiter } from '@annals/kit/limits/concurrency-limiter';
import { tooManySignIns } from '@annals/kit/limits/request-limits';
import { newSecret } from '../tokens/secrets.ts';

/** Of argon2id, the package's default algorithm; memory in KiB. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

const productCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/**
 * Half of the processors, so that a burst of sign-ins does not delay other work; Node runs at most four of these at
 * once.
 */
const maxRunning = (workers: number) =>
  Math.min(3, Math.max(1, Math.floor(os.availableParallelism() / 2 / workers)));
const maxWaiting = 64;

/** Hashes and verifies passwords, a few at a time, so that a burst of sign-ins does not delay other work. */
export class PasswordHashes {
  readonly #limiter: ConcurrencyLimiter;
  #decoy: string | undefined;
  readonly #cost: PasswordCost;

  /**
   * @param cost differs from the product's only in tests
   * @param workers processes that share the processors
   */
  constructor(cost: PasswordCost = productCost, workers = 1) {
    this.#cost = cost;
    const running = maxRunning(workers);
    this.#limiter = new ConcurrencyLimiter({
      running,
      runningPerCaller: running,
      waiting: maxWaiting,
      waitingPerCaller: maxWaiting,
      refusal: tooManySignIns,
      callerRefusal: tooManySignIns,
    });
  }

  /** @throws Problem 503 if too many are waiting */
  async hash(password: string): Promise<string> {
    return this.#inTurn(() => argon2.hash(normalizePassword(password), this.#cost));
  }

  /**
   * Whether the password matches the hash. Without a hash it does the same work and returns false, so that the
   * response time does not reveal whether the user exists.
   * @throws Problem 503 when too many checks are queued
   */
  async verify(stored: string | undefined, password: string): Promise<boolean> {
    const fits = await this.#inTurn(async () => {
      const decoy = await this.#decoyHash();
      return argon2.verify(stored ?? decoy, normalizePassword(password));
    });
    return fits && stored !== undefined;
  }

  /** Computed once, at the first sign-in. */
  async #decoyHash(): Promise<string> {
    this.#decoy ??= await argon2.hash(newSecret(), this.#cost);
    return this.#decoy;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    // Starts at once if it need not wait.
    const acquired = this.#limiter.acquire('passwords');
    const permit = acquired instanceof Promise ? await acquired : acquired;
    try {
      return await work();
    } finally {
      permit.release();
    }
  }
}

/** Keyboards may produce the same characters composed or decomposed (NIST SP 800-63B, 3.1.1.2). */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}
