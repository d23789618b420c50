import sql, { type Sql } from 'sql-template-tag';
import type { ServiceMessage } from '@annals/contracts/messages';
import type { Queryable } from '@annals/kit/database/database';
import { databaseNow } from '@annals/kit/database/database-moment';
import type { Transfer } from '@annals/contracts/transfers';
import { removeParts } from './job-files.sql.ts';
import type { TransferCounts } from './transfers.sql.ts';

/** Jobs that servers work on. */
export type WorkerJobKind = Exclude<Transfer['kind'], 'IMPORT'>;

/** A job that this server works on. */
export interface ClaimedJob {
  id: string;
  partitionId: string;
  kind: WorkerJobKind;
  fromPartitionId: string | null;
  fileName: string | null;
  /** For EVIDENCE. */
  evidence?: Transfer['evidence'];
  createdDate?: string;
  /** Where the work continues; null at the start. */
  cursor: string | null;
  /** Null while it is unknown. */
  total: number | null;
  /** The user whose permissions apply: who last resumed it, or started it. */
  userId: string;
  userName: string | null;
}

/** Longer than a page takes. After a crash another server continues when the lease has expired. */
export const leaseMs = 60_000;
const lease = sql`${leaseMs} * interval '1 millisecond'`;

/** How long a job that cannot continue now is left alone, on every server. */
const restMs = 30_000;

/**
 * Claims the oldest job of these kinds that no server holds; undefined if there is none.
 * @param userId whose permissions apply; undefined: any
 */
export async function claimJob(
  database: Queryable,
  holder: string,
  kinds: readonly WorkerJobKind[],
  userId?: string,
): Promise<ClaimedJob | undefined> {
  const free = sql`${isFree(holder, kinds)} and (${userId ?? null}::uuid is null or ${actingUser} = ${userId ?? null}::uuid)`;
  const candidates = await database.query<Pick<ClaimedJob, 'partitionId' | 'id'>>(
    sql`select partition_id as "partitionId", id from data.job where ${free}
      order by created_date limit ${maxCandidates}`,
    'job-free',
  );
  for (const { partitionId, id } of candidates) {
    // Another server may have claimed it since.
    const [job] = await database.query<ClaimedJob>(
      sql`update data.job set holder = ${holder}, held_until = statement_timestamp() + ${lease}
        where partition_id = ${partitionId} and id = ${id} and ${free}
        returning id, partition_id as "partitionId", kind, from_partition_id as "fromPartitionId", file_name as "fileName", cursor, total,
          evidence, created_date as "createdDate",
          ${actingUser} as "userId",
          case when resumed_user_id is null then created_user_name else resumed_user_name end as "userName"`,
      'job-claim',
    );
    if (job) return job;
  }
  return undefined;
}

const actingUser = sql`coalesce(resumed_user_id, created_user_id)`;

const isFree = (holder: string, kinds: readonly WorkerJobKind[]): Sql =>
  sql`state = 'RUNNING' and kind = any(${[...kinds]}::text[])
    and (held_until is null or held_until < statement_timestamp() or holder = ${holder})`;

/** The most servers that claim at the same time. */
const maxCandidates = 20;

/** The users with jobs of these kinds that no server holds; the one who has waited longest comes first. */
export async function listWaitingUsers(
  database: Queryable,
  holder: string,
  kinds: readonly WorkerJobKind[],
): Promise<string[]> {
  const rows = await database.query<{ userId: string }>(
    sql`select ${actingUser} as "userId" from data.job where ${isFree(holder, kinds)}
      group by ${actingUser} order by min(created_date)`,
    'job-waiting-users',
  );
  return rows.map(({ userId }) => userId);
}

export interface PageDone {
  cursor: string;
  done: number;
  counts: TransferCounts;
  /** The last page. */
  finished: boolean;
}

/** The job was cancelled, or another server has claimed it. */
export class JobLost extends Error {
  override readonly name = 'JobLost';
}

/** What the job has done so far. */
export async function findCounts(
  database: Queryable,
  partitionId: string,
  id: string,
): Promise<(TransferCounts & { refused: number }) | undefined> {
  const [counts] = await database.query<TransferCounts & { refused: number }>(
    sql`select created, changed, ended, existing, refused from data.job
      where partition_id = ${partitionId} and id = ${id}`,
    'job-counts',
  );
  return counts;
}

/**
 * Writes the progress of a page, and extends the lease of the job.
 * @throws JobLost if this holder may no longer work on it
 */
export async function addPage(
  transaction: Queryable,
  { partitionId, id }: ClaimedJob,
  holder: string,
  { cursor, done, counts, finished }: PageDone,
): Promise<void> {
  const now = await databaseNow(transaction);
  const written = await transaction.query(
    sql`update data.job set cursor = ${cursor}, done = done + ${done}, created = created + ${counts.created},
        changed = changed + ${counts.changed}, ended = ended + ${counts.ended}, existing = existing + ${counts.existing},
        state = case when ${finished} then 'DONE' else state end,
        ended_date = ${finished ? now : null},
        holder = case when not ${finished} then holder end,
        held_until = ${finished ? null : new Date(Date.parse(now) + leaseMs).toISOString()},
        changed_date = ${now}
      where partition_id = ${partitionId} and id = ${id} and state = 'RUNNING' and holder = ${holder}
      returning id`,
    'job-page',
  );
  if (written.length === 0) throw new JobLost();
}

/** @returns false if this holder no longer has it */
export async function failJob(
  transaction: Queryable,
  { partitionId, id }: ClaimedJob,
  holder: string,
  error: ServiceMessage,
): Promise<boolean> {
  const failed = await transaction.query(
    sql`update data.job set state = 'FAILED', error = ${JSON.stringify(error)}::jsonb, holder = null, held_until = null,
        changed_date = statement_timestamp(), ended_date = statement_timestamp()
      where partition_id = ${partitionId} and id = ${id} and state = 'RUNNING' and holder = ${holder} returning id`,
    'job-fail',
  );
  // The incomplete file of a failed job is useless.
  await removeParts(transaction, partitionId, id);
  return failed.length > 0;
}

/** Lets another server continue immediately. */
export async function releaseJob(
  database: Queryable,
  { partitionId, id }: ClaimedJob,
  holder: string,
): Promise<void> {
  await database.query(
    sql`update data.job set holder = null, held_until = null
      where partition_id = ${partitionId} and id = ${id} and holder = ${holder}`,
    'job-release',
  );
}

/** Leaves a job alone for a while: nobody holds it, and no server claims it before. */
export async function postponeJob(
  database: Queryable,
  { partitionId, id }: ClaimedJob,
  holder: string,
): Promise<void> {
  await database.query(
    sql`update data.job set holder = null,
        held_until = statement_timestamp() + ${restMs} * interval '1 millisecond'
      where partition_id = ${partitionId} and id = ${id} and state = 'RUNNING' and holder = ${holder}`,
    'job-postpone',
  );
}
