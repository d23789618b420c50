import { BackgroundWorker } from '@annals/kit/background/background-worker';
import type { Database, DatabaseLog, Queryable } from '@annals/kit/database/database';
import type { Metrics } from '@annals/kit/metrics/metrics';
import { claimEvents, deleteEvents, insertEvent } from './outbox.sql.ts';
import type { ClaimedEvent, OutboxEvent } from './outbox.sql.ts';

export interface OutboxOptions {
  database: Database;
  log: DatabaseLog;
  metrics?: Metrics | undefined;
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
  readonly #worker: BackgroundWorker<ClaimedEvent[]>;

  constructor(options: OutboxOptions) {
    this.#options = options;
    const { database, log, metrics, report } = options;
    this.#worker = new BackgroundWorker({
      name: 'reports',
      claim: async () => {
        const events = await claimEvents(database);
        return events.length > 0 ? events : undefined;
      },
      // Reported even at shutdown: otherwise others would wait for the lease to expire.
      run: async (events) => {
        await report?.(events);
        const [partitionId] = events.map((event) => event.partitionId);
        const ids = events.map(({ id }) => id);
        if (partitionId !== undefined) await deleteEvents(database, partitionId, ids);
      },
      pollEveryMs,
      failure: 'Events could not be reported for emails and the audit log. Retrying in a minute.',
      log,
      metrics,
    });
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
    if (this.isReported) this.#worker.start();
  }

  /** Call it after a transaction that added an event without a delay. */
  wake(): void {
    this.#worker.wake();
  }

  close(): Promise<void> {
    return this.#worker.close();
  }
}
