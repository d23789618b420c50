import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

/** Consecutive versions of a partition. */
export interface VersionRange {
  partitionId: string;
  /** The number before the first one. As text, because a number that was altered may be beyond 2^53. */
  after: string | number;
  /** The last number; undefined: to the end. */
  upTo?: string | undefined;
}

/** The newest versions of consecutive timelines of a partition. */
export interface HeadRange {
  partitionId: string;
  /** The timeline before the first one. */
  after: string;
  /** The last timeline; undefined: to the end. */
  upTo?: string | undefined;
}

export const lowestNumber = String(Number.MIN_SAFE_INTEGER);
/** Of a bigint. */
export const highestNumber = '9223372036854775807';
export const firstTimeline = '00000000-0000-0000-0000-000000000000';
export const lastTimeline = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Whether a range has all versions, or all timelines, of its partition. */
export const isWhole = ({ after, upTo }: VersionRange | HeadRange): boolean =>
  upTo === undefined && (after === lowestNumber || after === firstTimeline);

/**
 * The ranges that follow each other.
 * @param findEnd the end of a range; undefined if it is the last one
 */
export async function* rangesFrom<Range extends VersionRange | HeadRange>(
  first: Range,
  findEnd: (range: Range) => Promise<string | undefined>,
): AsyncGenerator<Range> {
  for (let range = first; ;) {
    const upTo = await findEnd(range);
    yield { ...range, upTo };
    if (upTo === undefined) return;
    range = { ...range, after: upTo };
  }
}

/** The most bytes of data in a range, so that none takes long, and those who wait for it do nothing for long. */
const rangeBytes = 16 * 1024 * 1024;

/**
 * The last number of the range of versions after a number; undefined if it is the last range.
 * @param size the most versions; undefined: any number
 */
export async function findEndOfVersions(
  database: Queryable,
  { partitionId, after }: VersionRange,
  size: number | undefined,
): Promise<string | undefined> {
  if (size === undefined) return undefined;
  const rows = sql`select seq as place, bytes from data.version
    where partition_id = ${partitionId} and seq > ${after} order by seq limit ${size}`;
  return findPlace(database, rows, size, 'verify-range');
}

/** The same for the timelines of a partition. */
export async function findEndOfHeads(
  database: Queryable,
  { partitionId, after }: HeadRange,
  size: number | undefined,
): Promise<string | undefined> {
  if (size === undefined) return undefined;
  const rows = sql`select h.timeline_id as place, s.bytes from (
      select timeline_id from data.head where partition_id = ${partitionId} and timeline_id > ${after}::uuid
      order by timeline_id limit ${size}
    ) h left join data.head_search s on s.partition_id = ${partitionId} and s.timeline_id = h.timeline_id`;
  return findPlace(database, rows, size, 'verify-head-range');
}

async function findPlace(
  database: Queryable,
  rows: Sql,
  size: number,
  name: string,
): Promise<string | undefined> {
  const [end] = await database.query<{ place: string }>(
    sql`select place::text from (
        select place, row_number() over places as number, sum(bytes) over places as bytes_so_far
        from (${rows}) candidate window places as (order by place rows unbounded preceding)
      ) placed where number = ${size} or bytes_so_far > ${rangeBytes} order by place limit 1`,
    name,
  );
  return end?.place;
}
