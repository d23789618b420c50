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

/** The JSON of one version; as of a moment, only if it existed then. */
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

/** The JSON of the newest version of a timeline, now or as of a moment. */
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

/** The condition, order and limit that select the newest version of a timeline as v, now or as of a moment. */
const newestOf = (partitionId: string, timelineId: string, asOf: AsOf | undefined): Sql =>
  sql`v.partition_id = ${partitionId} and v.timeline_id = ${timelineId}
    ${asOf === undefined ? empty : sql`and v.seq <= ${sequenceAsOf(partitionId, asOf)}`}
    order by v.seq desc limit 1`;

export interface PageRange {
  /** Continue below this number: modificationCount in a timeline, seq in a partition. */
  before: number | undefined;
  /** The number of rows to skip, newest first. */
  skip: number;
  pageSize: number;
  /** The maximum bytes of the page. */
  bytes: number;
  asOf: AsOf | undefined;
}

/** A page of a list with the number of versions in the whole list. */
export interface Counted extends VersionPage<number> {
  total: number;
}

const maxSequence = Number.MAX_SAFE_INTEGER;
const newestFirst = sql`seq desc`;
const number = sql`seq`;

/** The versions of a timeline, newest first; undefined if the timeline does not exist, or did not at the moment. */
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

/** The first page of a timeline; undefined if `findSmallPage` returns none. */
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
  /** The number of the first version of the list. */
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

/** One of the two: each has its own index. */
export type RecentFilter =
  | { type: string; modifiedBy?: undefined }
  | { modifiedBy: string; type?: undefined };

/**
 * The versions of one type or of one user in a partition, newest first. Their numbers have gaps, so skipped rows are
 * scanned in the index.
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

/** The most versions of a user that one request scans to find those of a type. */
const maxWalked = 2000;

/**
 * The versions of one type by one user, newest first.
 * @returns also the number of the last scanned version; undefined if all were scanned
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
  // Only numbers, which the index of the user contains, and as an array, so that the planner neither scans the versions
  // of all users nor overestimates their number.
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
