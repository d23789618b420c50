import sql from 'sql-template-tag';
import { UUID } from 'uuidv7';
import type { Queryable } from '@annals/kit/database/database';
import type { ReadEntry } from '../read-records/batch-digests.ts';
import { lastIdUntil } from '../versions/timestamps.ts';

const pageSize = 200;

export interface StoredReads {
  /** JSON */
  records: string;
  firstDate: string;
  lastDate: string;
  userIds: string[];
  timelineIds: string[];
  hasWhole: boolean;
  logIndex: number | null;
}

export type EntryWithReads = ReadEntry & {
  logIndex: number;
  /** Null where the batch is not stored. */
  batch: StoredReads | null;
};

/** The next entries of the log of reads with what is stored of their batches. */
export async function scanReadEntries(
  database: Queryable,
  after: { logIndex: number; partitionId: string },
): Promise<EntryWithReads[]> {
  const rows = await database.query<
    Omit<EntryWithReads, 'batch'> & { found: boolean } & { batchLogIndex: number | null } & Omit<
        StoredReads,
        'logIndex'
      >
  >(
    sql`select e.partition_id as "partitionId", e.batch_id as "batchId", e.log_index as "logIndex", e.root, e.counts,
        b.batch_id is not null as found, b.records, b.first_date as "firstDate", b.last_date as "lastDate",
        b.user_ids as "userIds", b.timeline_ids as "timelineIds", b.has_whole as "hasWhole",
        b.log_index as "batchLogIndex"
      from data.read_entry e
        left join data.read_batch b on b.partition_id = e.partition_id and b.batch_id = e.batch_id
      where (e.log_index, e.partition_id) > (${after.logIndex}, ${after.partitionId}::uuid)
      order by e.log_index, e.partition_id limit ${pageSize}`,
    'verify-reads',
  );
  return rows.map(
    ({ found, batchLogIndex, partitionId, batchId, logIndex, root, counts, ...batch }) => ({
      partitionId,
      batchId,
      logIndex,
      root,
      counts,
      batch: found ? { ...batch, logIndex: batchLogIndex } : null,
    }),
  );
}

/** Batches that claim a place in the log of reads that is not theirs. */
export async function findMisplacedReads(
  database: Queryable,
): Promise<{ partitionId: string; batchId: string; logIndex: number }[]> {
  return database.query(
    sql`select b.partition_id as "partitionId", b.batch_id as "batchId", b.log_index as "logIndex"
      from data.read_batch b where b.log_index is not null and not exists (
        select from data.read_entry e
        where e.partition_id = b.partition_id and e.batch_id = b.batch_id and e.log_index = b.log_index)
      order by b.batch_id limit 1000`,
    'verify-reads-misplaced',
  );
}

/** A batch is written within a second of its last read, unless the database was away. */
export const batchTime = (batchId: string): number =>
  Number.parseInt(UUID.parse(batchId).toHex().slice(0, 12), 16);

/** Batches without any place in the log of reads, although later ones have one for longer than servers differ. */
export async function findUnloggedReads(
  database: Queryable,
): Promise<{ partitionId: string; batchId: string }[]> {
  const [newest] = await database.query<{ batchId: string }>(
    sql`select batch_id as "batchId" from data.read_entry order by batch_id desc limit 1`,
    'verify-reads-newest',
  );
  if (!newest) return [];
  const until = lastIdUntil(new Date(batchTime(newest.batchId) - serversDifferMs).toISOString());
  return database.query(
    sql`select b.partition_id as "partitionId", b.batch_id as "batchId" from data.read_batch b
      where b.log_index is null and b.batch_id <= ${until}::uuid and not exists (
        select from data.read_entry e where e.partition_id = b.partition_id and e.batch_id = b.batch_id)
      order by b.batch_id limit 1000`,
    'verify-reads-unlogged',
  );
}

/** Batches without a place in the log of reads that do not wait for one, so that nobody would ever compare them. */
export async function findForgottenReads(
  database: Queryable,
): Promise<{ partitionId: string; batchId: string }[]> {
  return database.query(
    sql`select b.partition_id as "partitionId", b.batch_id as "batchId" from data.read_batch b
      where b.log_index is null and not exists (
        select from data.read_log_queue q where q.partition_id = b.partition_id and q.batch_id = b.batch_id)
      order by b.batch_id limit 1000`,
    'verify-reads-forgotten',
  );
}

/** Between the clocks of two servers, or between a batch and its entry. */
const serversDifferMs = 600_000;

export interface StoredRecording {
  fromDate: string;
  scope: string;
  durable: boolean;
  keptDays: number;
  changedUserId: string;
}

/** Which reads of a partition are recorded, now and in the past. */
export async function listRecordings(
  database: Queryable,
  partitionId: string,
): Promise<StoredRecording[]> {
  return database.query<StoredRecording>(
    sql`select from_date as "fromDate", scope, durable, kept_days as "keptDays", changed_user_id as "changedUserId"
      from data.read_recording where partition_id = ${partitionId} order by from_date`,
    'verify-read-recordings',
  );
}

export interface ReadTerms {
  partitionId: string;
  /** Whatever was read until then may have been deleted. */
  endedUntil: string | null;
  /** The last erasure of values. */
  erasedDate: string | null;
}

/** Until when the term of the records of each partition has ended, under any of its settings while they applied. */
export async function listReadTerms(database: Queryable): Promise<ReadTerms[]> {
  return database.query<ReadTerms>(
    sql`select setting.partition_id as "partitionId",
        max(setting.until - setting.kept_days * interval '1 day') as "endedUntil",
        max(erased.last_date) as "erasedDate"
      from (select partition_id, kept_days,
          coalesce(lead(from_date) over (partition by partition_id order by from_date), clock_timestamp()) as until
        from data.read_recording) setting
      left join (select partition_id, max(erased_date) as last_date from data.erasure group by partition_id) erased
        on erased.partition_id = setting.partition_id
      group by setting.partition_id`,
    'verify-read-terms',
  );
}
