import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { mayOpen, type Sight } from './sight.sql.ts';

/**
 * How many versions a partition had at each end: versions are numbered without gaps and their dates never go back, so
 * the number of the newest by then says it. The ends but the last are days' beginnings, which belong to the next day.
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
): Promise<number[]> {
  const rows = await database.query<{ count: number }>(
    sql`select coalesce(newest.seq, 0) as count from ${numbersAt(sql`${partitionId}::uuid`, ends)} order by ends.place`,
    'versions-at',
  );
  return rows.map(({ count }) => count);
}

/** The same over all partitions the caller may open, out of those changed since the first end. */
export async function countAtOfAll(
  database: Queryable,
  sight: Sight,
  ends: string[],
): Promise<number[]> {
  const rows = await database.query<{ count: number }>(
    sql`select coalesce(sum(newest.seq), 0)::bigint as count from data.partition_head h
        cross join ${numbersAt(sql`h.partition_id`, ends)}
      where h.last_change_date >= ${ends[0]}::timestamptz and ${mayOpen(sight, sql`h.partition_id`)}
      group by ends.place order by ends.place`,
    'versions-at-of-all',
  );
  return rows.map(({ count }) => count);
}
