import sql, { empty, type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { withinPage, type Found } from '@annals/kit/lists/page-bytes';
import type { StoredReference } from '../versions/version.ts';
import type { ExportQuery } from './export-rows.ts';

export interface ExportedVersion {
  seq: number;
  id: string;
  timelineId: string;
  type: string;
  objectData: Record<string, unknown>;
  references: StoredReference[];
  modificationDate: string;
  modificationUserId: string;
  endedDate: string | null;
  reason: string | null;
  /** Whether its predecessor was an end. */
  restored: boolean;
  /** Whether the next one has the same date. */
  sharesDate: boolean;
}

const nextDate = sql`lead(version.modification_date) over (order by version.seq) as next_date`;

/** @param versions rows of data.version in order with their `nextDate`, one more than the page has */
async function exported(
  database: Queryable,
  partitionId: string,
  versions: Sql,
  limit: number,
  name: string,
): Promise<Found<ExportedVersion>[]> {
  // The version that ends a timeline has the data of its predecessor, which its row does not repeat.
  return database.query<Found<ExportedVersion>>(
    sql`select v.seq, v.object_id as id, v.timeline_id as "timelineId", v.type,
        case when v.ended_date is null then v.object_data end as "objectData",
        case when v.ended_date is null then v.refs else '[]' end as references,
        v.modification_date as "modificationDate", v.modification_user_id as "modificationUserId",
        v.ended_date as "endedDate", v.reason, before.ended_date is not null as restored, v."hasNext",
        coalesce(v.next_date = v.modification_date, false) as "sharesDate"
      from (${withinPage(versions, sql`seq`, limit)}) v
      left join data.version before
        on before.partition_id = ${partitionId} and before.object_id = v.predecessor_id
      order by v.seq`,
    name,
  );
}

/**
 * Only numbers, which the index of the type contains, and as an array, so that the planner neither scans versions of
 * all types nor overestimates their number.
 */
const numbersOf = (
  partitionId: string,
  { after, upTo, type }: Pick<ExportQuery, 'after' | 'upTo' | 'type'>,
  most: number,
): Sql => sql`select unnest(numbers) as seq from (
    select array_agg(seq order by seq) as numbers from (
      select seq from data.version
      where partition_id = ${partitionId} ${type === undefined ? empty : sql`and type = ${type}`}
        and seq > ${after} and seq <= ${upTo}
      order by seq limit ${most}
    ) scanned
  ) collected`;

/** Versions of a partition, oldest first. */
export async function listVersions(
  database: Queryable,
  partitionId: string,
  { after, upTo, limit, type }: ExportQuery,
): Promise<Found<ExportedVersion>[]> {
  const versions = sql`select version.*, ${nextDate} from (${numbersOf(partitionId, { after, upTo, type }, limit + 1)}) wanted
    join data.version on version.partition_id = ${partitionId} and version.seq = wanted.seq
    order by version.seq`;
  return exported(
    database,
    partitionId,
    versions,
    limit,
    type === undefined ? 'export' : 'export-type',
  );
}

export async function listByNumbers(
  database: Queryable,
  partitionId: string,
  numbers: number[],
  limit: number,
): Promise<Found<ExportedVersion>[]> {
  const versions = sql`select version.*, ${nextDate} from unnest(${numbers}::bigint[]) as wanted (seq)
    join data.version on version.partition_id = ${partitionId} and version.seq = wanted.seq
    order by version.seq`;
  return exported(database, partitionId, versions, limit, 'export-these');
}

/** The most versions that one step scans. */
const longestScan = 2000;

/**
 * Scans some versions, oldest first, and returns the numbers of those that are the newest of their timeline up to the
 * end and do not end it, at most one more than the limit.
 * @returns also the last version scanned; undefined if it was the last of all
 */
export async function scanNewest(
  database: Queryable,
  partitionId: string,
  { after, upTo, limit, type }: ExportQuery,
  longest = longestScan,
): Promise<{ newest: number[]; scannedTo: number | undefined }> {
  const [scan] = await database.query<{
    newest: number[] | null;
    scanned: number;
    scannedTo: number | null;
  }>(
    sql`with scanned as materialized (
        select version.seq, timeline_id, ended_date
        from (${numbersOf(partitionId, { after, upTo, type }, longest)}) wanted
        join data.version on version.partition_id = ${partitionId} and version.seq = wanted.seq
      ), newest as (
        select seq from scanned where ended_date is null and seq = (
          select latest.seq from data.version latest
          where latest.partition_id = ${partitionId} and latest.timeline_id = scanned.timeline_id
            and latest.seq <= ${upTo}
          order by latest.seq desc limit 1)
        order by seq limit ${limit + 1}
      )
      select (select array_agg(seq order by seq) from newest) as newest, count(*) as scanned, max(seq) as "scannedTo"
      from scanned`,
    type === undefined ? 'export-newest' : 'export-newest-type',
  );
  return {
    newest: scan?.newest ?? [],
    scannedTo: scan?.scanned === longest ? (scan.scannedTo ?? undefined) : undefined,
  };
}

/** A timeline without a key is identified by its id. */
export async function listKeys(
  database: Queryable,
  partitionId: string,
  timelineIds: string[],
): Promise<{ timelineId: string; key: string }[]> {
  return database.query<{ timelineId: string; key: string }>(
    sql`select timeline_id as "timelineId", key from data.timeline_key
      where partition_id = ${partitionId} and timeline_id = any(${timelineIds}::uuid[])`,
    'export-keys',
  );
}
