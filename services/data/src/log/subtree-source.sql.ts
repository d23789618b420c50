import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';

export interface TilePlace {
  level: number;
  tile: number;
}

/** The hashes of whole tiles, of any level. */
export async function findTiles(
  database: Queryable,
  logId: string,
  places: readonly TilePlace[],
): Promise<(TilePlace & { hashes: Uint8Array })[]> {
  return database.query<TilePlace & { hashes: Uint8Array }>(
    sql`select t.level, t.tile, t.hashes
      from unnest(${places.map(({ level }) => level)}::smallint[], ${places.map(({ tile }) => tile)}::bigint[])
        as wish (level, tile)
      join data.log_tile t on t.partition_id = ${logId} and t.level = wish.level and t.tile = wish.tile`,
    'log-tiles-any',
  );
}

/** The roots of whole tiles below the places, which are the hashes of tiles there that are not whole yet. */
export async function findRootsBelow(
  database: Queryable,
  logId: string,
  places: readonly TilePlace[],
): Promise<(TilePlace & { root: Uint8Array })[]> {
  return database.query<TilePlace & { root: Uint8Array }>(
    sql`select wish.level, wish.tile, t.root
      from unnest(${places.map(({ level }) => level)}::smallint[], ${places.map(({ tile }) => tile)}::bigint[])
        as wish (level, tile)
      join data.log_tile t on t.partition_id = ${logId} and t.level = wish.level - 1
        and t.tile >= wish.tile * 256 and t.tile < (wish.tile + 1) * 256
      order by wish.level, t.tile`,
    'log-tiles-below',
  );
}
