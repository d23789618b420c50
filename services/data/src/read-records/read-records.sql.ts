import sql, { empty, type Sql } from 'sql-template-tag';
import type { ReadRecord, ReadRecording, ReadScope } from '@annals/contracts/read-records';
import { defaultKeptDays, settingDelayMs } from '@annals/contracts/read-records';
import type { Database, Queryable } from '@annals/kit/database/database';
import { measuredPage, type Found } from '@annals/kit/lists/page-bytes';
import { lastIdUntil } from '../versions/timestamps.ts';
import { versionTitle } from '../versions/version-title.sql.ts';

/** What is written of a read. */
export interface NewRecord {
  id: string;
  partitionId: string;
  readDate: string;
  userId: string;
  credential: string;
  assistant: boolean;
  address: string | null;
  requestId: string;
  call: string;
  query: string | null;
  asOf: string | null;
  count: number | null;
  objectIds: string[];
  timelineIds: string[];
  whole: boolean;
}

export type CountOfRecord = Pick<NewRecord, 'id' | 'partitionId' | 'count'>;

const maxPeriods = 100;

interface SettingRow {
  scope: ReadScope;
  durable: boolean;
  keptDays: number;
  fromDate: string;
  changedDate: string;
  changedUserId: string;
}

export async function findReadRecording(
  database: Queryable,
  partitionId: string,
): Promise<ReadRecording> {
  const settings = await database.query<SettingRow>(
    sql`select scope, durable, kept_days as "keptDays", from_date as "fromDate", changed_date as "changedDate",
        changed_user_id as "changedUserId"
      from data.read_recording where partition_id = ${partitionId} order by from_date desc limit ${maxPeriods}`,
    'read-recording',
  );
  const [newest] = settings;
  return {
    scope: newest?.scope ?? 'NOTHING',
    durable: newest?.durable ?? false,
    keptDays: newest?.keptDays ?? defaultKeptDays,
    changedDate: newest?.changedDate ?? null,
    changedUserId: newest?.changedUserId ?? null,
    periods: periodsOf(settings),
  };
}

/** Settings that record the same are one period. */
function periodsOf(newestFirst: readonly SettingRow[]): ReadRecording['periods'] {
  const periods: ReadRecording['periods'] = [];
  let end: string | null = null;
  for (const { scope, fromDate } of newestFirst) {
    const next = periods.at(-1);
    if (next?.scope === scope && next.fromDate === end) next.fromDate = fromDate;
    else if (scope !== 'NOTHING') periods.push({ scope, fromDate, toDate: end });
    end = fromDate;
  }
  return periods;
}

/** From when every server applies it. */
export async function writeReadRecording(
  transaction: Queryable,
  partitionId: string,
  { scope, durable, keptDays }: Pick<ReadRecording, 'scope' | 'durable' | 'keptDays'>,
  userId: string,
): Promise<void> {
  const delay = scope === 'NOTHING' ? 0 : settingDelayMs;
  await transaction.query(
    sql`insert into data.read_recording (partition_id, from_date, scope, durable, kept_days, changed_date, changed_user_id)
      select ${partitionId}, greatest(now.moment + ${delay}::integer * interval '1 millisecond',
          (select max(from_date) + interval '1 microsecond' from data.read_recording where partition_id = ${partitionId})),
        ${scope}, ${durable}, ${keptDays}, now.moment, ${userId}
      from (select clock_timestamp() as moment) now`,
    'read-recording-write',
  );
}

export interface RecordedPartition {
  partitionId: string;
  scope: ReadScope;
  durable: boolean;
}

export async function listRecordedPartitions(database: Queryable): Promise<RecordedPartition[]> {
  const newest = await database.query<RecordedPartition>(
    sql`select distinct on (partition_id) partition_id as "partitionId", scope, durable
      from data.read_recording order by partition_id, from_date desc`,
    'read-recordings',
  );
  return newest.filter(({ scope }) => scope !== 'NOTHING');
}

/** Reads of previews show versions that do not exist. */
export async function findTimelines(
  database: Queryable,
  partitionId: string,
  objectIds: readonly string[],
): Promise<{ objectId: string; timelineId: string }[]> {
  return database.query(
    sql`select object_id as "objectId", timeline_id as "timelineId" from data.version
      where partition_id = ${partitionId} and object_id = any(${[...objectIds]}::uuid[])`,
    'read-records-timelines',
  );
}

/**
 * Writes records of a partition that have waited for at most `oldestMs`. If values were erased in that time, the records
 * are written without queries, which may contain them.
 */
export async function insertRecords(
  database: Database,
  partitionId: string,
  records: readonly NewRecord[],
  oldestMs: number,
): Promise<void> {
  await database.transaction(async (transaction) => {
    // An erasure in progress ends before the next statement begins.
    await lockSettings(transaction, partitionId, sql`for share`);
    const list = <Value>(valueOf: (record: NewRecord) => Value): Value[] => records.map(valueOf);
    await transaction.query(
      sql`insert into data.read_record (partition_id, read_id, read_date, user_id, credential, assistant, address, request_id,
          call, query, as_of, version_count, object_ids, timeline_ids, is_whole)
        select ${partitionId}, given.id, given.read_date, given.user_id, given.credential, given.assistant, given.address,
          given.request_id, given.call, case when exists (
            select from data.erasure where partition_id = ${partitionId}
              and erased_date >= clock_timestamp() - ${Math.ceil(oldestMs) + 1000}::bigint * interval '1 millisecond'
          ) then null else given.query end,
          given.as_of, given.version_count, given.object_ids::uuid[], given.timeline_ids::uuid[], given.is_whole
        from unnest(${list(({ id }) => id)}::uuid[], ${list(({ readDate }) => readDate)}::timestamptz[],
          ${list(({ userId }) => userId)}::uuid[], ${list(({ credential }) => credential)}::text[],
          ${list(({ assistant }) => assistant)}::boolean[], ${list(({ address }) => address)}::text[],
          ${list(({ requestId }) => requestId)}::text[], ${list(({ call }) => call)}::text[],
          ${list(({ query }) => query)}::text[], ${list(({ asOf }) => asOf)}::text[],
          ${list(({ count }) => count)}::bigint[], ${list(({ objectIds }) => `{${objectIds.join(',')}}`)}::text[],
          ${list(({ timelineIds }) => `{${timelineIds.join(',')}}`)}::text[], ${list(({ whole }) => whole)}::boolean[])
          as given (id, read_date, user_id, credential, assistant, address, request_id, call, query, as_of, version_count,
            object_ids, timeline_ids, is_whole)
        on conflict do nothing`,
      'read-records-insert',
    );
  });
}

const lockSettings = (transaction: Queryable, partitionId: string, mode: Sql) =>
  transaction.query(
    sql`select from data.read_recording where partition_id = ${partitionId} order by from_date ${mode}`,
  );

export async function writeCount(
  database: Queryable,
  { id, partitionId, count }: CountOfRecord,
): Promise<void> {
  await database.query(
    sql`update data.read_record set version_count = ${count}
      where partition_id = ${partitionId} and read_id = ${id}`,
    'read-record-count',
  );
}

export interface ReadFilter {
  userId?: string | undefined;
  credential?: string | undefined;
  address?: string | undefined;
  timelineId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** Only records before the one with this id. */
  before?: string | undefined;
}

export type FoundRecord = Found<Omit<ReadRecord, 'title'>>;

/**
 * A page of records, newest first.
 * @param within which partitions, of data.read_record as r
 */
export async function listRecords(
  database: Queryable,
  within: Sql,
  { userId, credential, address, timelineId, from, to, before }: ReadFilter,
  pageSize: number,
): Promise<FoundRecord[]> {
  const found = sql`select r.read_id as id, r.partition_id as "partitionId",
      p.partition_name as "partitionName", r.read_date as "readDate", r.user_id as "userId",
      coalesce(nullif(u.name, ''), u.username) as "userName", r.credential, r.assistant,
      r.address, r.request_id as "requestId", r.call, r.query, r.as_of as "asOf", r.version_count as count,
      r.object_ids as "objectIds", r.timeline_ids as "timelineIds", r.is_whole as whole
    from data.read_record r join data.partition p on p.partition_id = r.partition_id
    left join data.data_user u on u.user_id = r.user_id
    where ${within}
      ${before === undefined ? empty : sql`and r.read_id < ${before}`}
      ${userId === undefined ? empty : sql`and r.user_id = ${userId}`}
      ${credential === undefined ? empty : sql`and r.credential = ${credential}`}
      ${address === undefined ? empty : sql`and r.address = ${address}`}
      ${timelineId === undefined ? empty : sql`and (r.timeline_ids @> array[${timelineId}::uuid] or r.is_whole)`}
      ${from === undefined ? empty : sql`and r.read_date >= ${from}`}
      ${to === undefined ? empty : sql`and r.read_date < ${to} and r.read_id <= ${lastIdUntil(to)}`}
    order by r.read_id desc limit ${pageSize + 1}`;
  return database.query<FoundRecord>(measuredPage(found, sql`id desc`, pageSize));
}

/** The titles of timelines of a partition, by their ids. */
export async function findTitles(
  database: Queryable,
  partitionId: string,
  timelineIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const found = await database.query<{ timelineId: string; title: string | null }>(
    sql`select v.timeline_id as "timelineId", ${versionTitle} as title
      from unnest(${[...new Set(timelineIds)]}::uuid[]) as wanted (timeline_id)
      cross join lateral (
        select version.* from data.head
        join data.version on version.partition_id = head.partition_id and version.seq = head.seq
        where head.partition_id = ${partitionId} and head.timeline_id = wanted.timeline_id limit 1
      ) v`,
    'read-records-titles',
  );
  return new Map(found.map(({ timelineId, title }) => [timelineId, title]));
}

/** Queries that found the timeline, or contain one of these words, no longer say what they searched for. */
export async function eraseFromRecords(
  transaction: Queryable,
  partitionId: string,
  timelineId: string,
  words: readonly string[] | 'too many',
): Promise<void> {
  await lockSettings(transaction, partitionId, sql`for update`);
  await transaction.query(
    sql`update data.read_record set query = null
      where partition_id = ${partitionId} and query is not null ${
        words === 'too many'
          ? empty
          : sql`and (timeline_ids @> array[${timelineId}::uuid] or exists (
            select from unnest(${[...words]}::text[]) as erased (word) where strpos(lower(query), word) > 0))`
      }`,
  );
}

const deletedTogether = 10_000;

/** Deletes the records whose term is over. */
export async function sweepRecords(database: Database): Promise<void> {
  const kept = await database.query<{ partitionId: string; until: string }>(
    sql`select distinct on (partition_id) partition_id as "partitionId",
        to_char(clock_timestamp() - kept_days * interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as until
      from data.read_recording order by partition_id, from_date desc`,
    'read-records-kept',
  );
  for (const { partitionId, until } of kept)
    for (let deleted = deletedTogether; deleted === deletedTogether;) {
      const rows = await database.query(
        sql`delete from data.read_record where partition_id = ${partitionId} and read_id = any(array(
            select read_id from data.read_record where partition_id = ${partitionId} and read_id <= ${lastIdUntil(until)}
            order by read_id limit ${deletedTogether})) returning read_id`,
        'read-records-sweep',
      );
      deleted = rows.length;
    }
}
