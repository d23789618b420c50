import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { withinPage, type Found } from '@annals/kit/lists/page-bytes';
import { joinUser, sequenceAt } from '../versions/version-columns.sql.ts';
import type { BlameVersion, Change } from './blame.ts';

const changeColumns = sql`v.object_id as "objectId", v.modification_count as "modificationCount",
  v.modification_date as "modificationDate", v.modification_user_id as "modificationUserId",
  coalesce(nullif(u.name, ''), u.username) as "modificationUserName"`;

/** modificationCount of the newest version of a timeline, or the newest by then; undefined when there is none. */
export async function findNewestCount(
  database: Queryable,
  partitionId: string,
  timelineId: string,
  asOf: string | undefined,
): Promise<number | undefined> {
  const [newest] = await database.query<{ count: number }>(
    asOf === undefined
      ? sql`select modification_count as count from data.head
          where partition_id = ${partitionId} and timeline_id = ${timelineId}`
      : sql`select modification_count as count from data.version
          where partition_id = ${partitionId} and timeline_id = ${timelineId}
            and seq <= ${sequenceAt(partitionId, asOf)}
          order by seq desc limit 1`,
    asOf === undefined ? 'newest-count' : 'newest-count-as-of',
  );
  return newest?.count;
}

/** Two versions at least, so that one can be compared with the one before it. */
const stretchOf = (partitionId: string, timelineId: string, from: number, most: number): Sql =>
  withinPage(
    sql`select * from data.version
      where partition_id = ${partitionId} and timeline_id = ${timelineId} and modification_count <= ${from}
      order by modification_count desc limit ${most + 1}`,
    sql`modification_count desc`,
    most,
    2,
  );

/** Versions of a timeline from one on to older ones, as many as a page holds. */
export async function listOlder(
  database: Queryable,
  partitionId: string,
  timelineId: string,
  { from, most }: { from: number; most: number },
): Promise<Found<BlameVersion & { bytes: number }>[]> {
  return database.query<Found<BlameVersion & { bytes: number }>>(
    sql`select ${changeColumns}, v.object_data as "objectData", v.bytes, v.found
      from (${stretchOf(partitionId, timelineId, from, most)}) v ${joinUser}
      order by v.modification_count desc`,
    'history-older',
  );
}

/** A version that brought a value. */
export type BroughtValue = Change & {
  value: unknown;
  present: boolean;
  /** Of the value as text. */
  valueBytes: number;
};

export interface ValuesSeen {
  /** The newest first. */
  brought: BroughtValue[];
  /** The oldest version that was looked at; whether it brought its value is known for the first one only. */
  seenTo: number;
  seen: number;
  seenBytes: number;
}

/**
 * Of a stretch of versions those that brought another value of a field than the version before them had: only the values
 * of these leave the database.
 */
export async function seeValues(
  database: Queryable,
  partitionId: string,
  timelineId: string,
  { path, from, most }: { path: string[]; from: number; most: number },
): Promise<ValuesSeen> {
  type Row = BroughtValue & { brings: boolean; seen: number; seenBytes: number; seenTo: number };
  const rows = await database.query<Row>(
    sql`with stretch as materialized (
        select modification_count, object_id, modification_date, modification_user_id, bytes,
          object_data #> ${path}::text[] as value
        from (${stretchOf(partitionId, timelineId, from, most)}) version
      ), compared as (
        select stretch.*, modification_count = 1 or (
            lead(modification_count) over older is not null
            and value is distinct from lead(value) over older
          ) as brings
        from stretch window older as (order by modification_count desc)
      ), extent as (
        select count(*) as seen, sum(bytes)::bigint as seen_bytes, min(modification_count) as seen_to from stretch
      )
      select extent.seen, extent.seen_bytes as "seenBytes", extent.seen_to as "seenTo",
        v.brings, ${changeColumns}, v.value, v.value is not null as present,
        coalesce(octet_length(v.value::text), 0) as "valueBytes"
      from extent left join compared v on v.brings ${joinUser}
      order by v.modification_count desc`,
    'history-values',
  );
  const [first] = rows;
  return {
    brought: rows.flatMap(({ brings, seen: _seen, seenBytes: _bytes, seenTo: _to, ...value }) =>
      brings ? [value] : [],
    ),
    seenTo: first?.seenTo ?? 1,
    seen: first?.seen ?? 0,
    seenBytes: first?.seenBytes ?? 0,
  };
}

/** When a version of a timeline was written. */
export async function findDateOf(
  database: Queryable,
  partitionId: string,
  timelineId: string,
  count: number,
): Promise<string | null> {
  const [version] = await database.query<{ date: string }>(
    sql`select modification_date as date from data.version
      where partition_id = ${partitionId} and timeline_id = ${timelineId} and modification_count = ${count}`,
    'history-date',
  );
  return version?.date ?? null;
}
