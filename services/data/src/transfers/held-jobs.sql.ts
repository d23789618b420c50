import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { TransferCounts } from './transfers.sql.ts';

/** A job that this server works on. */
export interface HeldJob {
  id: string;
  partitionId: string;
  kind: 'COPY' | 'REINDEX';
  fromPartitionId: string | null;
  /** Where the work goes on; null at the beginning. */
  cursor: string | null;
  total: number;
  /** The user whose permissions apply: the one who resumed it last, or started it. */
  userId: string;
  userName: string | null;
}

/** Longer than a page takes. After a crash another server continues when the lease has expired. */
const lease = sql`interval '60 seconds'`;

/** Takes the oldest job that no server holds; undefined when there is none. */
export async function claimJob(database: Queryable, holder: string): Promise<HeldJob | undefined> {
  const [job] = await database.query<HeldJob>(
    sql`update data.job set holder = ${holder}, held_until = clock_timestamp() + ${lease}
      where (partition_id, id) = (
        select partition_id, id from data.job
        where state = 'RUNNING' and kind in ('COPY', 'REINDEX')
          and (held_until is null or held_until < clock_timestamp() or holder = ${holder})
        order by created_date limit 1 for update skip locked)
      returning id, partition_id as "partitionId", kind, from_partition_id as "fromPartitionId", cursor, total,
        coalesce(resumed_user_id, created_user_id) as "userId",
        case when resumed_user_id is null then created_user_name else resumed_user_name end as "userName"`,
    'job-claim',
  );
  return job;
}

export interface PageDone {
  cursor: string;
  done: number;
  counts: TransferCounts;
  /** The last page. */
  finished: boolean;
}

/** The job is cancelled, or another server has taken it. */
export class JobLost extends Error {
  override readonly name = 'JobLost';
}

/**
 * Writes the progress that a page made, and extends the lease of the job.
 * @throws JobLost when this holder may not work on it any more
 */
export async function addPage(
  transaction: Queryable,
  { partitionId, id }: HeldJob,
  holder: string,
  { cursor, done, counts, finished }: PageDone,
): Promise<void> {
  const written = await transaction.query(
    sql`update data.job set cursor = ${cursor}, done = done + ${done}, created = created + ${counts.created},
        changed = changed + ${counts.changed}, ended = ended + ${counts.ended}, existing = existing + ${counts.existing},
        state = case when ${finished} then 'DONE' else state end,
        ended_date = case when ${finished} then clock_timestamp() end,
        holder = case when not ${finished} then holder end,
        held_until = case when not ${finished} then clock_timestamp() + ${lease} end,
        changed_date = clock_timestamp()
      where partition_id = ${partitionId} and id = ${id} and state = 'RUNNING' and holder = ${holder}
      returning id`,
    'job-page',
  );
  if (written.length === 0) throw new JobLost();
}

export async function failJob(
  database: Queryable,
  { partitionId, id }: HeldJob,
  holder: string,
  error: string,
): Promise<void> {
  await database.query(
    sql`update data.job set state = 'FAILED', error = ${error}, holder = null, held_until = null,
        changed_date = clock_timestamp(), ended_date = clock_timestamp()
      where partition_id = ${partitionId} and id = ${id} and state = 'RUNNING' and holder = ${holder}`,
    'job-fail',
  );
}

/** Lets another server continue immediately. */
export async function releaseJob(
  database: Queryable,
  { partitionId, id }: HeldJob,
  holder: string,
): Promise<void> {
  await database.query(
    sql`update data.job set holder = null, held_until = null
      where partition_id = ${partitionId} and id = ${id} and holder = ${holder}`,
    'job-release',
  );
}
