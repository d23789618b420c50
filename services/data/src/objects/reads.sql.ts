import sql, { empty, type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { VersionRow } from '../versions/version.ts';
import { arrival, axisOf, sequenceAsOf, type AsOf } from '../versions/as-of.sql.ts';
import { stampedColumns, type NewestList } from '../versions/text-cache.ts';
import { findSmallPage, ifSmall } from '../versions/small-page.sql.ts';
import { joinUser, versionColumns } from '../versions/version-columns.sql.ts';
import {
  selectBeside,
  selectPage,
  statementName,
  textOfOne,
  versionJson,
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
      where v.partition_id = ${partitionId} and v.object_id = ${objectId} ${
        asOf === undefined ? empty : sql`and v.modification_date <= ${asOf.moment}::timestamptz`
      } ${asOf?.held === true ? sql`and ${arrival(sql`v`)} <= ${asOf.moment}::timestamptz` : empty}`,
    `version-get${axisOf(asOf)}`,
    { isShortRead: true },
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
  const [version] = await database.query<{ json: string }>(
    sql`select ${textOfOne} from data.version v ${joinUser} where ${newestOf(partitionId, timelineId, asOf)}`,
    `version-latest${axisOf(asOf)}`,
    { isShortRead: true },
  );
  return version?.json;
}

/** The condition, order and limit of the newest version of a timeline, or of the newest by then, as v. */
const newestOf = (partitionId: string, timelineId: string, asOf: AsOf | undefined): Sql =>
  sql`v.partition_id = ${partitionId} and v.timeline_id = ${timelineId}
    ${asOf === undefined ? empty : sql`and v.seq <= ${sequenceAsOf(partitionId, asOf)}`}
    order by v.seq desc limit 1`;

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

const maxSequence = Number.MAX_SAFE_INTEGER;
const newestFirst = sql`seq desc`;
const number = sql`seq`;

/** The versions of a timeline, newest first; undefined when there is no such timeline, or was none by then. */
export async function listHistory(
  database: Queryable,
  partitionId: string,
  timelineId: string,
  range: PageRange,
): Promise<Counted | undefined> {
  const { before = maxSequence, skip, pageSize, bytes, asOf } = range;
  if (range.before === undefined && skip === 0 && !asOf) {
    const first = await findNewestOfTimeline(database, partitionId, timelineId, pageSize);
    if (first) return first;
  }
  const newest =
    asOf === undefined
      ? sql`select modification_count as total from data.head
          where partition_id = ${partitionId} and timeline_id = ${timelineId}`
      : sql`select v.modification_count as total from data.version v where ${newestOf(partitionId, timelineId, asOf)}`;
  const versions = sql`select * from data.version
    where partition_id = ${partitionId} and timeline_id = ${timelineId}
      and modification_count <= least(beside.total - ${skip}::bigint, ${before}::bigint - 1)
    order by modification_count desc limit ${pageSize + 1}`;
  const page = selectPage(
    versions,
    sql`modification_count desc`,
    pageSize,
    sql`modification_count`,
    { bytes },
  );
  const rows = await database.query<PageRow<number> & { total: number }>(
    selectBeside(newest, ['total'], page),
    `history${axisOf(asOf)}`,
  );
  return rows[0] && { total: rows[0].total, ...(await wholePage(database, partitionId, rows)) };
}

/** The first page of a timeline; undefined where `findSmallPage` has none. */
async function findNewestOfTimeline(
  database: Queryable,
  partitionId: string,
  timelineId: string,
  pageSize: number,
): Promise<Counted | undefined> {
  const page = await findSmallPage<{ count: number }>(
    database,
    { partitionId, pageSize, name: 'history-newest' },
    sql`select v.modification_count as count, ${ifSmall(versionJson)} as json
      from (
        select * from data.version where partition_id = ${partitionId} and timeline_id = ${timelineId}
        order by modification_count desc limit ${pageSize + 1}
      ) v ${joinUser} order by v.modification_count desc`,
  );
  return page && { ...page, total: page.first.count, lastKey: page.last.count };
}

export interface RecentRange extends PageRange {
  /** The newest that counts, by its number. */
  from?: number | undefined;
  withPredecessor?: boolean | undefined;
}

/** The list of the newest versions of a partition. */
export const newestVersions = (partitionId: string, pageSize: number): NewestList => ({
  versions: sql`select ${stampedColumns} from data.version
    where partition_id = ${partitionId} order by seq desc limit ${pageSize + 1}`,
  total: sql`select next_seq - 1 from data.partition_head where partition_id = ${partitionId}`,
  name: 'recent-newest',
});

/** The versions of a partition, newest first. Their numbers have no gaps, so no depth costs more than another. */
export async function listRecent(
  database: Queryable,
  partitionId: string,
  range: RecentRange,
): Promise<Counted> {
  const { before = maxSequence, from = maxSequence, skip, pageSize, bytes, asOf } = range;
  const json = versionJsonFor({ ...range, partitionId });
  const newest =
    asOf === undefined
      ? sql`select next_seq - 1 as total from data.partition_head where partition_id = ${partitionId}`
      : sql`select ${sequenceAsOf(partitionId, asOf)} as total`;
  const versions = sql`select * from data.version
    where partition_id = ${partitionId}
      and seq <= least(least(beside.total, ${from}::bigint) - ${skip}::bigint, ${before}::bigint - 1)
    order by seq desc limit ${pageSize + 1}`;
  const page = selectPage(versions, newestFirst, pageSize, number, { bytes, json });
  const rows = await database.query<PageRow<number> & { total: number }>(
    selectBeside(newest, ['total'], page),
    statementName(`recent${axisOf(asOf)}`, range),
  );
  return { total: rows[0]?.total ?? 0, ...(await wholePage(database, partitionId, rows, json)) };
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
  const { before = maxSequence, from = maxSequence, skip, pageSize, bytes, asOf } = range;
  const json = versionJsonFor({ ...range, partitionId });
  const newest = asOf === undefined ? sql`${maxSequence}::bigint` : sequenceAsOf(partitionId, asOf);
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
  const rows = await database.query<PageRow<number>>(
    selectPage(versions, newestFirst, pageSize, number, { bytes, json }),
    statementName(`${form}${axisOf(asOf)}`, range),
  );
  return wholePage(database, partitionId, rows, json);
}

/** The most versions of a user that one request walks to find those of a type. */
const maxWalked = 2000;

/**
 * The versions of one type by one user, newest first.
 * @returns also the number of the version up to which it looked; undefined when it looked at all
 */
export async function scanRecentOf(
  database: Queryable,
  partitionId: string,
  { type, modifiedBy }: { type: string; modifiedBy: string },
  range: RecentRange,
  walk = maxWalked,
): Promise<{ page: VersionPage<number>; walkedTo: number | undefined }> {
  const { before = maxSequence, from = maxSequence, pageSize, bytes, asOf } = range;
  const json = versionJsonFor({ ...range, partitionId });
  const newest = asOf === undefined ? sql`${maxSequence}::bigint` : sequenceAsOf(partitionId, asOf);
  // Numbers alone, which the index of the user has, and as an array: so the planner has no reason to walk everybody's
  // versions, nor to take them for many.
  const versions = sql`select version.* from unnest((select array_agg(seq) from walked)) as picked (seq)
    join data.version on version.partition_id = ${partitionId} and version.seq = picked.seq
    where version.type = ${type}
    order by version.seq desc limit ${pageSize + 1}`;
  const page = selectPage(versions, newestFirst, pageSize, number, { bytes, json });
  const rows = await database.query<PageRow<number> & { walked: number; lowest: number | null }>(
    sql`with walked as materialized (
        select seq from data.version
        where partition_id = ${partitionId} and modification_user_id = ${modifiedBy}
          and seq <= least(${newest}, ${from}::bigint, ${before}::bigint - 1)
        order by seq desc limit ${walk}
      )
      ${selectBeside(sql`select count(*) as walked, min(seq) as lowest from walked`, ['walked', 'lowest'], page)}`,
    statementName(`recent-of-both${axisOf(asOf)}`, range),
  );
  const [first] = rows;
  return {
    page: await wholePage(database, partitionId, rows, json),
    walkedTo: first?.walked === walk ? (first.lowest ?? undefined) : undefined,
  };
}
