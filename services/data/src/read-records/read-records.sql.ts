import sql, { empty, type Sql } from 'sql-template-tag';
import type { ReadRecording, ReadScope } from '@annals/contracts/read-records';
import { defaultKeptDays, settingDelayMs } from '@annals/contracts/read-records';
import type { Database, Queryable } from '@annals/kit/database/database';
import { lastIdUntil } from '../versions/timestamps.ts';
import { versionTitle } from '../versions/version-title.sql.ts';
import { digestsOf } from './batch-digests.ts';
import {
  columnsOf,
  eraseQueries,
  withCount,
  withoutQueries,
  type StoredBatch,
} from './read-batch.ts';
import { enqueueReads } from './reads-log.sql.ts';

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

/** @returns from when every server applies it */
export async function writeReadRecording(
  transaction: Queryable,
  partitionId: string,
  { scope, durable, keptDays }: Pick<ReadRecording, 'scope' | 'durable' | 'keptDays'>,
  userId: string,
): Promise<string> {
  const delay = scope === 'NOTHING' ? 0 : settingDelayMs;
  const [written] = await transaction.query<{ fromDate: string }>(
    sql`insert into data.read_recording (partition_id, from_date, scope, durable, kept_days, changed_date, changed_user_id)
      select ${partitionId}, greatest(now.moment + ${delay}::integer * interval '1 millisecond',
          (select max(from_date) + interval '1 microsecond' from data.read_recording where partition_id = ${partitionId})),
        ${scope}, ${durable}, ${keptDays}, now.moment, ${userId}
      from (select clock_timestamp() as moment) now returning from_date as "fromDate"`,
    'read-recording-write',
  );
  return written?.fromDate ?? '';
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

export interface LocatedVersion {
  partitionId: string;
  objectId: string;
  timelineId: string;
}

/** Reads of previews show versions that do not exist. On a cluster, all have to be of one partition. */
export async function findTimelines(
  database: Queryable,
  versions: readonly Omit<LocatedVersion, 'timelineId'>[],
): Promise<LocatedVersion[]> {
  const [first] = versions;
  if (!first) return [];
  const objectIds = versions.map(({ objectId }) => objectId);
  const partitionIds = versions.map(({ partitionId }) => partitionId);
  if (new Set(partitionIds).size === 1)
    return database.query(
      sql`select partition_id as "partitionId", object_id as "objectId", timeline_id as "timelineId" from data.version
        where partition_id = ${first.partitionId} and object_id = any(${objectIds}::uuid[])`,
      'read-records-timelines',
    );
  return database.query(
    sql`select wanted.partition_id as "partitionId", wanted.object_id as "objectId", v.timeline_id as "timelineId"
      from unnest(${partitionIds}::uuid[], ${objectIds}::uuid[]) as wanted (partition_id, object_id)
      cross join lateral (
        select timeline_id from data.version
        where partition_id = wanted.partition_id and object_id = wanted.object_id limit 1
      ) v`,
    'read-records-timelines-several',
  );
}

export interface NewBatch {
  partitionId: string;
  batchId: string;
  content: StoredBatch;
}

/**
 * Writes batches, all or none; on a cluster one at a time. If values of its partition were erased since the first read of
 * a batch, its queries, which may contain them, are left out.
 */
export async function insertBatches(
  database: Database,
  batches: readonly NewBatch[],
): Promise<void> {
  const [first, ...others] = batches;
  if (!first) return;
  // An erasure of queries leaves their digests.
  const entries = batches.map(({ partitionId, batchId, content }) => ({
    partitionId,
    batchId,
    ...digestsOf(content),
  }));
  await database.transaction(async (transaction) => {
    const partitionIds = [...new Set(batches.map(({ partitionId }) => partitionId))];
    // An erasure in progress ends before the next statement begins.
    if (others.length === 0) await lockSettings(transaction, first.partitionId, forShare);
    else await shareSettings(transaction, partitionIds);
    const written = new Set(
      others.length === 0
        ? await insertUnlessErased(transaction, first)
        : await insertThoseUnlessErased(transaction, batches),
    );
    for (const { batchId, partitionId, content } of batches)
      if (!written.has(batchId))
        await insert(
          transaction,
          { partitionId, batchId, content: withoutQueries(content) },
          empty,
          'read-batch-insert-erased',
        );
    await enqueueReads(transaction, entries);
  });
}

/** By the clock of the database, which may differ from that of this server. */
const ageMs = ({ content }: NewBatch): number => Math.ceil(Date.now() - content.firstMs) + 1000;

const notErasedSince = (partitionId: Sql, age: Sql): Sql =>
  sql`where not exists (select from data.erasure where erasure.partition_id = ${partitionId}
    and erased_date >= clock_timestamp() - ${age} * interval '1 millisecond')`;

const insertUnlessErased = (transaction: Queryable, batch: NewBatch): Promise<string[]> =>
  insert(
    transaction,
    batch,
    notErasedSince(sql`${batch.partitionId}::uuid`, sql`${ageMs(batch)}::bigint`),
    'read-batch-insert',
  );

const columns = sql`partition_id, batch_id, first_date, last_date, user_ids, timeline_ids, has_whole, records`;

/** @returns the ids of the batches that were written */
async function insert(
  transaction: Queryable,
  { partitionId, batchId, content }: NewBatch,
  condition: Sql,
  name: string,
): Promise<string[]> {
  const { firstDate, lastDate, userIds, timelineIds, hasWhole } = columnsOf(content);
  const inserted = await transaction.query<{ id: string }>(
    sql`insert into data.read_batch (${columns})
      select ${partitionId}::uuid, ${batchId}::uuid, ${firstDate}::timestamptz, ${lastDate}::timestamptz,
        ${userIds}::uuid[], ${timelineIds}::uuid[],
        ${hasWhole}::boolean, ${JSON.stringify(content)}::text
      ${condition} returning batch_id as id`,
    name,
  );
  return inserted.map(({ id }) => id);
}

/** Several in one statement. */
async function insertThoseUnlessErased(
  transaction: Queryable,
  batches: readonly NewBatch[],
): Promise<string[]> {
  const rows = batches.map((batch) => ({ ...batch, ...columnsOf(batch.content) }));
  const inserted = await transaction.query<{ id: string }>(
    sql`insert into data.read_batch (${columns})
      select given.partition_id, batch_id, first_date, last_date, string_to_array(user_ids, ',')::uuid[],
        string_to_array(timeline_ids, ',')::uuid[], has_whole, records
      from unnest(${rows.map(({ partitionId }) => partitionId)}::uuid[], ${rows.map(({ batchId }) => batchId)}::uuid[],
          ${rows.map(({ firstDate }) => firstDate)}::timestamptz[], ${rows.map(({ lastDate }) => lastDate)}::timestamptz[],
          ${rows.map(({ userIds }) => userIds.join(','))}::text[],
          ${rows.map(({ timelineIds }) => timelineIds.join(','))}::text[],
          ${rows.map(({ hasWhole }) => hasWhole)}::boolean[],
          ${rows.map(({ content }) => JSON.stringify(content))}::text[], ${batches.map(ageMs)}::bigint[])
        as given (${columns}, age)
      ${notErasedSince(sql`given.partition_id`, sql`given.age`)} returning batch_id as id`,
    'read-batch-insert-several',
  );
  return inserted.map(({ id }) => id);
}

const forShare = sql`for share`;
const lockSettings = (transaction: Queryable, partitionId: string, mode: Sql) =>
  transaction.query(
    sql`select from data.read_recording where partition_id = ${partitionId} order by from_date ${mode}`,
    mode === forShare ? 'read-recording-share' : 'read-recording-lock',
  );

/** In the order of their ids, so that two servers never wait for each other. */
const shareSettings = (transaction: Queryable, partitionIds: readonly string[]) =>
  transaction.query(
    sql`select from data.read_recording where partition_id = any(${[...partitionIds]}::uuid[])
      order by partition_id, from_date for share`,
    'read-recording-share-several',
  );

/** Writes how many rows a stream had, which the log of reads gets as another entry. */
export async function writeCount(
  database: Database,
  partitionId: string,
  { batchId, place }: { batchId: string; place: number },
  count: number,
): Promise<void> {
  await changeBatches(
    database,
    sql`partition_id = ${partitionId} and batch_id = ${batchId}`,
    (batch) => withCount(batch, place, count),
    'log again',
  );
}

async function changeBatches(
  database: Database | Queryable,
  condition: Sql,
  change: (batch: StoredBatch) => StoredBatch,
  log: 'log again' | 'as logged' = 'as logged',
): Promise<void> {
  const inTransaction = async (transaction: Queryable) => {
    const ids = await transaction.query<{ partitionId: string; id: string }>(
      sql`select partition_id as "partitionId", batch_id as id from data.read_batch where ${condition} order by batch_id for update`,
    );
    // One by one, because each may be large.
    for (const { partitionId, id } of ids) {
      const [row] = await transaction.query<{ records: string }>(
        sql`select records from data.read_batch where partition_id = ${partitionId} and batch_id = ${id}`,
        'read-batch-get',
      );
      if (!row) continue;
      const batch = change(JSON.parse(row.records) as StoredBatch);
      const changed = JSON.stringify(batch);
      if (changed === row.records) continue;
      await transaction.query(
        sql`update data.read_batch set records = ${changed}, log_index = ${log === 'as logged' ? sql`log_index` : sql`null`}
          where partition_id = ${partitionId} and batch_id = ${id}`,
        log === 'as logged' ? 'read-batch-change' : 'read-batch-count',
      );
      if (log === 'log again')
        await enqueueReads(transaction, [{ partitionId, batchId: id, ...digestsOf(batch) }]);
    }
  };
  await ('transaction' in database ? database.transaction(inTransaction) : inTransaction(database));
}

export interface ReadFilter {
  userId?: string | undefined;
  credential?: string | undefined;
  address?: string | undefined;
  timelineId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface BatchRow {
  partitionId: string;
  partitionName: string;
  id: string;
  records: string;
}

const dayMs = 86_400_000;

/**
 * The next batches that may have records, newest first.
 * @param within which partitions, of data.read_batch as r
 * @param upTo the id of the newest one
 */
export async function listBatches(
  database: Queryable,
  within: Sql,
  { userId, timelineId, from, to }: ReadFilter,
  upTo: { id: string; isIncluded: boolean } | undefined,
  limit: number,
): Promise<BatchRow[]> {
  return database.query<BatchRow>(
    sql`select r.partition_id as "partitionId", p.partition_name as "partitionName", r.batch_id as id, r.records
      from data.read_batch r join data.partition p on p.partition_id = r.partition_id
      where ${within}
        ${upTo === undefined ? empty : upTo.isIncluded ? sql`and r.batch_id <= ${upTo.id}` : sql`and r.batch_id < ${upTo.id}`}
        ${userId === undefined ? empty : sql`and r.user_ids @> array[${userId}::uuid]`}
        ${timelineId === undefined ? empty : sql`and (r.timeline_ids @> array[${timelineId}::uuid] or r.has_whole)`}
        ${
          from === undefined
            ? empty
            : sql`and r.last_date >= ${from}::timestamptz - interval '1 millisecond' and r.batch_id > ${lastIdUntil(earlier(from))}`
        }
        ${to === undefined ? empty : sql`and r.first_date < ${to} and r.batch_id <= ${lastIdUntil(later(to))}`}
      order by r.batch_id desc, r.partition_id limit ${limit}`,
  );
}

/** No batch is written later than a day after its first read. */
const later = (moment: string): string => new Date(Date.parse(moment) + dayMs).toISOString();
const earlier = (moment: string): string => new Date(Date.parse(moment) - 1).toISOString();

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
  // Folding letters other than ASCII takes the database longer than reading the batch.
  const mayContain =
    words === 'too many'
      ? sql`true`
      : sql`(timeline_ids @> array[${timelineId}::uuid] or octet_length(records) <> length(records) or exists (
          select from unnest(${[...words]}::text[]) as erased (word) where strpos(lower(records), word) > 0))`;
  await changeBatches(transaction, sql`partition_id = ${partitionId} and ${mayContain}`, (batch) =>
    eraseQueries(batch, timelineId, words),
  );
}

const deletedTogether = 1000;

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
        sql`delete from data.read_batch where partition_id = ${partitionId} and batch_id = any(array(
            select batch_id from data.read_batch where partition_id = ${partitionId} and batch_id <= ${lastIdUntil(until)}
            order by batch_id limit ${deletedTogether})) returning batch_id`,
        'read-records-sweep',
      );
      deleted = rows.length;
    }
}
