import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { pageBytes, withinPage, type Found } from '@annals/kit/lists/page-bytes';
import { axisOf, sequenceAsOf, type AsOf } from '../versions/as-of.sql.ts';
import { joinUser } from '../versions/version-columns.sql.ts';
import type { BlameVersion, Change } from './blame.ts';

const changeColumns = sql`v.object_id as "objectId", v.modification_count as "modificationCount",
  v.modification_date as "modificationDate", v.modification_user_id as "modificationUserId",
  coalesce(nullif(u.name, ''), u.username) as "modificationUserName", v.reason_receipt as "reasonReceipt"`;

/** The maximum length of a reason in blame, which repeats it for many fields. */
const maxShownLength = 200;
const shortReason = sql`case when length(v.reason) > ${raw(String(maxShownLength))}
  then left(v.reason, ${raw(String(maxShownLength - 1))}) || '…' else v.reason end as reason`;

/** modificationCount of the newest version of a timeline, now or as of a moment; undefined if there is none. */
export async function findNewestCount(
  database: Queryable,
  partitionId: string,
  timelineId: string,
  asOf: AsOf | undefined,
): Promise<number | undefined> {
  const [newest] = await database.query<{ count: number }>(
    asOf === undefined
      ? sql`select modification_count as count from data.head
          where partition_id = ${partitionId} and timeline_id = ${timelineId}`
      : sql`select modification_count as count from data.version
          where partition_id = ${partitionId} and timeline_id = ${timelineId}
            and seq <= ${sequenceAsOf(partitionId, asOf)}
          order by seq desc limit 1`,
    `newest-count${axisOf(asOf)}`,
  );
  return newest?.count;
}

interface VersionRange {
  /** modificationCount of the newest one. */
  from: number;
  limit: number;
  most?: number;
}

/** At least two versions, so that one can be compared with its predecessor. */
const versionsFrom = (
  partitionId: string,
  timelineId: string,
  { from, limit, most = pageBytes }: VersionRange,
): Sql =>
  withinPage(
    sql`select * from data.version
      where partition_id = ${partitionId} and timeline_id = ${timelineId} and modification_count <= ${from}
      order by modification_count desc limit ${limit + 1}`,
    sql`modification_count desc`,
    limit,
    { bytes: most, most, atLeast: 2 },
  );

/** The program parses the result of a statement in one piece. */
const parsedBytes = 256 * 1024;

/**
 * Versions of a timeline from one on to older ones, as many as are read together.
 * @param reasons whether reasons are whole or shortened
 */
export async function listOlder(
  database: Queryable,
  partitionId: string,
  timelineId: string,
  { from, limit }: { from: number; limit: number },
  reasons: 'whole' | 'short' = 'short',
): Promise<Found<BlameVersion & { bytes: number }>[]> {
  return database.query<Found<BlameVersion & { bytes: number }>>(
    sql`select ${changeColumns}, ${reasons === 'short' ? shortReason : raw('v.reason')}, v.object_data as "objectData", v.erased, v.bytes, v."hasMore"
      from (${versionsFrom(partitionId, timelineId, { from, limit, most: parsedBytes })}) v ${joinUser}
      order by v.modification_count desc`,
    reasons === 'short' ? 'history-older' : 'history-older-reasons',
  );
}

/** A version that changed a value. */
export type ValueChange = Change & {
  value: unknown;
  present: boolean;
  /** The size of the value as text. */
  valueBytes: number;
};

export interface ValueChanges {
  /** Newest first. */
  changes: ValueChange[];
  /** The oldest version that was read. Unless it is the first one, it is unknown whether it changed the value. */
  oldest: number;
  /** The number of versions that were read. */
  versions: number;
  bytes: number;
}

/**
 * The versions in a range whose value of a field differs from that of their predecessor: only these values leave the
 * database.
 */
export async function findValueChanges(
  database: Queryable,
  partitionId: string,
  timelineId: string,
  { path, from, limit }: { path: string[]; from: number; limit: number },
): Promise<ValueChanges> {
  type Row = ValueChange & { isChange: boolean; versions: number; bytes: number; oldest: number };
  const rows = await database.query<Row>(
    sql`with in_range as materialized (
        select modification_count, object_id, modification_date, modification_user_id, reason, reason_receipt,
          bytes,
          object_data #> ${path}::text[] as value
        from (${versionsFrom(partitionId, timelineId, { from, limit })}) version
      ), compared as (
        select in_range.*, modification_count = 1 or (
            lead(modification_count) over older is not null
            and value is distinct from lead(value) over older
          ) as is_change
        from in_range window older as (order by modification_count desc)
      ), extent as (
        select count(*) as versions, sum(bytes)::bigint as bytes, min(modification_count) as oldest from in_range
      )
      select extent.versions, extent.bytes, extent.oldest, v.is_change as "isChange",
        ${changeColumns}, v.reason, v.value, v.value is not null as present, coalesce(octet_length(v.value::text), 0) as "valueBytes"
      from extent left join compared v on v.is_change ${joinUser}
      order by v.modification_count desc`,
    'history-values',
  );
  const [first] = rows;
  return {
    changes: rows.flatMap(
      ({
        isChange,
        versions: _versions,
        bytes: _bytes,
        oldest: _oldest,
        reasonReceipt,
        ...change
      }) => (isChange ? [{ ...change, ...(reasonReceipt ? { reasonReceipt } : {}) }] : []),
    ),
    oldest: first?.oldest ?? 1,
    versions: first?.versions ?? 0,
    bytes: first?.bytes ?? 0,
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
