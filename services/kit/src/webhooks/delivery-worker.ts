import { DiskFull, type Database } from '../database/database.ts';
import type { Queryable } from '../database/queryable.ts';

/** A source of deliveries: messages of webhooks, or anything else that follows a log. */
export interface DeliverySource<Claim> {
  /** Claims one that has something to send now and that no process holds; undefined if there is none. */
  claim(): Promise<Claim | undefined>;
  /** Sends messages in order for a short time, and releases it at the end. Ends soon once `stop` is aborted. */
  deliver(held: Claim, stop: AbortSignal): Promise<void>;
}

export interface DeliveryWorkerOptions<Claim> {
  source: DeliverySource<Claim>;
  /** Finds what other processes wrote, and retries. */
  pollEveryMs?: number | undefined;
  /** The most deliveries at the same time. */
  maxConcurrent: number;
  /** Logs a failure, which is retried. */
  failed: (error: unknown) => void;
}

/** Delivers to several receivers at the same time. Any number of processes may share one database. */
export class DeliveryWorker<Claim> {
  readonly #source: DeliverySource<Claim>;
  readonly #pollEveryMs: number;
  readonly #maxConcurrent: number;
  readonly #failed: (error: unknown) => void;
  readonly #running = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #poll: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;
  #again = false;

  constructor({
    source,
    pollEveryMs = 1_000,
    maxConcurrent,
    failed,
  }: DeliveryWorkerOptions<Claim>) {
    this.#source = source;
    this.#pollEveryMs = pollEveryMs;
    this.#maxConcurrent = maxConcurrent;
    this.#failed = failed;
  }

  /** Call it once the schema exists. */
  start(): void {
    if (this.#poll !== undefined || this.#stop.signal.aborted) return;
    this.#poll = setInterval(() => this.wake(), this.#pollEveryMs).unref();
    this.wake();
  }

  /** Call it when there may be something to send. */
  wake(): void {
    if (this.#stop.signal.aborted || this.#poll === undefined) return;
    // What is written after the last query of this round would otherwise wait for the next poll.
    this.#again = true;
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined;
    });
  }

  /** Aborts the requests that wait for a response: their messages are sent again after the next start. */
  async close(): Promise<void> {
    clearInterval(this.#poll);
    this.#stop.abort();
    await this.#claiming;
    await Promise.all(this.#running);
  }

  async #claimAll(): Promise<void> {
    try {
      while (this.#again && !this.#stop.signal.aborted) {
        this.#again = false;
        while (this.#running.size < this.#maxConcurrent && !this.#stop.signal.aborted) {
          const held = await this.#source.claim();
          if (held === undefined) break;
          this.#start(held);
        }
      }
    } catch (error) {
      this.#warn(error);
    }
  }

  #start(held: Claim): void {
    const running = this.#source
      .deliver(held, this.#stop.signal)
      .then(
        () => true,
        (error: unknown) => {
          this.#warn(error);
          return false;
        },
      )
      .then((isContinued) => {
        this.#running.delete(running);
        // A failed one would be claimed again at once, endlessly, so it waits for the poll.
        if (isContinued) this.wake();
      });
    this.#running.add(running);
  }

  #warn(error: unknown): void {
    if (!this.#stop.signal.aborted) this.#failed(error);
  }
}

/**
 * Releases the leases of an earlier process, which would otherwise only end by themselves: a full disk is no reason not
 * to start. Only where no other process shares the database.
 */
export async function releaseEarlierLeases(
  database: Database,
  table: { releaseAll: (database: Queryable) => Promise<void> },
): Promise<void> {
  if (database.kind !== 'embedded') return;
  try {
    await table.releaseAll(database);
  } catch (error) {
    if (!(error instanceof DiskFull)) throw error;
  }
}
