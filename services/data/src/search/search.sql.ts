import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { VersionRow } from '../objects/version.ts';
import { joinUser, sequenceAt, versionColumns } from '../objects/version-columns.sql.ts';
import { searchQuery } from './lexemes.ts';

export interface SearchWish {
  type: string | undefined;
  ended: boolean | undefined;
  phrases: string[][] | undefined;
}

interface Place {
  /** Go on below this version number. */
  before: number | undefined;
  skip: number;
  limit: number;
}

/** The newest version of each timeline that matches, the last changed first. */
export async function searchNow(
  database: Queryable,
  partitionId: string,
  { type, ended, phrases }: SearchWish,
  { before, skip, limit }: Place,
): Promise<VersionRow[]> {
  const conditions = sql`where partition_id = ${partitionId}
    ${type === undefined ? empty : sql`and type = ${type}`}
    ${ended === undefined ? empty : ended ? sql`and ended` : sql`and not ended`}
    ${phrases ? sql`and tsv @@ ${searchQuery(phrases)}::tsquery` : empty}
    ${before === undefined ? empty : sql`and seq < ${before}`}`;
  // With words the best way depends on how rare they are, which a prepared plan does not ask.
  const name = phrases
    ? undefined
    : `search${type === undefined ? '' : '-type'}${ended === undefined ? '' : `-${ended}`}${before === undefined ? '' : '-before'}`;
  return database.query<VersionRow>(
    sql`select ${versionColumns}
    from (select seq from data.head_search ${conditions} order by seq desc limit ${limit} offset ${skip}) found
    join data.version v on v.partition_id = ${partitionId} and v.seq = found.seq ${joinUser}
    order by v.seq desc`,
    name,
  );
}

/** How many timelines the partition has, or has of a type: what a search by nothing else finds. */
export async function countTimelines(
  database: Queryable,
  partitionId: string,
  type: string | undefined,
): Promise<number> {
  const [counted] = await database.query<{ count: number }>(
    type === undefined
      ? sql`select timeline_count as count from data.partition_head where partition_id = ${partitionId}`
      : sql`select timeline_count as count from data.object_type where partition_id = ${partitionId} and type = ${type}`,
    type === undefined ? 'search-count' : 'search-count-of-type',
  );
  return counted?.count ?? 0;
}

/**
 * Walks some timelines by age, the youngest first, and gives the newest version by then of those that had one of the
 * wanted state.
 * @returns also the last timeline walked past; undefined at the end
 */
export async function walkAsOf(
  database: Queryable,
  partitionId: string,
  { type, ended }: Omit<SearchWish, 'phrases'>,
  { asOf, below, timelines }: { asOf: string; below: string; timelines: number },
): Promise<{ versions: VersionRow[]; last: string | undefined }> {
  const rows = await database.query<Omit<VersionRow, 'id'> & { walked: string; id: string | null }>(
    sql`with newest as materialized (select ${sequenceAt(partitionId, asOf)} as seq),
      walked as materialized (
        select timeline_id from data.head
        where partition_id = ${partitionId} ${type === undefined ? empty : sql`and type = ${type}`}
          and timeline_id < ${below}::uuid
        order by timeline_id desc limit ${timelines}
      )
      select walked.timeline_id as walked, ${versionColumns}
      from walked left join lateral (
        select * from (
          select * from data.version
          where partition_id = ${partitionId} and timeline_id = walked.timeline_id
            and seq <= (select seq from newest)
          order by seq desc limit 1
        ) then_newest ${endedCondition(ended)}
      ) v on true ${joinUser}
      order by walked.timeline_id desc`,
    `search-as-of${type === undefined ? '' : '-type'}${ended === undefined ? '' : ended ? '-ended' : '-open'}`,
  );
  return {
    versions: rows.flatMap(({ walked: _walked, id, ...version }) =>
      id === null ? [] : [{ id, ...version }],
    ),
    last: rows.length < timelines ? undefined : rows.at(-1)?.walked,
  };
}

function endedCondition(ended: boolean | undefined): Sql {
  if (ended === undefined) return empty;
  return raw(ended ? 'where ended_date is not null' : 'where ended_date is null');
}
