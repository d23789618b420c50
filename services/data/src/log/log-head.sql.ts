import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { joined } from '@annals/proofs/bytes';

/** Stands for the service itself where a partition's id stands. */
export const serviceLog = '00000000-0000-0000-0000-000000000000';

export interface LogHead {
  size: number;
  frontier: Uint8Array;
}

/** How far a log has come; undefined when there is none. */
export async function findHead(
  database: Queryable,
  partitionId: string,
): Promise<LogHead | undefined> {
  const [head] = await database.query<LogHead>(
    sql`select size, frontier from data.log_head where partition_id = ${partitionId}`,
    'log-head',
  );
  return head;
}

export async function writeHead(
  transaction: Queryable,
  partitionId: string,
  size: number,
  frontier: Uint8Array,
): Promise<void> {
  await transaction.query(
    sql`update data.log_head set size = ${size}, frontier = ${frontier} where partition_id = ${partitionId}`,
    'log-head-write',
  );
}

export interface Tile {
  tile: number;
  hashes: Uint8Array[];
  root: Uint8Array;
}

export async function insertTiles(
  transaction: Queryable,
  partitionId: string,
  level: number,
  tiles: Tile[],
): Promise<void> {
  for (const { tile, hashes, root } of tiles)
    await transaction.query(
      sql`insert into data.log_tile (partition_id, level, tile, hashes, root)
        values (${partitionId}, ${level}, ${tile}, ${joined(hashes)}, ${root})`,
      'log-tile-insert',
    );
}

/** The roots of whole tiles from one to before another. */
export async function findTileRoots(
  database: Queryable,
  partitionId: string,
  level: number,
  from: number,
  to: number,
): Promise<Uint8Array[]> {
  const rows = await database.query<{ root: Uint8Array }>(
    sql`select root from data.log_tile
      where partition_id = ${partitionId} and level = ${level} and tile >= ${from} and tile < ${to} order by tile`,
    'log-tile-roots',
  );
  return rows.map(({ root }) => root);
}
