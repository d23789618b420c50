import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { withCustomPlan } from '@annals/kit/database/queryable';
import { withinPage } from '@annals/kit/lists/page-bytes';
import {
  textColumnsWith,
  versionJsonFor,
  wholeTexts,
  type JsonIn,
  type PartialText,
} from '../versions/version-texts.sql.ts';
import { arrival, sequenceArrivedBy } from '../versions/as-of.sql.ts';
import { joinUser } from '../versions/version-columns.sql.ts';
import { openTo, type Scope } from './scope.sql.ts';

/** The most partitions of one response, most recently changed first. */
const maxPartitions = 10;
/** The most operations of each of them, newest first. */
const maxOperations = 5;
/** The most versions of each of them that are read. */
const maxVersionsRead = 2000;
/**
 * This many versions by one user, each at most ten seconds after the previous one, are one operation: nobody types that
 * fast.
 */
const minVersionsOfBatch = 5;
const maxVersions = maxPartitions * maxOperations;
/** The limit for shown versions once one of them is large. */
const maxBytes = 1024 * 1024;

/** The versions of one import, several that one user wrote in a row, or a single version. */
export interface Operation {
  partitionId: string;
  imported: boolean;
  userId: string;
  userName: string | null;
  date: string;
  versionCount: number;
  objectCount: number;
  firstSequence: number;
  lastSequence: number;
  objectId: string;
}

export interface ChangedPartition {
  id: string;
  partitionName: string;
  /** The first of the versions by others that were read. */
  firstSequence: number;
  versionCount: number;
  /** There are older changes that were not read. */
  hasMore: boolean;
  operations: Operation[];
}

/**
 * The changes by others than this user in the partitions that the caller may open.
 * @returns one partition more than a response contains, if there are more
 */
export async function listChangedSince(
  database: Queryable,
  scope: Scope,
  since: string,
): Promise<{ partitions: ChangedPartition[]; hasMore: boolean }> {
  // The limit is a literal, so that the planner considers it: it scans the index until there are enough.
  const changed = await database.query<Changed>(
    withCustomPlan(sql`select h.partition_id as "partitionId", newest.seq as newest, newest.arrived from data.partition_head h
      cross join lateral (
        select v.seq, ${arrival(sql`v`)} as arrived from data.version v
        where v.partition_id = h.partition_id and v.seq = h.next_seq - 1 limit 1
      ) newest
      where h.arrived_second >= date_trunc('second', ${since}::timestamptz) and newest.arrived > ${since}::timestamptz
        and ${openTo(scope, sql`h.partition_id`)}
      order by h.arrived_second desc, newest.arrived desc, h.partition_id limit ${raw(String(maxPartitions + 1))}`),
  );
  const found: ChangedPartition[] = [];
  // One after the other, so that a request does not use all connections.
  for (const partition of changed) {
    const changes = await changesOf(database, scope.userId, since, partition);
    if (changes) found.push(changes);
  }
  return { partitions: found.slice(0, maxPartitions), hasMore: found.length > maxPartitions };
}

/** A partition with its newest version. */
interface Changed {
  partitionId: string;
  newest: number;
  arrived: string;
}

/** Undefined if nobody else has changed anything. */
async function changesOf(
  database: Queryable,
  userId: string,
  since: string,
  { partitionId, newest }: Changed,
): Promise<ChangedPartition | undefined> {
  const rows = await database.query<
    Operation & {
      partitionName: string;
      total: number;
      first: number;
      walked: number;
      place: number;
    }
  >(
    sql`with walked as (
        select version.*,
          count(*) over () as walked,
          lag(version.user_id) over before is distinct from version.user_id
            or lag(version.imported) over before is distinct from version.imported
            or (not version.imported and version.arrived - lag(version.arrived) over before > interval '10 seconds')
            as begins
        from (
          select v.seq, v.timeline_id, v.object_id, v.imported_date is not null as imported,
            coalesce(v.imported_user_id, v.modification_user_id) as user_id, ${arrival(sql`v`)} as arrived
          from data.version v where v.partition_id = ${partitionId}
            and v.seq > ${sequenceArrivedBy(partitionId, since, sql`${newest}::bigint`)}
          order by v.seq desc limit ${maxVersionsRead + 1}
        ) version
        window before as (order by version.seq)
      ), run as (
        select walked.*, sum(begins::integer) over (order by seq) as run from walked
      ), sized as (
        select run.*, count(*) over (partition by run) as size from run
      ), operation as (
        select imported, user_id, walked, count(*) as versions,
          count(distinct timeline_id) as objects, min(seq) as first_seq, max(seq) as last_seq, max(arrived) as arrived,
          (array_agg(object_id order by seq desc))[1] as object_id
        from sized where user_id <> ${userId}
        group by imported, user_id, walked, case when imported or size >= ${minVersionsOfBatch} then run else -seq end
      ), placed as (
        select operation.*, row_number() over (order by last_seq desc) as place,
          sum(versions) over () as total, min(first_seq) over () as first
        from operation
      )
      select p.partition_id as "partitionId", p.partition_name as "partitionName",
        placed.imported or exists (
          select from data.job j
          where j.partition_id = ${partitionId} and j.kind in ('IMPORT', 'COPY')
            and j.created_user_id = placed.user_id and placed.arrived >= j.created_date
            and placed.arrived <= case j.state when 'RUNNING' then 'infinity' else j.changed_date end
        ) as imported,
        placed.user_id as "userId", coalesce(nullif(u.name, ''), u.username) as "userName", placed.arrived as date,
        placed.versions as "versionCount", placed.objects as "objectCount", placed.first_seq as "firstSequence",
        placed.last_seq as "lastSequence", placed.object_id as "objectId", placed.total::bigint as total,
        placed.first, placed.walked, placed.place
      from placed join data.partition p on p.partition_id = ${partitionId}
      left join data.data_user u on u.user_id = placed.user_id
      where placed.place <= ${maxOperations}
      order by placed.place`,
    'changes-since-operations',
  );
  const [newestRow] = rows;
  if (!newestRow) return undefined;
  const { partitionName, total, first, walked } = newestRow;
  return {
    id: partitionId,
    partitionName,
    firstSequence: first,
    versionCount: total,
    hasMore: walked > maxVersionsRead,
    operations: rows.map(
      ({
        partitionName: _name,
        total: _total,
        first: _first,
        walked: _walked,
        place: _place,
        ...operation
      }) => operation,
    ),
  };
}

/** The JSON of the versions of single-version operations, as far as they fit into a page; by partition and number. */
export async function textsOfOperations(
  database: Queryable,
  operations: readonly Operation[],
): Promise<Map<string, string>> {
  const jsonIn: JsonIn = (partitionId) =>
    versionJsonFor({ withPredecessor: true, pageSize: maxVersions, partitionId });
  const texts = new Map<string, string>();
  let room = maxBytes;
  // One after the other, as above.
  for (const partitionId of new Set(operations.map((operation) => operation.partitionId))) {
    const own = operations.filter((operation) => operation.partitionId === partitionId);
    const versions = sql`select version.*, picked.position
      from unnest(${own.map(({ lastSequence }) => lastSequence)}::bigint[]) with ordinality as picked (seq, position)
      join data.version on version.partition_id = ${partitionId} and version.seq = picked.seq`;
    const rows = await database.query<PartialText>(
      sql`select ${textColumnsWith(jsonIn(partitionId))}
        from (${withinPage(versions, sql`position`, maxVersions, { bytes: room, atLeast: texts.size === 0 ? 1 : 0 })}) v ${joinUser} order by v.place`,
      'changes-since-versions',
    );
    for (const row of await wholeTexts(database, rows, jsonIn)) {
      texts.set(keyOf(row.partitionId, row.seq), row.json);
      room -= row.bytes;
    }
    if (room <= 0 || rows.length < own.length) break;
  }
  return texts;
}

export const keyOf = (partitionId: string, seq: number) => `${partitionId} ${seq}`;
