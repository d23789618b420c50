import { randomUUID } from 'node:crypto';
import type { SendEvents } from '@annals/kit/chained-events';
import type { Database, DatabaseLog } from '@annals/kit/database/database';
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
const maxPauseMs = 60 * second;
/** Shorter than the lease. */
const maxAttemptMs = 45 * second;
/** A server that is stopping waits no longer than this for the receiver. */
const maxCloseMs = 2 * second;
const maxBatchSize = 200;

export interface EventExportOptions {
  database: Database;
  log: DatabaseLog;
  send: SendEvents;
}

/**
 * Sends the audit log to an external receiver, in the order of its chain from the first event on. It resumes after the
 * last accepted event, so none is left out; those in transit when a server stopped are sent again. Any number of
 * processes may share one database: one of them sends.
 */
export class EventExport {
  readonly #database: Database;
  readonly #log: DatabaseLog;
  readonly #send: SendEvents;
  readonly #holder = randomUUID();
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #failures = 0;
  #closing = false;

  constructor({ database, log, send }: EventExportOptions) {
    this.#database = database;
    this.#log = log;
    this.#send = send;
  }

  /** Call it once the schema exists. */
  async start(): Promise<void> {
    if (this.#timer !== undefined || this.#closing) return;
    if (this.#database.kind === 'embedded') await freeEventExport(this.#database);
    this.#wait(0);
  }

  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#timer);
    const patience = setTimeout(() => this.#stop.abort(), maxCloseMs);
    await this.#round;
    clearTimeout(patience);
  }

  #wait(pauseMs: number): void {
    if (this.#closing) return;
    this.#timer = setTimeout(() => {
      this.#round = this.#sendAll().then((nextMs) => this.#wait(nextMs));
    }, pauseMs).unref();
  }

  /** @returns the milliseconds until the next check */
  async #sendAll(): Promise<number> {
    try {
      let seq = await claimEventExport(this.#database, this.#holder);
      while (seq !== undefined && !this.#closing) seq = await this.#sendAfter(seq);
      await releaseEventExport(this.#database, this.#holder);
      return pollEveryMs;
    } catch (error) {
      await releaseEventExport(this.#database, this.#holder).catch(() => undefined);
      if (this.#closing) return pollEveryMs;
      const nextMs = Math.min(maxPauseMs, pollEveryMs * 2 ** Math.min(this.#failures, 10));
      this.#failures += 1;
      this.#log.warn(
        { err: error, nextMs },
        'The audit log could not be exported. It is retried; nothing is skipped.',
      );
      return nextMs;
    }
  }

  /** @returns the last accepted event, while there are more and this process still holds the claim */
  async #sendAfter(seq: number): Promise<number | undefined> {
    const events = await selectChainedEvents(this.#database, seq, maxBatchSize);
    const last = events.at(-1);
    if (last === undefined) return undefined;
    await withinTime(this.#send(events), this.#stop.signal);
    this.#failures = 0;
    return (await advanceEventExport(this.#database, this.#holder, last.seq))
      ? last.seq
      : undefined;
  }
}

/** @throws if it takes too long, or the server stops */
async function withinTime(work: Promise<void>, stop: AbortSignal): Promise<void> {
  let end: () => void = () => undefined;
  const over = new Promise<never>((_, reject) => {
    end = () => reject(new Error('The receiver did not respond in time.'));
  });
  const timer = setTimeout(end, maxAttemptMs);
  stop.addEventListener('abort', end);
  try {
    await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', end);
  }
}
