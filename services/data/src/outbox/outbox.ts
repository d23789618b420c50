import type { Database, DatabaseLog, Queryable } from '@annals/kit/database/database';
import { claimEvents, deleteEvents, insertEvent } from './outbox.sql.ts';
import type { ClaimedEvent, OutboxEvent } from './outbox.sql.ts';

export interface OutboxOptions {
  database: Database;
  log: DatabaseLog;
  /** Reports events that were claimed together; it may be given the same ones again. Undefined: nobody takes them. */
  report: ((events: ClaimedEvent[]) => Promise<void>) | undefined;
  /** How long a mail waits for what else happens to its change set. */
  mailDelayMs: number;
}

/** Events of other servers, those that wait for their minute, and those that could not be reported. */
const pollEveryMs = 5_000;

/**
 * What happens that others are told of, until it is reported: at least once, also when a server or the database dies in between.
 * Any number of servers may work on one database.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  #poll: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Whether somebody takes what is added. */
  get isReported(): boolean {
    return this.#options.report !== undefined;
  }

  /**
   * Call it in the transaction of what happens, and `wake` after it.
   * @param delayMs until it is reported; left out, a mail waits for what else happens to its change set
   */
  async add(transaction: Queryable, event: OutboxEvent, delayMs?: number): Promise<void> {
    const { report, mailDelayMs } = this.#options;
    if (!report) return;
    const usual = event.destination === 'MAIL' ? mailDelayMs : 0;
    await insertEvent(transaction, event, Math.round(delayMs ?? usual));
  }

  /** Call it once the schema exists. */
  start(): void {
    if (!this.#options.report || this.#poll !== undefined || this.#closed) return;
    this.#poll = setInterval(() => this.wake(), pollEveryMs).unref();
    this.wake();
  }

  /** Call it after a transaction that added an event which does not wait. */
  wake(): void {
    if (this.#closed || this.#poll === undefined) return;
    // an event that is added after the last query of this round would wait for the next poll
    this.#again = true;
    this.#round ??= this.#reportAll().finally(() => {
      this.#round = undefined;
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#poll);
    await this.#round;
  }

  async #reportAll(): Promise<void> {
    const { database, log } = this.#options;
    try {
      while (this.#again && !this.#closed) {
        this.#again = false;
        // What is claimed is reported, also at the end: others would wait for it until the lease has expired.
        while (!this.#closed) {
          const events = await claimEvents(database);
          const [first] = events;
          if (first === undefined) break;
          await this.#options.report?.(events);
          await deleteEvents(
            database,
            first.partitionId,
            events.map(({ id }) => id),
          );
        }
      }
    } catch (error) {
      if (!this.#closed)
        log.warn(
          { err: error },
          'What happened could not be reported for emails and the audit log. It is tried again in a minute.',
        );
    }
  }
}
