import { randomUUID } from 'node:crypto';
import { say, type ServiceMessage } from '@annals/contracts/messages';
import { BackgroundWorker } from '@annals/kit/background/background-worker';
import {
  DatabaseUnavailable,
  DeadlineExceeded,
  DiskFull,
  type Database,
  type DatabaseLog,
} from '@annals/kit/database/database';
import type { Metrics } from '@annals/kit/metrics/metrics';
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
import type { RecordEnd } from './job-ends.ts';

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
  metrics?: Metrics | undefined;
  /** For the metrics. */
  name: string;
  kinds: readonly WorkerJobKind[];
  page: WorkPage;
  /** Claims the next job; omitted: the oldest one that no server holds. */
  claim?: (holder: string) => Promise<ClaimedJob | undefined>;
  ended: RecordEnd;
  /** Called when a job is given up. */
  failed?: (kind: ClaimedJob['kind']) => void;
}

/** Finds jobs that other servers left behind, and those that wait for a database to come back. */
const pollEveryMs = 5_000;

/** Runs jobs of its kinds, one at a time. Any number of servers may do so; each job is run by one. */
export function jobWorker(options: JobWorkerOptions): BackgroundWorker<ClaimedJob> {
  const { database, log, metrics, name, kinds, claim = claimOldest } = options;
  const holder = randomUUID();
  return new BackgroundWorker({
    name,
    claim: () => claim(holder),
    run: (job, stop) => runJob(options, job, holder, stop),
    pollEveryMs,
    failure: 'The jobs cannot continue now. Retrying in seconds.',
    log,
    metrics,
  });

  async function claimOldest(): Promise<ClaimedJob | undefined> {
    return claimJob(database, holder, kinds);
  }
}

/** Stops after the current page; another server continues the rest, or this one after its next start. */
async function runJob(
  { database, log, page, ended, failed }: JobWorkerOptions,
  job: ClaimedJob,
  holder: string,
  stop: AbortSignal,
): Promise<void> {
  try {
    for (let { cursor } = job, finished = false; !finished;) {
      if (stop.aborted) return await releaseJob(database, job, holder);
      ({ cursor, finished } = await page({ ...job, cursor }, holder, stop));
    }
  } catch (error) {
    if (error instanceof JobLost) return;
    if (stop.aborted) return releaseJob(database, job, holder);
    if (isPassing(error)) {
      // Later jobs do not wait for it. If it cannot even be postponed, all of them wait for the next round.
      await postponeJob(database, job, holder);
      log.warn({ err: error, jobId: job.id }, 'A job cannot continue now. It is retried soon.');
      return;
    }
    if (!(error instanceof Problem)) log.error({ err: error, jobId: job.id }, 'A job failed.');
    await database.transaction(async (transaction) => {
      if (await failJob(transaction, job, holder, reasonOf(error)))
        await ended(transaction, job, 'FAILED');
    });
    failed?.(job.kind);
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

function reasonOf(error: unknown): ServiceMessage {
  if (!(error instanceof Problem)) return say('jobFailed');
  const fields = (error.extras.fields ?? []).slice(0, 5);
  return fields.length === 0
    ? error.explanation
    : say('withFields', { problem: error.explanation, fields });
}
