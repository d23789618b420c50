import sql, { empty, type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '@annals/kit/database/database';
import { hashLength } from '@annals/proofs/merkle-tree';
import { byteaText } from '../log/log-builder.ts';
import type { LogHead } from '../log/log.sql.ts';
import type { Head, PartitionState } from './draft.ts';
import type { EdgeChanges, PartitionRows, StatementRows } from './rows.ts';
import type { Version } from '../versions/version.ts';
import { joinUser, versionColumns } from '../versions/version-columns.sql.ts';

/** The row of a partition as read under its lock, with the head of its log. */
export interface LockedPartition {
  partition: PartitionState;
  log: LogHead;
  /** Some of its existing types and writers; only read if several servers hold the rows of partitions. */
  known?: KnownNames;
}

export interface KnownNames {
  types: Set<string>;
  writers: Set<string>;
}

const lockedColumns = sql`next_seq as "nextSeq",
  (extract(epoch from last_change_date) * 1000000)::bigint as "lastChangeMicros",
  (extract(epoch from clock_timestamp()) * 1000000)::bigint as "nowMicros",
  archived, schema_version as "schemaVersion", change_rules as "changeRules", log.size, log.frontier`;
const headAndLog = sql`data.partition_head head join data.log_head log on log.partition_id = head.partition_id`;

/** The most types, and the most writers, that are read; others are found by the insert. */
const maxKnown = 100;
const knownColumns = (partitionId: Sql): Sql => sql`,
  array(select type from data.object_type t where t.partition_id = ${partitionId} limit ${maxKnown}) as types,
  array(select user_id from data.writer w where w.partition_id = ${partitionId} limit ${maxKnown}) as writers`;

type LockedRow = PartitionState & LogHead & { types?: string[]; writers?: string[] };

const lockedOf = ({
  size,
  frontier,
  types,
  writers,
  ...partition
}: LockedRow): LockedPartition => ({
  partition,
  log: { size, frontier },
  ...(types && writers ? { known: { types: new Set(types), writers: new Set(writers) } } : {}),
});

/**
 * Waits for the lock of the partition, and holds it until the transaction ends. Undefined when there is no such partition.
 * @param isApart several servers hold the rows of partitions
 */
export async function lockForAppend(
  transaction: Queryable,
  partitionId: string,
  isApart = false,
): Promise<LockedPartition | undefined> {
  const [found] = await transaction.query<LockedRow>(
    sql`select ${lockedColumns}${isApart ? knownColumns(sql`${partitionId}`) : empty} from ${headAndLog}
      where head.partition_id = ${partitionId} for update of head, log`,
    isApart ? 'append-apart-lock' : 'append-lock',
  );
  return found && lockedOf(found);
}

/** The same without a lock, for callers that write nothing. */
export async function readWithoutLock(
  database: Queryable,
  partitionId: string,
): Promise<PartitionState | undefined> {
  const [found] = await database.query<LockedRow>(
    sql`select ${lockedColumns} from ${headAndLog} where head.partition_id = ${partitionId}`,
    'append-without-lock',
  );
  return found && lockedOf(found).partition;
}

/**
 * Locks those of the partitions that nobody else has locked.
 * @param isApart several servers hold the rows of partitions
 * @throws a database error (isUnsupportedStatement) for several whose rows are on different servers
 */
export async function lockFreeForAppend(
  transaction: Queryable,
  partitionIds: readonly string[],
  isApart: boolean,
): Promise<Map<string, LockedPartition>> {
  const [first, ...others] = partitionIds;
  const isOne = others.length === 0;
  const which = isOne ? sql`= ${first}` : sql`= any(${partitionIds}::uuid[])`;
  const moreColumns = isApart
    ? knownColumns(isOne ? sql`${first}` : sql`head.partition_id`)
    : empty;
  const found = await transaction.query<LockedRow & { partitionId: string }>(
    sql`select head.partition_id as "partitionId", ${lockedColumns}${moreColumns} from ${headAndLog}
      where head.partition_id ${which} for update of head, log skip locked`,
    `append-${isApart ? 'apart-' : ''}lock-free${isOne ? '' : '-several'}`,
  );
  return new Map(found.map(({ partitionId, ...one }) => [partitionId, lockedOf(one)]));
}

/** @param withData timelines whose data is read too */
export async function findHeads(
  transaction: Queryable,
  partitionId: string,
  timelineIds: string[],
  withData: string[],
): Promise<Head[]> {
  return transaction.query<Head>(
    sql`select h.timeline_id as "timelineId", h.type, h.object_id as "objectId",
        h.modification_count as "modificationCount", h.ended_date as "endedDate", v.refs as references, v.root,
        v.genesis_date as "genesisDate", v.genesis_user_id as "genesisUserId", v.reason,
        case when h.timeline_id = any(${withData}::uuid[]) then v.object_data end as "objectData"
      from data.head h join data.version v on v.partition_id = h.partition_id and v.seq = h.seq
      where h.partition_id = ${partitionId} and h.timeline_id = any(${timelineIds}::uuid[])`,
    'append-heads',
  );
}

export async function findTimelinesByKey(
  transaction: Queryable,
  partitionId: string,
  keys: string[],
): Promise<{ key: string; timelineId: string }[]> {
  return transaction.query<{ key: string; timelineId: string }>(
    sql`select key, timeline_id as "timelineId" from data.timeline_key
      where partition_id = ${partitionId} and key = any(${keys}::text[])`,
    'append-keys',
  );
}

export async function findVersions(
  transaction: Queryable,
  partitionId: string,
  objectIds: string[],
): Promise<Version[]> {
  return transaction.query<Version>(
    sql`select ${versionColumns} from data.version v ${joinUser}
      where v.partition_id = ${partitionId} and v.object_id = any(${objectIds}::uuid[])`,
    'append-versions-present',
  );
}

/** The rows of a statement as a table. */
export const rowsFromJson = (rows: Buffer): Sql =>
  sql`select * from jsonb_to_recordset(${rows}::jsonb) as row_given (
    "partitionId" uuid, seq bigint, "timelineId" uuid, id uuid, "modificationCount" integer, type text,
    "modificationDate" timestamptz, "modificationUserId" uuid, "genesisDate" timestamptz, "genesisUserId" uuid,
    "predecessorId" uuid, "endedDate" timestamptz, "objectData" jsonb, "references" jsonb,
    "importedDate" timestamptz, "importedUserId" uuid, reason text, "changeSetId" uuid, "timelineNumber" bigint, "typeTimelines" bigint,
    "typeVersions" bigint, "userVersions" bigint, bytes integer, newest boolean,
    tsv text, "logIndex" bigint, number integer, "leavesFrom" integer, "leavesLength" integer)`;

/** The parameters of one statement: versions, and what is derived from them. */
export interface Insertion extends Omit<StatementRows, 'partitions'> {
  partitions: InsertedPartition[];
}

export interface InsertedPartition extends PartitionRows {
  /** The new head of the partition's log. */
  log: LogHead;
}

/** Where the rows of an insertion come from. */
interface Source {
  /** The id of the partition. */
  own: Sql;
  given: Sql;
  /** Joins the previous counts: of the partition as `head`, of the type as `known`, of the writer as `writer`. */
  before: Sql;
}

const insertedVersions = ({ own, given, before }: Source, { roots, leaves }: Insertion): Sql =>
  sql`insert into data.version (partition_id, seq, timeline_id, object_id, modification_count, type,
      modification_date, modification_user_id, genesis_date, genesis_user_id, predecessor_id, ended_date,
      object_data, refs, imported_date, imported_user_id, reason, change_set_id, bytes, timeline_number, type_timelines, type_versions,
      user_versions, log_index, root, leaves)
    select ${own}, seq, "timelineId", id, "modificationCount", given.type,
      "modificationDate", "modificationUserId", "genesisDate", "genesisUserId", "predecessorId", "endedDate",
      "objectData", "references", "importedDate", "importedUserId", reason, "changeSetId",
      bytes,
      head.timeline_count + "timelineNumber", coalesce(known.timeline_count, 0) + "typeTimelines",
      coalesce(known.version_count, 0) + "typeVersions", coalesce(writer.version_count, 0) + "userVersions",
      "logIndex",
      substring(${roots}::bytea from 1 + ${hashLength}::integer * number for ${hashLength}),
      substring(${leaves}::bytea from "leavesFrom" for "leavesLength")
    from ${given} ${before}`;

const insertedHeads = ({ own, given }: Omit<Source, 'before'>): Sql =>
  sql`insert into data.head (partition_id, timeline_id, type, seq, object_id, modification_date, modification_count,
      ended_date)
    select ${own}, "timelineId", type, seq, id, "modificationDate", "modificationCount", "endedDate"
    from ${given} where newest`;

const insertedSearchable = ({ own, given }: Omit<Source, 'before'>): Sql =>
  sql`insert into data.head_search (partition_id, timeline_id, type, seq, ended, tsv, bytes, object_data,
      modification_user_id)
    select ${own}, "timelineId", type, seq, "endedDate" is not null, tsv::tsvector, bytes, "objectData",
      "modificationUserId"
    from ${given} where newest`;

/**
 * Writes versions of one or several partitions together with everything derived from them in other tables, except edges
 * and the tiles of the log. One statement, because starting a statement takes as long as inserting four small versions.
 * Each changed row is found by a key, with `lateral` or `on conflict`, however many rows the planner expects.
 */
export function insertion(inserted: Insertion): Sql {
  const partitions: object[] = [];
  const types: object[] = [];
  const writers: object[] = [];
  for (const { types: ofTypes, writers: ofWriters, log, ...own } of inserted.partitions) {
    const { partitionId } = own;
    partitions.push({ ...own, size: log.size, frontier: byteaText(log.frontier) });
    for (const { type, timelines, versions } of ofTypes)
      types.push({ partitionId, type, timelines, versions });
    for (const { userId, versions, lastSeq } of ofWriters)
      writers.push({ partitionId, userId, versions, lastSeq });
  }
  const source = {
    own: sql`given."partitionId"`,
    given: sql`given`,
    before: sql`join partitions head on head."partitionId" = given."partitionId"
      join types known on known."partitionId" = given."partitionId" and known.type = given.type
      join writers writer on writer."partitionId" = given."partitionId" and writer."userId" = "modificationUserId"`,
  };
  return sql`with given as materialized (
        ${rowsFromJson(inserted.rows)}
      ), partitions as materialized (
        select more.*, head.timeline_count
        from jsonb_to_recordset(${JSON.stringify(partitions)}::jsonb) as more ("partitionId" uuid, count bigint, timelines bigint,
            "lastChangeDate" timestamptz, "arrivedDate" timestamptz, size bigint, frontier bytea)
          cross join lateral (
            select timeline_count from data.partition_head where partition_id = more."partitionId" limit 1) head
      ), types as materialized (
        select more.*, known.timeline_count, known.version_count
        from jsonb_to_recordset(${JSON.stringify(types)}::jsonb) as more ("partitionId" uuid, type text collate "C",
            timelines bigint, versions bigint)
          left join lateral (select timeline_count, version_count from data.object_type
            where partition_id = more."partitionId" and type = more.type limit 1) known on true
      ), writers as materialized (
        select more.*, known.version_count
        from jsonb_to_recordset(${JSON.stringify(writers)}::jsonb) as more ("partitionId" uuid, "userId" uuid,
            versions bigint, "lastSeq" bigint)
          left join lateral (select version_count from data.writer
            where partition_id = more."partitionId" and user_id = more."userId" limit 1) known on true
      ), versions as (
        ${insertedVersions(source, inserted)}
      ), heads as (
        ${insertedHeads(source)}
        on conflict (partition_id, timeline_id) do update set seq = excluded.seq, object_id = excluded.object_id,
          modification_date = excluded.modification_date, modification_count = excluded.modification_count,
          ended_date = excluded.ended_date
      ), searchable as (
        ${insertedSearchable(source)}
        on conflict (partition_id, timeline_id) do update set seq = excluded.seq, ended = excluded.ended,
          tsv = excluded.tsv, bytes = excluded.bytes, object_data = excluded.object_data,
          modification_user_id = excluded.modification_user_id
      ), counted_types as (
        insert into data.object_type as counted (partition_id, type, timeline_count, version_count)
        select "partitionId", type, timelines, versions from types
        on conflict (partition_id, type) do update set
          timeline_count = counted.timeline_count + excluded.timeline_count,
          version_count = counted.version_count + excluded.version_count
      ), counted_writers as (
        insert into data.writer as counted (partition_id, user_id, version_count, last_seq)
        select "partitionId", "userId", versions, "lastSeq" from writers
        on conflict (partition_id, user_id) do update set
          version_count = counted.version_count + excluded.version_count, last_seq = excluded.last_seq
      ), logged as (
        insert into data.log_head as log (partition_id, size, frontier, version_count)
        select "partitionId", size, frontier, count from partitions
        on conflict (partition_id) do update set size = excluded.size, frontier = excluded.frontier,
          version_count = log.version_count + excluded.version_count
      )
      insert into data.partition_head as head (partition_id, next_seq, timeline_count, last_change_date, counted,
        changed_second, arrived_second)
      select "partitionId", count, timelines, "lastChangeDate", false, date_trunc('second', "lastChangeDate"),
        date_trunc('second', "arrivedDate")
      from partitions
      on conflict (partition_id) do update set next_seq = head.next_seq + excluded.next_seq,
        timeline_count = head.timeline_count + excluded.timeline_count, last_change_date = excluded.last_change_date,
        counted = false, changed_second = excluded.changed_second, arrived_second = excluded.arrived_second`;
}

/**
 * The same if several servers hold the rows of partitions. The coordinator passes a statement on to one of them only if it
 * inserts from another table of the same partition, or changes several tables; for any other it fetches the rows and sends
 * them to all servers.
 * @param started timelines that these versions start
 * @param changed timelines that existed before
 * @param known types and writers that certainly exist in the partition
 */
export function insertSeparately(
  transaction: Transaction,
  inserted: Insertion,
  {
    started,
    changed,
    known,
  }: { started: readonly string[]; changed: readonly string[]; known: KnownNames },
): void {
  const [partition, ...others] = inserted.partitions;
  if (!partition || others.length > 0) throw new Error('Here each partition has a statement.');
  const { partitionId, types: allTypes, writers: allWriters, log, count } = partition;
  const rows = rowsFromJson(inserted.rows);
  const own = sql`head.partition_id`;
  const before = sql`join data.partition_head head on head.partition_id = ${partitionId}::uuid
      left join data.object_type known on known.partition_id = ${partitionId}::uuid and known.type = given.type
      left join data.writer on writer.partition_id = ${partitionId}::uuid and writer.user_id = "modificationUserId"`;
  transaction.write(
    insertedVersions({ own, given: sql`(${rows}) as given`, before }, inserted),
    'append-apart-versions',
  );
  const fromHead = sql`data.partition_head head where head.partition_id = ${partitionId}::uuid`;
  if (started.length > 0) {
    const given = sql`(select given.* from (${rows}) as given where "timelineId" = any(${started}::uuid[])) as given
      join data.partition_head head on head.partition_id = ${partitionId}::uuid`;
    transaction.write(insertedHeads({ own, given }), 'append-apart-heads');
    transaction.write(insertedSearchable({ own, given }), 'append-apart-search');
  }
  const types = JSON.stringify(allTypes.filter(({ type }) => !known.types.has(type)));
  if (types !== '[]')
    transaction.write(
      sql`insert into data.object_type as counted (partition_id, type, timeline_count, version_count)
        select head.partition_id, fresh.type, fresh.timelines, fresh.versions
        from jsonb_to_recordset(${types}::jsonb) as fresh (type text, timelines bigint, versions bigint), ${fromHead}
        on conflict (partition_id, type) do update set timeline_count = counted.timeline_count + excluded.timeline_count,
          version_count = counted.version_count + excluded.version_count`,
      'append-apart-types',
    );
  const writers = JSON.stringify(allWriters.filter(({ userId }) => !known.writers.has(userId)));
  if (writers !== '[]')
    transaction.write(
      sql`insert into data.writer as counted (partition_id, user_id, version_count, last_seq)
        select head.partition_id, fresh."userId", fresh.versions, fresh."lastSeq"
        from jsonb_to_recordset(${writers}::jsonb) as fresh ("userId" uuid, versions bigint, "lastSeq" bigint), ${fromHead}
        on conflict (partition_id, user_id) do update set version_count = counted.version_count + excluded.version_count,
          last_seq = excluded.last_seq`,
      'append-apart-writers',
    );
  const knownTypes = JSON.stringify(allTypes.filter(({ type }) => known.types.has(type)));
  const knownWriters = JSON.stringify(allWriters.filter(({ userId }) => known.writers.has(userId)));
  const changedHeads = sql`given as materialized (
        select given.* from (${rows}) as given where newest and "timelineId" = any(${changed}::uuid[])
      ), heads as (
        update data.head set seq = given.seq, object_id = given.id, modification_date = given."modificationDate",
          modification_count = given."modificationCount", ended_date = given."endedDate"
        from given where head.partition_id = ${partitionId}::uuid and head.timeline_id = given."timelineId"
      ), searchable as (
        update data.head_search found set seq = given.seq, ended = given."endedDate" is not null, tsv = given.tsv::tsvector,
          bytes = given.bytes, object_data = given."objectData", modification_user_id = given."modificationUserId"
        from given where found.partition_id = ${partitionId}::uuid and found.timeline_id = given."timelineId"
      ),`;
  const hasChanged = changed.length > 0;
  transaction.write(
    sql`with ${hasChanged ? changedHeads : empty} types as (
        update data.object_type counted set timeline_count = counted.timeline_count + more.timelines,
          version_count = counted.version_count + more.versions
        from jsonb_to_recordset(${knownTypes}::jsonb) as more (type text, timelines bigint, versions bigint)
        where counted.partition_id = ${partitionId}::uuid and counted.type = more.type
      ), writers as (
        update data.writer counted set version_count = counted.version_count + more.versions, last_seq = more."lastSeq"
        from jsonb_to_recordset(${knownWriters}::jsonb) as more ("userId" uuid, versions bigint, "lastSeq" bigint)
        where counted.partition_id = ${partitionId}::uuid and counted.user_id = more."userId"
      ), logged as (
        update data.log_head set size = ${log.size}, frontier = ${log.frontier}, version_count = version_count + ${count}
        where partition_id = ${partitionId}::uuid
      )
      update data.partition_head set next_seq = next_seq + ${count}, last_change_date = ${partition.lastChangeDate},
        timeline_count = timeline_count + ${partition.timelines}, counted = false,
        changed_second = date_trunc('second', ${partition.lastChangeDate}::timestamptz),
        arrived_second = date_trunc('second', ${partition.arrivedDate}::timestamptz)
      where partition_id = ${partitionId}::uuid`,
    hasChanged ? 'append-apart-changes' : 'append-apart-counts',
  );
}

export function changeEdges(
  transaction: Transaction,
  partitionId: string,
  { closed, opened }: EdgeChanges,
): void {
  if (closed.length > 0)
    transaction.write(
      sql`update data.edge set to_seq = gone."toSeq"
        from jsonb_to_recordset(${JSON.stringify(closed)}::jsonb) as gone (
          name text, target uuid, source uuid, "toSeq" bigint)
        where edge.partition_id = ${partitionId} and edge.target_timeline = gone.target and edge.name = gone.name
          and edge.source_timeline = gone.source and edge.to_seq is null`,
      'append-edges-close',
    );
  if (opened.length > 0)
    transaction.write(
      sql`insert into data.edge (partition_id, target_timeline, name, source_timeline, from_seq, to_seq)
        select ${partitionId}, target, name, source, "fromSeq", "toSeq"
        from jsonb_to_recordset(${JSON.stringify(opened)}::jsonb) as fresh (
          name text, target uuid, source uuid, "fromSeq" bigint, "toSeq" bigint)`,
      'append-edges-open',
    );
}

export function insertKeys(
  transaction: Transaction,
  partitionId: string,
  keys: ReadonlyMap<string, string>,
): void {
  transaction.write(
    sql`insert into data.timeline_key (partition_id, key, timeline_id)
      select ${partitionId}, * from unnest(${[...keys.keys()]}::text[], ${[...keys.values()]}::uuid[])`,
    'append-keys-insert',
  );
}
