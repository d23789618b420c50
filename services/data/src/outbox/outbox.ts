import type { Database, DatabaseLog, Queryable } from '@annals/kit/database/database';
import { claimEvents, deleteEvents, insertEvent } from './outbox.sql.ts';
import type { ClaimedEvent, OutboxEvent } from './outbox.sql.ts';

export interface OutboxOptions {
  database: Database;
  log: DatabaseLog;
  /** Reports events that were claimed together; the same events may be repeated. Undefined: there is no receiver. */
  report: ((events: ClaimedEvent[]) => Promise<void>) | undefined;
  /** How long a mail waits for further events of its change set. */
  mailDelayMs: number;
}

/** Finds events of other servers, delayed ones, and those that could not be reported. */
const pollEveryMs = 5_000;

/**
 * Stores events until they are reported: at least once, even if a server or the database fails in between. Any number
 * of servers may share one database.
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

  /** Whether there is a receiver. */
  get isReported(): boolean {
    return this.#options.report !== undefined;
  }

  /**
   * Call it in the transaction of the event, and `wake` after it.
   * @param delayMs until it is reported; omitted: a mail waits for further events of its change set
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

  /** Call it after a transaction that added an event without a delay. */
  wake(): void {
    if (this.#closed || this.#poll === undefined) return;
    // An event added after the last query of this round would otherwise wait for the next poll.
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
        // Claimed events are reported even at shutdown: otherwise others would wait for the lease to expire.
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
          'Events could not be reported for emails and the audit log. Retrying in a minute.',
        );
    }
  }
}
