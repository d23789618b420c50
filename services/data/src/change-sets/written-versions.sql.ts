import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { sequenceArrivedBy } from '../versions/as-of.sql.ts';

export interface Job {
  kind: string;
  state: string;
  fileName: string | null;
}

export async function findJob(
  database: Queryable,
  partitionId: string,
  jobId: string,
): Promise<Job | undefined> {
  const [job] = await database.query<Job>(
    sql`select kind, state, file_name as "fileName" from data.job
      where partition_id = ${partitionId} and id = ${jobId}`,
    'change-set-job',
  );
  return job;
}

export interface SequenceRange {
  first: number;
  last: number;
}

/** What an import wrote, the last first. */
export async function listRanges(
  database: Queryable,
  partitionId: string,
  jobId: string,
): Promise<SequenceRange[]> {
  return database.query<SequenceRange>(
    sql`select first_seq as first, last_seq as last from data.job_written
      where partition_id = ${partitionId} and job_id = ${jobId} order by first_seq desc`,
    'import-ranges',
  );
}

/** The timelines of a range, the last first, without those that a committed set has taken back. */
export async function listTimelines(
  database: Queryable,
  partitionId: string,
  jobId: string,
  { first, last }: SequenceRange,
): Promise<string[]> {
  const rows = await database.query<{ timelineId: string }>(
    sql`select v.timeline_id as "timelineId" from data.version v
      where v.partition_id = ${partitionId} and v.seq between ${first} and ${last}
      group by v.timeline_id order by max(v.seq) desc`,
    'import-timelines',
  );
  const timelineIds = rows.map(({ timelineId }) => timelineId);
  const undone = await database.query<{ timelineId: string }>(
    sql`select o.timeline_id as "timelineId" from data.change_set_operation o
      join data.change_set s on s.partition_id = o.partition_id and s.id = o.change_set_id
      where o.partition_id = ${partitionId} and o.timeline_id = any(${timelineIds}::uuid[])
        and s.revert_of_import = ${jobId} and s.state = 'COMMITTED'`,
    'import-undone',
  );
  const gone = new Set(undone.map(({ timelineId }) => timelineId));
  return timelineIds.filter((timelineId) => !gone.has(timelineId));
}

export interface WrittenVersion {
  timelineId: string;
  seq: number;
  objectId: string;
  predecessorId: string | null;
  isEnd: boolean;
  /** Whether it follows the end of its timeline. */
  followsEnd: boolean;
}

/** The numbers of what arrived in a period. */
export async function findRange(
  database: Queryable,
  partitionId: string,
  { from, to }: { from: string; to: string },
): Promise<SequenceRange> {
  const [range] = await database.query<SequenceRange>(
    sql`select ${arrivedBefore(partitionId, from)} + 1 as first, ${arrivedBefore(partitionId, to)} as last`,
    'written-range',
  );
  return range ?? { first: 1, last: 0 };
}

/** The number of the last version that arrived before the moment. */
const arrivedBefore = (partitionId: string, moment: string) =>
  sequenceArrivedBy(
    partitionId,
    sql`(${moment}::timestamptz - interval '1 microsecond')`,
    sql`(select next_seq - 1 from data.partition_head where partition_id = ${partitionId})`,
  );

/** The timelines of a user in a range, the last first, without those that a committed set has taken back. */
export async function listTimelinesOfUser(
  database: Queryable,
  { partitionId, userId, limit }: { partitionId: string; userId: string; limit: number },
  { first, last }: SequenceRange,
): Promise<string[]> {
  const rows = await database.query<{ timelineId: string }>(
    sql`select written.timeline_id as "timelineId" from (
        select v.timeline_id, max(v.seq) as seq from data.version v
        where v.partition_id = ${partitionId} and v.modification_user_id = ${userId} and v.seq between ${first} and ${last}
        group by v.timeline_id
      ) written
      where not exists (
        select from data.change_set_operation o
        join data.change_set s on s.partition_id = o.partition_id and s.id = o.change_set_id
        where o.partition_id = ${partitionId} and o.timeline_id = written.timeline_id
          and s.revert_of_user = ${userId} and s.state = 'COMMITTED' and s.last_seq > written.seq)
      order by written.seq desc limit ${limit}`,
    'written-timelines',
  );
  return rows.map(({ timelineId }) => timelineId);
}

/** The versions of timelines in a range, or those of a user, the first first. */
export async function listVersions(
  database: Queryable,
  partitionId: string,
  timelineIds: string[],
  { first, last }: SequenceRange,
  userId: string | undefined,
): Promise<WrittenVersion[]> {
  return database.query<WrittenVersion>(
    sql`select v.timeline_id as "timelineId", v.seq, v.object_id as "objectId",
        v.predecessor_id as "predecessorId", v.ended_date is not null as "isEnd",
        base.ended_date is not null as "followsEnd"
      from data.version v
      left join data.version base on base.partition_id = v.partition_id and base.object_id = v.predecessor_id
      where v.partition_id = ${partitionId} and v.timeline_id = any(${timelineIds}::uuid[])
        and v.seq between ${first} and ${last}
        and (${userId ?? null}::uuid is null or v.modification_user_id = ${userId ?? null}::uuid)
      order by v.seq`,
    'import-versions',
  );
}
