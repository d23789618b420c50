import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '@annals/kit/database/database';
import { hashLength } from '@annals/proofs/merkle-tree';
import type { LogHead } from '../log/log.sql.ts';
import type { Head, PartitionState } from './draft.ts';
import type { EdgeChanges, StatementRows } from './rows.ts';
import type { Version } from '../versions/version.ts';
import { joinUser, versionColumns } from '../versions/version-columns.sql.ts';

/** What is read with the lock of a partition. */
export interface LockedPartition {
  partition: PartitionState;
  log: LogHead;
}

const lockedColumns = sql`next_seq as "nextSeq",
  (extract(epoch from last_change_date) * 1000000)::bigint as "lastChangeMicros",
  (extract(epoch from clock_timestamp()) * 1000000)::bigint as "nowMicros",
  archived, schema_version as "schemaVersion", change_rules as "changeRules", log.size, log.frontier`;
const headAndLog = sql`data.partition_head head join data.log_head log on log.partition_id = head.partition_id`;

type LockedRow = PartitionState & LogHead;

const lockedOf = ({ size, frontier, ...partition }: LockedRow): LockedPartition => ({
  partition,
  log: { size, frontier },
});

/** Waits for the lock of the partition, and holds it until the transaction ends. Undefined when there is no such partition. */
export async function lockForAppend(
  transaction: Queryable,
  partitionId: string,
): Promise<LockedPartition | undefined> {
  const [found] = await transaction.query<LockedRow>(
    sql`select ${lockedColumns} from ${headAndLog} where head.partition_id = ${partitionId} for update of head, log`,
    'append-lock',
  );
  return found && lockedOf(found);
}

/** The same without a lock, for who writes nothing. */
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
 * Locks those of the partitions that are not locked.
 * @throws a database error with the code 0A000 for several on Citus, where their rows may be on different servers
 */
export async function lockFreeForAppend(
  transaction: Queryable,
  partitionIds: readonly string[],
): Promise<Map<string, LockedPartition>> {
  const [first, ...others] = partitionIds;
  const isOne = others.length === 0;
  const which = isOne ? sql`= ${first}` : sql`= any(${partitionIds}::uuid[])`;
  const found = await transaction.query<LockedRow & { partitionId: string }>(
    sql`select head.partition_id as "partitionId", ${lockedColumns} from ${headAndLog}
      where head.partition_id ${which} for update of head, log skip locked`,
    isOne ? 'append-lock-free' : 'append-lock-free-several',
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
export const givenRows = (rows: Buffer): Sql =>
  sql`select * from jsonb_to_recordset(${rows}::jsonb) as row_given (
    seq bigint, "timelineId" uuid, id uuid, "modificationCount" integer, type text,
    "modificationDate" timestamptz, "modificationUserId" uuid, "genesisDate" timestamptz, "genesisUserId" uuid,
    "predecessorId" uuid, "endedDate" timestamptz, "objectData" jsonb, "references" jsonb,
    "importedDate" timestamptz, "importedUserId" uuid, reason text, "changeSetId" uuid, "timelineNumber" bigint, "typeTimelines" bigint,
    "typeVersions" bigint, "userVersions" bigint, bytes integer, newest boolean,
    tsv text, "leavesFrom" integer, "leavesLength" integer)`;

export const insertionName = 'append-insert';

/** Writes versions and all that follows from them in other tables, except edges and the tiles of the log. */
export const insertion = (
  partitionId: string,
  {
    rows,
    roots,
    leaves,
    first,
    count,
    timelines,
    lastChangeDate,
    arrivedDate,
    log,
  }: StatementRows & {
    lastChangeDate: string;
    /** When the newest of them came here. */
    arrivedDate: string;
    /** The new head of the partition's log. */
    log: LogHead;
  },
): Sql =>
  sql`with given as materialized (
        ${givenRows(rows)}
      ), versions as (
        insert into data.version (partition_id, seq, timeline_id, object_id, modification_count, type,
          modification_date, modification_user_id, genesis_date, genesis_user_id, predecessor_id, ended_date,
          object_data, refs, imported_date, imported_user_id, reason, change_set_id, bytes, timeline_number, type_timelines, type_versions,
          user_versions, log_index, root, leaves)
        select ${partitionId}::uuid, seq, "timelineId", id, "modificationCount", given.type,
          "modificationDate", "modificationUserId", "genesisDate", "genesisUserId", "predecessorId", "endedDate",
          "objectData", "references", "importedDate", "importedUserId", reason, "changeSetId",
          bytes,
          head.timeline_count + "timelineNumber", coalesce(known.timeline_count, 0) + "typeTimelines",
          coalesce(known.version_count, 0) + "typeVersions", coalesce(writer.version_count, 0) + "userVersions",
          ${first.logIndex}::bigint + seq - ${first.seq}::bigint,
          substring(${roots}::bytea from 1 + ${hashLength}::integer * (seq - ${first.seq}::bigint)::integer for ${hashLength}),
          substring(${leaves}::bytea from "leavesFrom" for "leavesLength")
        from given join data.partition_head head on head.partition_id = ${partitionId}::uuid
          left join data.object_type known on known.partition_id = ${partitionId}::uuid and known.type = given.type
          left join data.writer on writer.partition_id = ${partitionId}::uuid and writer.user_id = "modificationUserId"
      ), heads as (
        insert into data.head (partition_id, timeline_id, type, seq, object_id, modification_date, modification_count,
          ended_date)
        select ${partitionId}::uuid, "timelineId", type, seq, id, "modificationDate", "modificationCount", "endedDate"
        from given where newest
        on conflict (partition_id, timeline_id) do update set seq = excluded.seq, object_id = excluded.object_id,
          modification_date = excluded.modification_date, modification_count = excluded.modification_count,
          ended_date = excluded.ended_date
      ), searchable as (
        insert into data.head_search (partition_id, timeline_id, type, seq, ended, tsv, bytes, object_data,
          modification_user_id)
        select ${partitionId}::uuid, "timelineId", type, seq, "endedDate" is not null, tsv::tsvector, bytes, "objectData",
          "modificationUserId"
        from given where newest
        on conflict (partition_id, timeline_id) do update set seq = excluded.seq, ended = excluded.ended,
          tsv = excluded.tsv, bytes = excluded.bytes, object_data = excluded.object_data,
          modification_user_id = excluded.modification_user_id
      ), types as (
        insert into data.object_type as counted (partition_id, type, timeline_count, version_count)
        select ${partitionId}::uuid, type, count(*) filter (where "modificationCount" = 1), count(*)
        from given group by type
        on conflict (partition_id, type) do update set
          timeline_count = counted.timeline_count + excluded.timeline_count,
          version_count = counted.version_count + excluded.version_count
      ), writers as (
        insert into data.writer as known (partition_id, user_id, version_count, last_seq)
        select ${partitionId}::uuid, "modificationUserId", count(*), max(seq) from given group by "modificationUserId"
        on conflict (partition_id, user_id) do update set
          version_count = known.version_count + excluded.version_count, last_seq = excluded.last_seq
      ), logged as (
        update data.log_head set size = ${log.size}, frontier = ${log.frontier},
          version_count = version_count + ${count}
        where partition_id = ${partitionId}::uuid
      )
      update data.partition_head set next_seq = next_seq + ${count}, last_change_date = ${lastChangeDate},
        timeline_count = timeline_count + ${timelines}, counted = false,
        changed_second = date_trunc('second', ${lastChangeDate}::timestamptz),
        arrived_second = date_trunc('second', ${arrivedDate}::timestamptz)
      where partition_id = ${partitionId}::uuid`;

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
