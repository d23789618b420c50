import { DatabaseUnavailable, type DatabaseLog } from '../database/database.ts';
import type { Metrics } from '../metrics/metrics.ts';

export interface BackgroundWork<Claim> {
  /** For the metrics. */
  name: string;
  /**
   * Claims the next piece of work that no process holds; undefined if there is none. Omitted: there is one piece at each
   * poll, the first after a pause, and whenever it is woken.
   */
  claim?: () => Promise<Claim | undefined>;
  /**
   * Does a piece of work. A failure is logged, and the work is claimed again later.
   * @param stop aborted when the server stops
   */
  run: (claim: Claim, stop: AbortSignal) => Promise<unknown>;
  /** Finds the work of other processes and retries; omitted: only `wake` finds work. */
  pollEveryMs?: number | undefined;
  /** After failures in a row the pause doubles up to this; omitted: it stays the same. */
  maxRetryMs?: number;
  /** How many pieces run at the same time; omitted: one. */
  concurrency?: number;
  /** How long `close` waits before it aborts `stop`; omitted: not at all. */
  patienceMs?: number;
  /** Logged with a failure: what could not be done, and what happens now. */
  failure: string;
  log: DatabaseLog;
  metrics?: Metrics | undefined;
}

/** Does work in the background. Any number of processes may share one database: `claim` decides who does what. */
export class BackgroundWorker<Claim = undefined> {
  readonly #work: BackgroundWork<Claim>;
  readonly #concurrency: number;
  readonly #running = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #isStarted = false;
  #isClosing = false;
  #claiming: Promise<void> | undefined;
  #again = false;
  #poll: NodeJS.Timeout | undefined;
  #delayedWake: NodeJS.Timeout | undefined;
  #failures = 0;
  #isDatabaseAway = false;

  constructor(work: BackgroundWork<Claim>) {
    this.#work = work;
    this.#concurrency = work.concurrency ?? 1;
    for (const outcome of ['done', 'failed'] as const) this.#count(outcome, 0);
  }

  /** Call it once the schema exists. */
  start(): void {
    if (this.#isStarted || this.#isClosing) return;
    this.#isStarted = true;
    this.#pollLater();
    if (this.#work.claim) this.wake();
  }

  /** Call it when there may be work. */
  wake(): void {
    // Work added after the last claim of this round would otherwise wait for the next poll.
    this.#again = true;
    this.#claimIfPossible();
  }

  /** Wakes it later, once for all calls in between. */
  wakeLater(delayMs: number): void {
    if (!this.#isStarted) return;
    this.#delayedWake ??= setTimeout(() => {
      this.#delayedWake = undefined;
      this.wake();
    }, delayMs).unref();
  }

  /** Resolves when there is nothing more to do now. */
  async idle(): Promise<void> {
    while (this.#claiming !== undefined || this.#running.size > 0) {
      await this.#claiming;
      await Promise.all(this.#running);
    }
  }

  /** Begins no further work until the next start; resolves when the work in progress has ended. */
  async pause(): Promise<void> {
    this.#isStarted = false;
    clearTimeout(this.#poll);
    clearTimeout(this.#delayedWake);
    this.#delayedWake = undefined;
    await this.idle();
  }

  /** Begins no further work; resolves when the work in progress has ended, which `stop` makes soon. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const { patienceMs } = this.#work;
    if (patienceMs === undefined) this.#stop.abort();
    const patience = setTimeout(() => this.#stop.abort(), patienceMs);
    await this.pause();
    clearTimeout(patience);
  }

  #pollLater(): void {
    const { pollEveryMs, maxRetryMs = 0 } = this.#work;
    if (pollEveryMs === undefined || !this.#isStarted) return;
    const retryMs = Math.min(maxRetryMs, pollEveryMs * 2 ** Math.min(this.#failures - 1, 30));
    clearTimeout(this.#poll);
    this.#poll = setTimeout(
      () => {
        this.#pollLater();
        this.wake();
      },
      Math.max(pollEveryMs, retryMs),
    ).unref();
  }

  #claimIfPossible(): void {
    if (!this.#again || !this.#isStarted || this.#claiming || !this.#hasRoom) return;
    this.#again = false;
    this.#claiming = this.#claimAll().finally(() => {
      this.#claiming = undefined;
      this.#claimIfPossible();
    });
  }

  get #hasRoom(): boolean {
    return this.#running.size < this.#concurrency;
  }

  async #claimAll(): Promise<void> {
    const { claim } = this.#work;
    if (!claim) return this.#start(undefined as Claim);
    try {
      for (let count = 0; this.#isStarted && this.#hasRoom; count += 1) {
        const claimed = await claim();
        this.#isDatabaseAway = false;
        if (claimed === undefined) {
          if (count === 0) this.#failures = 0;
          return;
        }
        this.#start(claimed);
      }
    } catch (error) {
      this.#noteFailure(error);
    }
  }

  #start(claimed: Claim): void {
    const running = this.#run(claimed).then((isDone) => {
      this.#running.delete(running);
      // What failed could be claimed again at once, endlessly, so it waits for the poll.
      if (isDone && this.#work.claim) this.wake();
      else this.#claimIfPossible();
    });
    this.#running.add(running);
  }

  async #run(claimed: Claim): Promise<boolean> {
    try {
      await this.#work.run(claimed, this.#stop.signal);
    } catch (error) {
      this.#noteFailure(error);
      return false;
    }
    this.#failures = 0;
    this.#isDatabaseAway = false;
    this.#count('done', 1);
    return true;
  }

  #noteFailure(error: unknown): void {
    if (this.#isClosing) return;
    this.#count('failed', 1);
    this.#failures += 1;
    this.#pollLater();
    const isDatabaseAway = error instanceof DatabaseUnavailable;
    // One line for each time that the database is away, however often the work is tried meanwhile.
    if (!isDatabaseAway || !this.#isDatabaseAway)
      this.#work.log.warn({ err: error }, this.#work.failure);
    this.#isDatabaseAway = isDatabaseAway;
  }

  #count(outcome: 'done' | 'failed', pieces: number): void {
    const { metrics, name } = this.#work;
    metrics?.backgroundWork.inc({ worker: name, outcome }, pieces);
  }
}

/** Rejects when `stop` is aborted, although the work goes on. */
export async function unlessStopped<Result>(
  work: Promise<Result>,
  stop: AbortSignal,
): Promise<Result> {
  let end: () => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    end = () => reject(stop.reason as Error);
    if (stop.aborted) end();
  });
  stop.addEventListener('abort', end);
  try {
    return await Promise.race([work, stopped]);
  } finally {
    stop.removeEventListener('abort', end);
  }
}

/** @throws AggregateError of those that failed, once all have ended */
export async function inTurn(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const work of works) await work().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '));
}
