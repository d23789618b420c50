import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { VersionRow } from './version.ts';
import { joinUser, sequenceAt, versionColumns } from './version-columns.sql.ts';

/** One version; with a moment only if it was written by then. */
export async function findVersion(
  database: Queryable,
  partitionId: string,
  objectId: string,
  asOf?: string,
): Promise<VersionRow | undefined> {
  const [version] = await database.query<VersionRow>(
    sql`select ${versionColumns} from data.version v ${joinUser}
      where v.partition_id = ${partitionId} and v.object_id = ${objectId}
        and v.modification_date <= ${asOf ?? 'infinity'}::timestamptz`,
    'version-get',
  );
  return version;
}

/** The newest version of a timeline, or the newest by then. */
export async function findLatest(
  database: Queryable,
  partitionId: string,
  timelineId: string,
  asOf?: string,
): Promise<VersionRow | undefined> {
  const [version] =
    asOf === undefined
      ? await database.query<VersionRow>(
          sql`select ${versionColumns} from data.head h
            join data.version v on v.partition_id = h.partition_id and v.seq = h.seq ${joinUser}
            where h.partition_id = ${partitionId} and h.timeline_id = ${timelineId}`,
          'version-latest',
        )
      : await database.query<VersionRow>(
          sql`select ${versionColumns} from (${newestAt(partitionId, timelineId, asOf)}) v ${joinUser}`,
          'version-latest-as-of',
        );
  return version;
}

const newestAt = (
  partitionId: string,
  timelineId: string,
  asOf: string,
): Sql => sql`select * from data.version
  where partition_id = ${partitionId} and timeline_id = ${timelineId} and seq <= ${sequenceAt(partitionId, asOf)}
  order by seq desc limit 1`;

export interface Stretch {
  /** Go on below this number, modificationCount for a timeline and seq for a partition. */
  before: number | undefined;
  /** Rows to leave out from the newest on. */
  skip: number;
  limit: number;
  asOf: string | undefined;
}

/** Rows of a list together with the number of rows the whole list has. */
export interface Counted {
  total: number;
  rows: VersionRow[];
}

type CountedRow = VersionRow & { total: number };

const highest = Number.MAX_SAFE_INTEGER;

/** The versions of a timeline, newest first; undefined when there is no such timeline, or was none by then. */
export async function listHistory(
  database: Queryable,
  partitionId: string,
  timelineId: string,
  { before = highest, skip, limit, asOf }: Stretch,
): Promise<Counted | undefined> {
  const newest =
    asOf === undefined
      ? sql`select modification_count as total from data.head
          where partition_id = ${partitionId} and timeline_id = ${timelineId}`
      : sql`select modification_count as total from (${newestAt(partitionId, timelineId, asOf)}) newest`;
  const rows = await database.query<CountedRow>(
    sql`select newest.total, ${versionColumns} from (${newest}) newest
      left join lateral (
        select * from data.version
        where partition_id = ${partitionId} and timeline_id = ${timelineId}
          and modification_count <= least(newest.total - ${skip}::bigint, ${before}::bigint - 1)
        order by modification_count desc limit ${limit}
      ) v on true ${joinUser}
      order by v.modification_count desc`,
    asOf === undefined ? 'history' : 'history-as-of',
  );
  return counted(rows);
}

/** The versions of a partition, newest first. */
export async function listRecent(
  database: Queryable,
  partitionId: string,
  { before = highest, skip, limit, asOf }: Stretch,
): Promise<Counted> {
  const newest =
    asOf === undefined
      ? sql`select next_seq - 1 as total from data.partition_head where partition_id = ${partitionId}`
      : sql`select ${sequenceAt(partitionId, asOf)} as total`;
  const rows = await database.query<CountedRow>(
    sql`select newest.total, ${versionColumns} from (${newest}) newest
      left join lateral (
        select * from data.version
        where partition_id = ${partitionId}
          and seq <= least(newest.total - ${skip}::bigint, ${before}::bigint - 1)
        order by seq desc limit ${limit}
      ) v on true ${joinUser}
      order by v.seq desc`,
    asOf === undefined ? 'recent' : 'recent-as-of',
  );
  return counted(rows) ?? { total: 0, rows: [] };
}

/** The versions of one type in a partition, newest first. Their numbers have gaps, so `skip` is walked in the index. */
export async function listRecentOfType(
  database: Queryable,
  partitionId: string,
  type: string,
  { before = highest, skip, limit, asOf }: Stretch,
): Promise<VersionRow[]> {
  const newest = asOf === undefined ? sql`${highest}::bigint` : sequenceAt(partitionId, asOf);
  return database.query<VersionRow>(
    sql`with wanted as (
        select (array_agg(seq order by seq desc))[${skip}::integer + 1:] as numbers from (
          select seq from data.version
          where partition_id = ${partitionId} and type = ${type}
            and seq <= least(${newest}, ${before}::bigint - 1)
          order by seq desc limit ${skip + limit}
        ) walked
      )
      select ${versionColumns} from wanted, unnest(wanted.numbers) as wish (seq)
      join data.version v on v.partition_id = ${partitionId} and v.seq = wish.seq ${joinUser}
      order by v.seq desc`,
    asOf === undefined ? 'recent-of-type' : 'recent-of-type-as-of',
  );
}

function counted(rows: CountedRow[]): Counted | undefined {
  const [first] = rows;
  if (!first) return undefined;
  // Without versions on this page there is one row, which holds the total alone.
  const { total } = first;
  return {
    total,
    rows: rows.flatMap(({ total: _total, ...row }) =>
      (row.seq as number | null) === null ? [] : [row],
    ),
  };
}
