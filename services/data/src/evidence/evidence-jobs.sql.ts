import sql from 'sql-template-tag';
import { evidenceKeptDays } from '@annals/contracts/evidence';
import type { Queryable } from '@annals/kit/database/database';
import { JobLost, leaseMs, type ClaimedJob } from '../transfers/claimed-jobs.sql.ts';
import { removeParts } from '../transfers/job-files.sql.ts';

export interface JobsOfPerson {
  /** For this user: evidence in progress and stored. */
  count: number;
  /** For everybody in the partition. */
  bytes: number;
}

export async function countEvidence(
  transaction: Queryable,
  partitionId: string,
  userId: string,
): Promise<JobsOfPerson> {
  const [counts] = await transaction.query<JobsOfPerson>(
    sql`select count(*) filter (where created_user_id = ${userId}) as count,
        coalesce(sum(file_bytes), 0)::bigint as bytes
      from data.job
      where partition_id = ${partitionId} and kind = 'EVIDENCE'
        and (state = 'RUNNING' or (file_bytes is not null and expires_date > statement_timestamp()))`,
    'evidence-jobs-count',
  );
  return counts ?? { count: 0, bytes: 0 };
}

export interface Steps {
  done: number;
  /** Null while it is unknown. */
  total: number | null;
}

/**
 * Writes the progress, and extends the lease of the job.
 * @throws JobLost if this holder may no longer work on it
 */
export async function writeSteps(
  transaction: Queryable,
  { partitionId, id }: ClaimedJob,
  holder: string,
  { done, total }: Steps,
): Promise<void> {
  const written = await transaction.query(
    sql`update data.job set done = ${done}, total = ${total},
        held_until = statement_timestamp() + ${leaseMs} * interval '1 millisecond',
        changed_date = statement_timestamp()
      where partition_id = ${partitionId} and id = ${id} and state = 'RUNNING' and holder = ${holder}
      returning id`,
    'evidence-job-steps',
  );
  if (written.length === 0) throw new JobLost();
}

/**
 * Deletes what a stopped server has left of the file: the next one starts over. The cursor of the job counts the
 * attempts.
 */
export async function beginFile(
  transaction: Queryable,
  job: ClaimedJob,
  holder: string,
): Promise<void> {
  await writeSteps(transaction, job, holder, { done: 0, total: null });
  const { partitionId, id, cursor } = job;
  await transaction.query(
    sql`update data.job set cursor = ${String(Number(cursor ?? 0) + 1)}
      where partition_id = ${partitionId} and id = ${id}`,
    'evidence-job-begin',
  );
  await removeParts(transaction, partitionId, id);
}

/** Waits for an erasure in progress, so that the next statement sees it. */
export async function lockAgainstErasure(
  transaction: Queryable,
  partitionId: string,
): Promise<void> {
  await transaction.query(
    sql`select from data.partition_head where partition_id = ${partitionId} for share`,
    'evidence-job-lock',
  );
}

/** @throws JobLost */
export async function endFile(
  transaction: Queryable,
  { partitionId, id }: ClaimedJob,
  holder: string,
  { bytes, logSize, steps }: { bytes: number; logSize: number; steps: number },
): Promise<void> {
  const written = await transaction.query(
    sql`update data.job set state = 'DONE', done = ${steps}, total = ${steps}, file_bytes = ${bytes},
        log_size = ${logSize}, expires_date = statement_timestamp() + ${evidenceKeptDays} * interval '1 day',
        holder = null, held_until = null, changed_date = statement_timestamp(), ended_date = statement_timestamp()
      where partition_id = ${partitionId} and id = ${id} and state = 'RUNNING' and holder = ${holder}
      returning id`,
    'evidence-job-end',
  );
  if (written.length === 0) throw new JobLost();
}
