import sql, { empty } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { withinPage, type Found } from '@annals/kit/lists/page-bytes';
import type { VersionRow } from '../versions/version.ts';
import { joinUser, versionColumns } from '../versions/version-columns.sql.ts';
import type { SearchWish } from './conditions.sql.ts';

interface Place {
  /** Go on below this version number. */
  before: number | undefined;
  skip: number;
  pageSize: number;
}

/**
 * The newest version of each timeline that matches, the last changed first, where no more is asked for than type and
 * state.
 */
export async function searchNow(
  database: Queryable,
  partitionId: string,
  { type, ended }: Pick<SearchWish, 'type' | 'ended'>,
  { before, skip, pageSize }: Place,
): Promise<Found<VersionRow>[]> {
  const conditions = sql`where partition_id = ${partitionId}
    ${type === undefined ? empty : sql`and type = ${type}`}
    ${ended === undefined ? empty : ended ? sql`and ended` : sql`and not ended`}
    ${before === undefined ? empty : sql`and seq < ${before}`}`;
  const name = `search${type === undefined ? '' : '-type'}${ended === undefined ? '' : `-${ended}`}${before === undefined ? '' : '-before'}`;
  const versions = sql`select version.*
    from (select seq from data.head_search ${conditions} order by seq desc limit ${pageSize + 1} offset ${skip}) found
    join data.version on version.partition_id = ${partitionId} and version.seq = found.seq
    order by version.seq desc`;
  return database.query<Found<VersionRow>>(
    sql`select v.found, ${versionColumns} from (${withinPage(versions, sql`seq desc`, pageSize)}) v ${joinUser}
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
