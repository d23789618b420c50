import type { Database, DatabaseLog } from '@annals/kit/database/database';
import { toTimestamp, type Clock } from '../context/clock.ts';
import { updateLastUses } from './api-token-cache.sql.ts';

const writeEveryMs = 60_000;

/** When each token was last used: collected in memory, and stored for all tokens together every minute. */
export class ApiTokenUses {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: DatabaseLog;
  readonly #timer: NodeJS.Timeout;
  #uses = new Map<string, { at: string; address: string | null }>();
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database, clock: Clock, log: DatabaseLog) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
    this.#timer = setInterval(() => void this.write(), writeEveryMs).unref();
  }

  note(tokenId: string, address: string | undefined): void {
    this.#uses.set(tokenId, { at: toTimestamp(this.#clock()), address: address || null });
  }

  /** Stores the collected times; those that cannot be stored now are retried next time. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  async #write(): Promise<void> {
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
      this.#log.warn({ err }, 'The last uses of API tokens could not be stored.');
    }
  }
}
