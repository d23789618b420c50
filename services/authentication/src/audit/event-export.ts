import { randomUUID } from 'node:crypto';
import { BackgroundWorker, unlessStopped } from '@annals/kit/background/background-worker';
import { releaseEarlierLeases } from '@annals/kit/background/release-earlier-leases';
import type { SendEvents } from '@annals/kit/chained-events';
import type { Database, DatabaseLog } from '@annals/kit/database/database';
import type { Metrics } from '@annals/kit/metrics/metrics';
import {
  advanceEventExport,
  claimEventExport,
  freeEventExport,
  releaseEventExport,
  selectChainedEvents,
} from './event-export.sql.ts';

const second = 1000;
/** Also finds what other processes wrote. */
const pollEveryMs = 1 * second;
const maxRetryMs = 60 * second;
/** Shorter than the lease. */
const maxAttemptMs = 45 * second;
/** A server that is stopping waits no longer than this for the receiver. */
const maxCloseMs = 2 * second;
const maxBatchSize = 200;

export interface EventExportOptions {
  database: Database;
  log: DatabaseLog;
  metrics?: Metrics | undefined;
  send: SendEvents;
}

/**
 * Sends the audit log to an external receiver, in the order of its chain from the first event on. It resumes after the
 * last accepted event, so none is left out; those in transit when a server stopped are sent again. Any number of
 * processes may share one database: one of them sends.
 */
export class EventExport {
  readonly #options: EventExportOptions;
  readonly #holder = randomUUID();
  readonly #worker: BackgroundWorker<number>;

  constructor(options: EventExportOptions) {
    this.#options = options;
    const { database, log, metrics } = options;
    this.#worker = new BackgroundWorker({
      name: 'audit_export',
      claim: () => claimEventExport(database, this.#holder),
      run: (seq, stop) => this.#sendAfter(seq, stop),
      pollEveryMs,
      maxRetryMs,
      patienceMs: maxCloseMs,
      failure: 'The audit log could not be exported. It is retried; nothing is skipped.',
      log,
      metrics,
    });
  }

  /** Call it once the schema exists. */
  async start(): Promise<void> {
    await releaseEarlierLeases(this.#options.database, freeEventExport);
    this.#worker.start();
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  /** Sends the next events, and lets other processes send those after them. */
  async #sendAfter(seq: number, stop: AbortSignal): Promise<void> {
    const { database, send } = this.#options;
    try {
      const events = await selectChainedEvents(database, seq, maxBatchSize);
      const last = events.at(-1);
      if (last === undefined) return;
      const inTime = AbortSignal.any([stop, AbortSignal.timeout(maxAttemptMs)]);
      await unlessStopped(send(events), inTime);
      await advanceEventExport(database, this.#holder, last.seq);
    } finally {
      // If it fails, the claim ends by itself.
      await releaseEventExport(database, this.#holder).catch(() => undefined);
    }
  }
}
