import { BackgroundWorker } from '@annals/kit/background/background-worker';
import type { Database, DatabaseLog } from '@annals/kit/database/database';
import type { Metrics } from '@annals/kit/metrics/metrics';
import { toTimestamp, type Clock } from '../context/clock.ts';
import { updateLastUses } from './api-token-cache.sql.ts';

const writeEveryMs = 60_000;
const failure = 'The last uses of API tokens could not be stored.';

/** When each token was last used: collected in memory, and stored for all tokens together every minute. */
export class ApiTokenUses {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: DatabaseLog;
  readonly #worker: BackgroundWorker;
  #uses = new Map<string, { at: string; address: string | null }>();
  #storing: Promise<void> = Promise.resolve();

  constructor(database: Database, clock: Clock, log: DatabaseLog, metrics?: Metrics) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
    this.#worker = new BackgroundWorker({
      name: 'token_uses',
      run: () => this.#store(),
      pollEveryMs: writeEveryMs,
      failure,
      log,
      metrics,
    });
    this.#worker.start();
  }

  note(tokenId: string, address: string | undefined): void {
    this.#uses.set(tokenId, { at: toTimestamp(this.#clock()), address: address || null });
  }

  /** Stores the collected times; those that cannot be stored now are retried next time. */
  write(): Promise<void> {
    return this.#store().catch((err: unknown) => this.#log.warn({ err }, failure));
  }

  async close(): Promise<void> {
    await this.#worker.close();
    await this.write();
  }

  #store(): Promise<void> {
    this.#storing = this.#storing.catch(() => undefined).then(() => this.#storeNow());
    return this.#storing;
  }

  async #storeNow(): Promise<void> {
    const uses = this.#uses;
    if (uses.size === 0) return;
    this.#uses = new Map();
    try {
      await updateLastUses(
        this.#database,
        [...uses].map(([tokenId, { at, address }]) => ({ tokenId, at, address })),
      );
    } catch (err) {
      this.#uses = new Map([...uses, ...this.#uses]);
      throw err;
    }
  }
}
