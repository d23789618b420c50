import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Stop } from '@annals/kit/database/queryable';
import { ConcurrencyLimiter } from '@annals/kit/limits/concurrency-limiter';
import { tooManyRequests } from '@annals/kit/limits/request-limits';
import { releaseEarlierLeases } from '@annals/kit/background/release-earlier-leases';
import { claimJob, listWaitingUsers, type ClaimedJob } from '../transfers/claimed-jobs.sql.ts';
import {
  leaseMs,
  releaseAll,
  releaseTurn,
  renewTurn,
  sortByTurn,
  takeTurn,
} from './evidence-turns.sql.ts';

/** The right of a user to have one evidence created. */
export interface Turn {
  /** Aborted if another server has taken it, because this one did not reach the database for too long. */
  readonly lost: AbortSignal;
  /** Resolves when others may take it. Calling it again does nothing. */
  release(): Promise<void>;
}

const maxWaitMs = 5_000;
/** Another server may have released it. */
const pollEveryMs = 200;

/**
 * A user has one evidence created at a time, on all servers together: turns are rows of the database, which a server
 * renews while it uses them.
 */
export class EvidenceTurns {
  readonly #database: Database;
  readonly #renewEveryMs: number;
  readonly #releases = new Set<Promise<void>>();
  /** The requests of a user here wait for one another without asking the database. */
  readonly #waiting = new ConcurrencyLimiter({
    running: Number.POSITIVE_INFINITY,
    runningPerCaller: 1,
    waiting: 64,
    waitingPerCaller: 4,
    maxWaitMs,
    refusal: tooManyRequests,
    callerRefusal: tooManyRequests,
  });

  /** @param renewEveryMs for tests */
  constructor(database: Database, renewEveryMs = leaseMs / 4) {
    this.#database = database;
    this.#renewEveryMs = renewEveryMs;
  }

  /** Call it once the schema exists. */
  async start(): Promise<void> {
    await releaseEarlierLeases(this.#database, releaseAll);
  }

  /** @throws Problem 429 if the user's other evidence takes too long, or the reason of `signal` */
  async wait(userId: string, signal: Stop): Promise<Turn> {
    const until = performance.now() + maxWaitMs;
    const permit = await this.#waiting.acquire(userId, signal);
    try {
      for (;;) {
        const turn = await this.take(userId, randomUUID(), () => permit.release());
        if (turn) return turn;
        if (performance.now() >= until) throw tooManyRequests;
        await delay(pollEveryMs);
        signal.throwIfAborted();
      }
    } catch (error) {
      permit.release();
      throw error;
    }
  }

  /**
   * @param holder may take it again
   * @param released called once others may take it
   * @returns undefined if another holder has it
   */
  async take(
    userId: string,
    holder: string,
    released: () => void = () => undefined,
  ): Promise<Turn | undefined> {
    if (!(await takeTurn(this.#database, userId, holder))) return undefined;
    return this.hold(userId, holder, released);
  }

  /**
   * Keeps a turn that the holder has taken, as with a claimed job.
   * @param released called once others may take it
   */
  hold(userId: string, holder: string, released: () => void = () => undefined): Turn {
    const database = this.#database;
    const lost = new AbortController();
    const renew = async () => {
      try {
        if (!(await renewTurn(database, userId, holder))) lost.abort(tooManyRequests);
      } catch {
        // Without the database it creates nothing either.
      }
    };
    let renewals = Promise.resolve();
    const renewing = setInterval(() => {
      renewals = renewals.then(renew);
    }, this.#renewEveryMs).unref();
    const end = async () => {
      clearInterval(renewing);
      // One that arrived after the release would hold it again.
      await renewals;
      // If it fails, the turn ends by itself, because it is no longer renewed.
      await releaseTurn(database, userId, holder).catch(() => undefined);
      released();
    };
    let ending: Promise<void> | undefined;
    return { lost: lost.signal, release: async () => (ending ??= this.#track(end())) };
  }

  async #track(release: Promise<void>): Promise<void> {
    this.#releases.add(release);
    await release;
    this.#releases.delete(release);
  }

  /**
   * Claims the oldest job of the user whose last turn is longest ago, with the turn: the jobs of one user never make
   * those of others wait for more than one of them.
   */
  async claimJob(holder: string): Promise<ClaimedJob | undefined> {
    const database = this.#database;
    const waiting = await listWaitingUsers(database, holder, ['EVIDENCE']);
    if (waiting.length === 0) return undefined;
    for (const userId of await sortByTurn(database, waiting)) {
      if (!(await takeTurn(database, userId, holder))) continue;
      const job = await claimJob(database, holder, ['EVIDENCE'], userId);
      if (job) return job;
      await releaseTurn(database, userId, holder);
    }
    return undefined;
  }

  /** Resolves when all turns that were released may be taken by others. */
  async close(): Promise<void> {
    await Promise.all(this.#releases);
  }
}
