import sql, { empty, type Sql } from 'sql-template-tag';
import { databaseMoment } from '@annals/kit/database/database-moment';
import type { Queryable } from '@annals/kit/database/database';
import { withCustomPlan } from '@annals/kit/database/queryable';
import { sequenceAsOf, type AsOf } from '../versions/as-of.sql.ts';
import { isMemberOfMost, partitionsWithout } from './partition-counts.sql.ts';
import { openTo, type Scope } from './scope.sql.ts';

const dayMs = 86_400_000;

export interface Days {
  /** The days in UTC; the last one contains the moment. */
  days: string[];
  /** The start of each day, and the end of the last or the moment: one more than there are days. */
  ends: string[];
}

/** The last days as of a moment; without one, as of now. */
export function lastDays(count: number, asOf: string | undefined): Days {
  const moment = databaseMoment(asOf);
  const today = Math.floor((moment === undefined ? Date.now() : Date.parse(moment)) / dayMs);
  const starts = Array.from({ length: count }, (_, index) =>
    new Date((today - count + 1 + index) * dayMs).toISOString(),
  );
  return {
    days: starts.map((start) => start.slice(0, 10)),
    ends: [...starts.map((start) => databaseMoment(start)), moment ?? 'infinity'],
  };
}

/** The number of versions of each day, from the totals at each of its ends. */
export function perDay(days: string[], counts: number[]) {
  return days.map((day, index) => ({
    day,
    versionCount: (counts[index + 1] ?? 0) - (counts[index] ?? 0),
  }));
}

/**
 * The number of versions of a partition at each end: versions are numbered without gaps and their dates never decrease,
 * so it is the number of the newest by then. All ends but the last are starts of days, which belong to the next day.
 */
const numbersAt = (partitionId: Sql, ends: string[]): Sql => sql`
  unnest(${ends}::timestamptz[]) with ordinality as ends (at, place)
  left join lateral (
    select seq from data.version
    where partition_id = ${partitionId} and modification_date < case ends.place
      when ${ends.length} then ends.at + interval '1 microsecond' else ends.at end
    order by modification_date desc, seq desc limit 1
  ) newest on true`;

export async function countAt(
  database: Queryable,
  partitionId: string,
  ends: string[],
  asOf: AsOf | undefined,
): Promise<number[]> {
  const held =
    asOf?.held === true ? sequenceAsOf(partitionId, asOf) : sql`${Number.MAX_SAFE_INTEGER}::bigint`;
  const rows = await database.query<{ count: number }>(
    sql`select least(coalesce(newest.seq, 0), ${held}) as count
      from ${numbersAt(sql`${partitionId}::uuid`, ends)} order by ends.place`,
    asOf?.held === true ? 'versions-held-at' : 'versions-at',
  );
  return rows.map(({ count }) => count);
}

/**
 * The same over all partitions the caller may open, of those changed since the first end. Callers who may open all of
 * them get the sums of the days plus what is not counted yet, and members of most of them the same without the versions
 * of the others.
 * @param isApart whether the rows of partitions are on several servers
 */
export async function countAtInAllPartitions(
  database: Queryable,
  scope: Scope,
  ends: string[],
  isApart: boolean,
): Promise<number[]> {
  // Days are counted as a whole: within a day the versions themselves are counted.
  if (scope.only === null && ends.at(-1) === 'infinity') {
    if (scope.all) return countFromDays(database, ends);
    // Partitions are not counted on several servers.
    if (!isApart && (await isMemberOfMost(database, scope.userId)))
      return countFromDays(database, ends, scope.userId);
  }
  const rows = await database.query<{ count: number }>(
    withCustomPlan(
      sql`select coalesce(sum(newest.seq), 0)::bigint as count from data.partition_head h
          cross join ${numbersAt(sql`h.partition_id`, ends)}
        where h.changed_second >= ${ends[0]}::timestamptz and ${openTo(scope, sql`h.partition_id`)}
        group by ends.place order by ends.place`,
    ),
  );
  return rows.map(({ count }) => count);
}

/** @param memberId without the partitions that this user is no member of */
async function countFromDays(
  database: Queryable,
  ends: string[],
  memberId?: string,
): Promise<number[]> {
  const day = (at: Sql) => sql`(${at} at time zone 'UTC')::date`;
  const hidden =
    memberId === undefined
      ? empty
      : sql`, hidden as materialized (
        select ends.place, sum(newest.seq) as versions
        from (${partitionsWithout(memberId)}) without
        join data.partition_head h on h.partition_id = without.partition_id
        cross join ${numbersAt(sql`h.partition_id`, ends)}
        where h.changed_second >= ${ends[0]}::timestamptz group by ends.place
      )`;
  // One statement, so that nothing is counted between its parts.
  const rows = await database.query<{ count: number }>(
    sql`with uncounted as materialized (
        select ends.place, sum(greatest(coalesce(newest.seq, 0), h.counted_seq) - h.counted_seq) as versions
        from data.partition_head h cross join ${numbersAt(sql`h.partition_id`, ends)}
        where not h.counted group by ends.place
      ), counted as materialized (
        select day, version_count from data.versions_of_day where day >= ${day(sql`${ends[0]}::timestamptz`)}
      ) ${hidden}
      select (coalesce(uncounted.versions, 0) + coalesce((
          select sum(version_count) from counted where counted.day < ${day(sql`ends.at`)}), 0)
          ${memberId === undefined ? empty : sql`- coalesce((select versions from hidden where hidden.place = ends.place), 0)`}
        )::bigint as count
      from unnest(${ends}::timestamptz[]) with ordinality as ends (at, place)
      left join uncounted on uncounted.place = ends.place
      order by ends.place`,
    `versions-at-of-all-days${memberId === undefined ? '' : '-for-member'}`,
  );
  return rows.map(({ count }) => count);
}
