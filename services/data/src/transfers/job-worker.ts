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
  type ClaimedJob,
  type WorkerJobKind,
} from './claimed-jobs.sql.ts';

/**
 * Does the next piece of a job, and writes its progress.
 * @param stop aborted when the server stops: a long piece then ends, with any error
 */
export type WorkPage = (
  job: ClaimedJob,
  holder: string,
  stop: AbortSignal,
) => Promise<{ cursor: string | null; finished: boolean }>;

export interface JobWorkerOptions {
  database: Database;
  log: DatabaseLog;
  kinds: readonly WorkerJobKind[];
  page: WorkPage;
  /** Claims the next job; omitted: the oldest one that no server holds. */
  claim?: (holder: string) => Promise<ClaimedJob | undefined>;
  /** Called when a job is given up. */
  failed?: (kind: ClaimedJob['kind']) => void;
}

/** Finds jobs that other servers left behind, and those that wait for a database to come back. */
const pollEveryMs = 5_000;

/** Runs jobs of its kinds, one at a time. Any number of servers may do so; each job is run by one. */
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

  /** Call it once the schema exists. */
  start(): void {
    if (this.#poll !== undefined || this.#closed) return;
    this.#poll = setInterval(() => this.wake(), pollEveryMs).unref();
    this.wake();
  }

  /** Call it when there is a job to run. */
  wake(): void {
    if (this.#closed) return;
    // A job started after the last query of this round would otherwise wait for the next poll.
    this.#again = true;
    this.#round ??= this.#workAll().finally(() => {
      this.#round = undefined;
    });
  }

  /** Resolves when there is nothing more to do now. */
  async idle(): Promise<void> {
    await this.#round;
  }

  /** Stops after the current page; another server continues the rest, or this one after its next start. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stop.abort();
    clearInterval(this.#poll);
    await this.#round;
  }

  async #workAll(): Promise<void> {
    const { database, log, kinds } = this.#options;
    const { claim = async (holder) => claimJob(database, holder, kinds) } = this.#options;
    try {
      while (this.#again) {
        this.#again = false;
        for (;;) {
          if (this.#closed) return;
          const job = await claim(this.#holder);
          if (job === undefined) break;
          await this.#work(job);
        }
      }
    } catch (error) {
      if (!this.#closed)
        log.warn({ err: error }, 'The jobs cannot continue now. Retrying in seconds.');
    }
  }

  async #work(job: ClaimedJob): Promise<void> {
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
        // Later jobs do not wait for it. If it cannot even be postponed, all of them wait for the next round.
        await postponeJob(database, job, this.#holder);
        log.warn({ err: error, jobId: job.id }, 'A job cannot continue now. It is retried soon.');
        return;
      }
      if (!(error instanceof Problem)) log.error({ err: error, jobId: job.id }, 'A job failed.');
      await failJob(database, job, this.#holder, reasonOf(error));
      this.#options.failed?.(job.kind);
    }
  }
}

/** The job is not to blame: it continues when the problem is over. */
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
