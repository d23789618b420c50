import { randomUUID } from 'node:crypto';
import {
  DatabaseUnavailable,
  DeadlineExceeded,
  DiskFull,
  type Database,
  type DatabaseLog,
} from '@annals/kit/database/database';
import { Problem } from '@annals/kit/problem';
import {
  claimJob,
  failJob,
  JobLost,
  postponeJob,
  releaseJob,
  type HeldJob,
  type HeldKind,
} from './held-jobs.sql.ts';

/**
 * Does the next piece of a job, and writes how far it is.
 * @param stop aborted when the server stops: a piece that takes long ends then, with any error
 */
export type WorkPage = (
  job: HeldJob,
  holder: string,
  stop: AbortSignal,
) => Promise<{ cursor: string | null; finished: boolean }>;

export interface JobWorkerOptions {
  database: Database;
  log: DatabaseLog;
  kinds: readonly HeldKind[];
  page: WorkPage;
  /** Told when a job is given up. */
  failed?: (kind: HeldJob['kind']) => void;
}

/** Jobs that other servers left behind, and those that wait for a database to come back. */
const pollEveryMs = 5_000;

/** Does jobs of its kinds, one at a time. Any number of servers may, each job is done by one. */
export class JobWorker {
  readonly #options: JobWorkerOptions;
  readonly #holder = randomUUID();
  #poll: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #again = false;
  readonly #stop = new AbortController();
  #closed = false;

  constructor(options: JobWorkerOptions) {
    this.#options = options;
  }

  /** To be called once the schema is there. */
  start(): void {
    if (this.#poll !== undefined || this.#closed) return;
    this.#poll = setInterval(() => this.wake(), pollEveryMs).unref();
    this.wake();
  }

  /** To be called when there is a job to do. */
  wake(): void {
    if (this.#closed) return;
    // a job that was started after the last look of this round would wait for the next poll
    this.#again = true;
    this.#round ??= this.#workAll().finally(() => {
      this.#round = undefined;
    });
  }

  /** Resolves when there is nothing more to do now. */
  async idle(): Promise<void> {
    await this.#round;
  }

  /** Stops after the page that is being written; what is left another server does, or this one after its next start. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stop.abort();
    clearInterval(this.#poll);
    await this.#round;
  }

  async #workAll(): Promise<void> {
    const { database, log } = this.#options;
    try {
      while (this.#again) {
        this.#again = false;
        for (;;) {
          if (this.#closed) return;
          const job = await claimJob(database, this.#holder, this.#options.kinds);
          if (job === undefined) break;
          await this.#work(job);
        }
      }
    } catch (error) {
      if (!this.#closed)
        log.warn({ err: error }, 'The jobs cannot go on now. They are tried again in seconds.');
    }
  }

  async #work(job: HeldJob): Promise<void> {
    const { database, log } = this.#options;
    try {
      let { cursor } = job;
      for (;;) {
        if (this.#closed) return await releaseJob(database, job, this.#holder);
        const page = await this.#options.page({ ...job, cursor }, this.#holder, this.#stop.signal);
        if (page.finished) return;
        ({ cursor } = page);
      }
    } catch (error) {
      if (error instanceof JobLost) return;
      if (this.#closed) return await releaseJob(database, job, this.#holder);
      if (isPassing(error)) {
        // Jobs that came later do not wait for it. Where it cannot even be put off, all of them wait for the next round.
        await postponeJob(database, job, this.#holder);
        log.warn({ err: error, jobId: job.id }, 'A job cannot go on now. It is tried again soon.');
        return;
      }
      if (!(error instanceof Problem)) log.error({ err: error, jobId: job.id }, 'A job failed.');
      await failJob(database, job, this.#holder, reasonOf(error));
      this.#options.failed?.(job.kind);
    }
  }
}

/** No job is to blame: it goes on when this is over. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable ||
    error instanceof DeadlineExceeded ||
    error instanceof DiskFull ||
    (error instanceof Problem && (error.status === 503 || error.status === 429))
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Problem))
    return 'Something went wrong. See the log of the server; resume the job to try again.';
  const fields = (error.extras.fields ?? [])
    .slice(0, 5)
    .map(({ path, message }) => `${path}: ${message}`);
  return [error.message, ...fields].join(' ');
}
