import sql, { raw, type Sql } from 'sql-template-tag';
import type { Database, Queryable } from '@annals/kit/database/database';
import { joinBytes } from '@annals/proofs/bytes';
import { versionLeaf, type ChangeSetEntry, type PolicyEntry } from '@annals/proofs/log-entry';

/** Used instead of a partition's id for the service log. */
export const serviceLog = '00000000-0000-0000-0000-000000000000';

/** The same for the log of the events of the audit log. */
export const eventsLog = '00000000-0000-0000-0000-000000000001';

/** The same for the log of recorded reads. */
export const readsLog = '00000000-0000-0000-0000-000000000002';

/** The names of the logs that belong to no partition, after that of the log of the service. */
export const namedLogs: Readonly<Record<string, string>> = {
  [eventsLog]: 'events',
  [readsLog]: 'reads',
};

export interface LogHead {
  size: number;
  frontier: Uint8Array;
}

/** The head of a log; undefined when there is none. */
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

/** The head of a log, locked for appends until the end of the transaction. */
export async function lockHead(
  transaction: Queryable,
  logId: string,
): Promise<LogHead | undefined> {
  const [head] = await transaction.query<LogHead>(
    sql`select size, frontier from data.log_head where partition_id = ${logId} for update`,
    'log-head-lock',
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
        values (${partitionId}, ${level}, ${tile}, ${joinBytes(hashes)}, ${root})`,
      'log-tile-insert',
    );
}

/** The roots of a range of complete tiles. */
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

type StoredLeaf = { root: Uint8Array | null; leaf: Uint8Array | null };

/** Columns log_index, root and leaf of the entries of a partition's log in a range of indexes. */
function entriesBetween(partitionId: string, from: number, to: number): Sql {
  // The version at index i has the number i + 1 minus the number of other entries before it.
  const others = sql`(select count(*) from data.log_entry where partition_id = ${partitionId} and log_index < ${from})`;
  return sql`select log_index, root, null::bytea as leaf from data.version
      where partition_id = ${partitionId} and seq between ${from}::bigint + 1 - ${others} and ${to}::bigint - ${others}
        and log_index >= ${from} and log_index < ${to}
    union all
    select log_index, null, leaf from data.log_entry
      where partition_id = ${partitionId} and log_index >= ${from} and log_index < ${to}`;
}

const leafOf = ({ root, leaf }: StoredLeaf): Uint8Array | undefined =>
  root ? versionLeaf(root) : (leaf ?? undefined);

/** The leaves of a partition's log in a range of indexes, from its versions and other entries. */
export async function findLeaves(
  database: Queryable,
  partitionId: string,
  from: number,
  to: number,
): Promise<Uint8Array[]> {
  if (from >= to) return [];
  const rows = await database.query<StoredLeaf>(
    sql`select root, leaf from (${entriesBetween(partitionId, from, to)}) entries order by log_index`,
    'log-leaves',
  );
  return rows.flatMap((row) => leafOf(row) ?? []);
}

/** Writes the entry of a schema change; it counts once the head is written. */
export async function insertSchemaEntry(
  transaction: Queryable,
  partitionId: string,
  {
    index,
    leaf,
    type,
    version,
  }: { index: number; leaf: Uint8Array; type: string; version: number },
): Promise<void> {
  await transaction.query(
    sql`insert into data.log_entry (partition_id, log_index, kind, leaf, type, schema_version)
      values (${partitionId}, ${index}, 'SCHEMA', ${leaf}, ${type}, ${version})`,
    'log-entry-schema',
  );
}

/** Writes an entry that is kept as it is; it counts once the head is written. */
export async function insertWholeEntry(
  transaction: Queryable,
  partitionId: string,
  index: number,
  leaf: Uint8Array,
  entry: PolicyEntry | ChangeSetEntry,
): Promise<void> {
  await transaction.query(
    sql`insert into data.log_entry (partition_id, log_index, kind, leaf, entry)
      values (${partitionId}, ${index}, ${entry.kind}, ${leaf}, ${JSON.stringify(entry)}::jsonb)`,
    'log-entry-whole',
  );
}

export interface TileId {
  level: number;
  tile: number;
}

export interface WantedHashes {
  /** Complete tiles, with all their hashes. */
  full: readonly TileId[];
  /** Incomplete tiles above the leaves. */
  partial: readonly TileId[];
  /** The indexes of the leaves in the last tile; `to` is exclusive. */
  leaves: { from: number; to: number } | undefined;
}

export interface FoundHashes {
  full: (TileId & { hashes: Uint8Array })[];
  /** The existing hashes, one by one: each is the root of a complete tile below. */
  partial: (TileId & { root: Uint8Array })[];
  leaves: Uint8Array[];
}

type FoundHash =
  | ({ kind: 'FULL' | 'PARTIAL'; hash: Uint8Array } & TileId)
  | ({ kind: 'LEAF' } & StoredLeaf);

const wantedTiles = (ids: readonly TileId[]): Sql =>
  sql`unnest(${ids.map(({ level }) => level)}::smallint[], ${ids.map(({ tile }) => tile)}::bigint[])
    as wanted (level, tile)`;

/** Hashes of a log in one statement. Leaves only exist for the log of a partition. */
export async function findHashes(
  database: Queryable,
  logId: string,
  { full, partial, leaves = { from: 0, to: 0 } }: WantedHashes,
): Promise<FoundHashes> {
  const rows = await database.query<FoundHash>(
    sql`select kind, level, tile, hash, root, leaf from (
        select 'FULL' as kind, t.level, t.tile, t.hashes as hash, null::bytea as root, null::bytea as leaf,
          t.tile as place
        from ${wantedTiles(full)}
        join data.log_tile t on t.partition_id = ${logId} and t.level = wanted.level and t.tile = wanted.tile
        union all
        select 'PARTIAL', wanted.level, wanted.tile, t.root, null, null, t.tile
        from ${wantedTiles(partial)}
        join data.log_tile t on t.partition_id = ${logId} and t.level = wanted.level - 1
          and t.tile >= wanted.tile * 256 and t.tile < (wanted.tile + 1) * 256
        union all
        select 'LEAF', null, null, null, root, leaf, log_index
        from (${entriesBetween(logId, leaves.from, leaves.to)}) entries
      ) hashes order by place`,
    'log-hashes',
  );
  const found: FoundHashes = { full: [], partial: [], leaves: [] };
  for (const row of rows)
    if (row.kind === 'LEAF') {
      const leaf = leafOf(row);
      if (leaf) found.leaves.push(leaf);
    } else {
      const { level, tile, hash } = row;
      if (row.kind === 'FULL') found.full.push({ level, tile, hashes: hash });
      else found.partial.push({ level, tile, root: hash });
    }
  return found;
}

/** Reads with one snapshot, regardless of concurrent writes and erasures. */
export async function inSnapshot<T>(
  database: Database,
  read: (snapshot: Queryable) => Promise<T>,
): Promise<T> {
  return database.transaction(async (transaction) => {
    await transaction.query(sql`set transaction isolation level repeatable read, read only`);
    return read(transaction);
  });
}

/** The name by which other connections of the same server read the snapshot of a transaction, while that is open. */
export async function exportSnapshot(snapshot: Queryable): Promise<string> {
  const [exported] = await snapshot.query<{ name: string }>(
    sql`select pg_export_snapshot() as name`,
  );
  return exported?.name ?? '';
}

/** The same as inSnapshot, of a snapshot that another connection has exported. */
export async function inExportedSnapshot<T>(
  database: Database,
  name: string,
  read: (snapshot: Queryable) => Promise<T>,
): Promise<T> {
  return inSnapshot(database, async (snapshot) => {
    await snapshot.query(raw(`set transaction snapshot '${name.replaceAll("'", "''")}'`));
    return read(snapshot);
  });
}
