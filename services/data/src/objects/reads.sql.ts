import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { VersionRow } from '../versions/version.ts';
import { arrival, sequenceAsOf, type AsOf } from '../versions/as-of.sql.ts';
import { joinUser, versionColumns } from '../versions/version-columns.sql.ts';
import {
  selectPage,
  statementName,
  textOfOne,
  versionJsonFor,
  wholePage,
  type PageRow,
  type VersionPage,
} from '../versions/version-texts.sql.ts';

export async function findVersion(
  database: Queryable,
  partitionId: string,
  objectId: string,
): Promise<VersionRow | undefined> {
  const [version] = await database.query<VersionRow>(
    sql`select ${versionColumns} from data.version v ${joinUser}
      where v.partition_id = ${partitionId} and v.object_id = ${objectId}`,
    'version',
  );
  return version;
}

/** The JSON of one version; as of a moment only if it was there by then. */
export async function findVersionJson(
  database: Queryable,
  partitionId: string,
  objectId: string,
  asOf?: AsOf,
): Promise<string | undefined> {
  const [version] = await database.query<{ json: string }>(
    sql`select ${textOfOne} from data.version v ${joinUser}
      where v.partition_id = ${partitionId} and v.object_id = ${objectId}
        and v.modification_date <= ${asOf?.moment ?? 'infinity'}::timestamptz
        and (not ${asOf?.held ?? false}::boolean or ${arrival(sql`v`)} <= ${asOf?.moment ?? 'infinity'}::timestamptz)`,
    'version-get',
  );
  return version?.json;
}

/** The JSON of the newest version of a timeline, or of the newest by then. */
export async function findLatestJson(
  database: Queryable,
  partitionId: string,
  timelineId: string,
  asOf?: AsOf,
): Promise<string | undefined> {
  const [version] =
    asOf === undefined
      ? await database.query<{ json: string }>(
          sql`select ${textOfOne} from data.head h
            join data.version v on v.partition_id = h.partition_id and v.seq = h.seq ${joinUser}
            where h.partition_id = ${partitionId} and h.timeline_id = ${timelineId}`,
          'version-latest',
        )
      : await database.query<{ json: string }>(
          sql`select ${textOfOne} from (${newestAt(partitionId, timelineId, asOf)}) v ${joinUser}`,
          'version-latest-as-of',
        );
  return version?.json;
}

const newestAt = (
  partitionId: string,
  timelineId: string,
  asOf: AsOf,
): Sql => sql`select * from data.version
  where partition_id = ${partitionId} and timeline_id = ${timelineId} and seq <= ${sequenceAsOf(partitionId, asOf)}
  order by seq desc limit 1`;

export interface PageRange {
  /** Go on below this number, modificationCount for a timeline and seq for a partition. */
  before: number | undefined;
  /** Rows to leave out from the newest on. */
  skip: number;
  pageSize: number;
  /** Of the page, at most. */
  bytes: number;
  asOf: AsOf | undefined;
}

/** A page of a list together with the number of versions the whole list has. */
export interface Counted extends VersionPage<number> {
  total: number;
}

const highest = Number.MAX_SAFE_INTEGER;
const newestFirst = sql`seq desc`;
const lastNumber = sql`min(seq)`;

/** The versions of a timeline, newest first; undefined when there is no such timeline, or was none by then. */
export async function listHistory(
  database: Queryable,
  partitionId: string,
  timelineId: string,
  { before = highest, skip, pageSize, bytes, asOf }: PageRange,
): Promise<Counted | undefined> {
  const newest =
    asOf === undefined
      ? sql`select modification_count as total from data.head
          where partition_id = ${partitionId} and timeline_id = ${timelineId}`
      : sql`select modification_count as total from (${newestAt(partitionId, timelineId, asOf)}) newest`;
  const versions = sql`select * from data.version
    where partition_id = ${partitionId} and timeline_id = ${timelineId}
      and modification_count <= least(newest.total - ${skip}::bigint, ${before}::bigint - 1)
    order by modification_count desc limit ${pageSize + 1}`;
  const page = selectPage(
    versions,
    sql`modification_count desc`,
    pageSize,
    sql`min(modification_count)`,
    { bytes },
  );
  const [row] = await database.query<PageRow<number> & { total: number }>(
    sql`select newest.total, page.* from (${newest}) newest cross join lateral (${page}) page`,
    asOf === undefined ? 'history' : 'history-as-of',
  );
  return row && { total: row.total, ...(await wholePage(database, partitionId, row)) };
}

export interface RecentRange extends PageRange {
  /** The newest that counts, by its number. */
  from?: number | undefined;
  withPredecessor?: boolean | undefined;
}

/** The versions of a partition, newest first. Their numbers have no gaps, so no depth costs more than another. */
export async function listRecent(
  database: Queryable,
  partitionId: string,
  range: RecentRange,
): Promise<Counted> {
  const { before = highest, from = highest, skip, pageSize, bytes, asOf } = range;
  const json = versionJsonFor({ ...range, partitionId });
  const newest =
    asOf === undefined
      ? sql`select next_seq - 1 as total from data.partition_head where partition_id = ${partitionId}`
      : sql`select ${sequenceAsOf(partitionId, asOf)} as total`;
  const versions = sql`select * from data.version
    where partition_id = ${partitionId}
      and seq <= least(least(newest.total, ${from}::bigint) - ${skip}::bigint, ${before}::bigint - 1)
    order by seq desc limit ${pageSize + 1}`;
  const page = selectPage(versions, newestFirst, pageSize, lastNumber, { bytes, json });
  const [row] = await database.query<PageRow<number> & { total: number }>(
    sql`select newest.total, page.* from (${newest}) newest cross join lateral (${page}) page`,
    statementName(asOf === undefined ? 'recent' : 'recent-as-of', range),
  );
  return { total: row?.total ?? 0, ...(await wholePage(database, partitionId, row, json)) };
}

/** By one of the two: each has an index of its own. */
export type RecentFilter =
  | { type: string; modifiedBy?: undefined }
  | { modifiedBy: string; type?: undefined };

/**
 * The versions of one type or of one user in a partition, newest first. Their numbers have gaps, so `skip` is walked in
 * the index.
 */
export async function listRecentOf(
  database: Queryable,
  partitionId: string,
  filter: RecentFilter,
  range: RecentRange,
): Promise<VersionPage<number>> {
  const { before = highest, from = highest, skip, pageSize, bytes, asOf } = range;
  const json = versionJsonFor({ ...range, partitionId });
  const newest = asOf === undefined ? sql`${highest}::bigint` : sequenceAsOf(partitionId, asOf);
  const versions = sql`with wanted as (
      select (array_agg(seq order by seq desc))[${skip}::integer + 1:] as numbers from (
        select seq from data.version
        where partition_id = ${partitionId} and ${
          filter.type === undefined
            ? sql`modification_user_id = ${filter.modifiedBy}`
            : sql`type = ${filter.type}`
        }
          and seq <= least(${newest}, ${from}::bigint, ${before}::bigint - 1)
        order by seq desc limit ${skip + pageSize + 1}
      ) walked
    )
    select version.* from wanted, unnest(wanted.numbers) as picked (seq)
    join data.version on version.partition_id = ${partitionId} and version.seq = picked.seq
    order by version.seq desc`;
  const form = filter.type === undefined ? 'recent-of-user' : 'recent-of-type';
  const [row] = await database.query<PageRow<number>>(
    selectPage(versions, newestFirst, pageSize, lastNumber, { bytes, json }),
    statementName(asOf === undefined ? form : `${form}-as-of`, range),
  );
  return wholePage(database, partitionId, row, json);
}

/** The most versions of a user that one request walks to find those of a type. */
const maxWalked = 2000;

/**
 * The versions of one type by one user, newest first.
 * @returns also the number of the version up to which it looked; undefined when it looked at all
 */
export async function walkRecentOf(
  database: Queryable,
  partitionId: string,
  { type, modifiedBy }: { type: string; modifiedBy: string },
  range: RecentRange,
  walk = maxWalked,
): Promise<{ page: VersionPage<number>; walkedTo: number | undefined }> {
  const { before = highest, from = highest, pageSize, bytes, asOf } = range;
  const json = versionJsonFor({ ...range, partitionId });
  const newest = asOf === undefined ? sql`${highest}::bigint` : sequenceAsOf(partitionId, asOf);
  // Numbers alone, which the index of the user has, and as an array: so the planner has no reason to walk everybody's
  // versions, nor to take them for many.
  const versions = sql`select version.* from unnest((select array_agg(seq) from walked)) as picked (seq)
    join data.version on version.partition_id = ${partitionId} and version.seq = picked.seq
    where version.type = ${type}
    order by version.seq desc limit ${pageSize + 1}`;
  const page = selectPage(versions, newestFirst, pageSize, lastNumber, { bytes, json });
  const [row] = await database.query<PageRow<number> & { walked: number; lowest: number | null }>(
    sql`with walked as materialized (
        select seq from data.version
        where partition_id = ${partitionId} and modification_user_id = ${modifiedBy}
          and seq <= least(${newest}, ${from}::bigint, ${before}::bigint - 1)
        order by seq desc limit ${walk}
      )
      select extent.walked, extent.lowest, page.*
      from (select count(*) as walked, min(seq) as lowest from walked) extent cross join lateral (${page}) page`,
    statementName(asOf === undefined ? 'recent-of-both' : 'recent-of-both-as-of', range),
  );
  return {
    page: await wholePage(database, partitionId, row, json),
    walkedTo: row?.walked === walk ? (row.lowest ?? undefined) : undefined,
  };
}
