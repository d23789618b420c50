import type { Queryable } from '@annals/kit/database/database';
import { hashLength, treeHash } from '@annals/proofs/merkle-tree';
import type { Subtree, SubtreeSource } from '@annals/proofs/subtrees';
import { tileWidth, type LeafSource } from './append-log.ts';
import { findRootsBelow, findTiles, type TileId } from './log.sql.ts';

/** Reads the tiles of a log (c2sp.org/tlog-tiles). */
export interface TileReader {
  /** Tiles that have all their hashes. */
  full(tiles: readonly TileId[]): Promise<(TileId & { hashes: Uint8Array })[]>;
  /** The hashes so far of tiles above the leaves, one by one. */
  partial(tiles: readonly TileId[]): Promise<(TileId & { root: Uint8Array })[]>;
  leaves: LeafSource;
}

export const tilesOf = (database: Queryable, logId: string, leaves: LeafSource): TileReader => ({
  full: async (tiles) => findTiles(database, logId, tiles),
  partial: async (tiles) => findRootsBelow(database, logId, tiles),
  leaves,
});

/** Levels of the tree in one tile. */
const tileHeight = Math.log2(tileWidth);

/**
 * Subtrees of a log with a given number of leaves. Reads only the tiles that contain them, in at most three queries,
 * each tile once.
 */
export function subtreesFrom(reader: TileReader, size: number): SubtreeSource {
  const known = new Map<string, Uint8Array[]>();
  return async (subtrees) => {
    const tiles = new Map(subtrees.map((subtree) => [keyOf(tileOf(subtree)), tileOf(subtree)]));
    const missing = [...tiles.values()].filter((id) => !known.has(keyOf(id)));
    for (const [key, hashes] of await readTiles(reader, size, missing)) known.set(key, hashes);
    return subtrees.map((subtree) => rootOf(subtree, known.get(keyOf(tileOf(subtree))) ?? []));
  };
}

const keyOf = ({ level, tile }: TileId): string => `${level}/${tile}`;

/** The lowest tile that has all of the subtree. */
const tileOf = ({ level, index }: Subtree): TileId => ({
  level: Math.floor(level / tileHeight),
  tile: Math.floor((index * 2 ** (level % tileHeight)) / tileWidth),
});

async function readTiles(
  reader: TileReader,
  size: number,
  tiles: readonly TileId[],
): Promise<Map<string, Uint8Array[]>> {
  const isFull = ({ level, tile }: TileId) => (tile + 1) * tileWidth ** (level + 1) <= size;
  const full = tiles.filter(isFull);
  const partial = tiles.filter((id) => !isFull(id) && id.level > 0);
  const found = new Map<string, Uint8Array[]>();
  if (full.length > 0)
    for (const { hashes, ...id } of await reader.full(full)) found.set(keyOf(id), hashesOf(hashes));
  if (partial.length > 0)
    for (const { root, ...id } of await reader.partial(partial))
      found.set(keyOf(id), [...(found.get(keyOf(id)) ?? []), root]);
  // Of the leaves only the last tile can be partial.
  const last = tiles.find((id) => !isFull(id) && id.level === 0);
  if (last) found.set(keyOf(last), await reader.leaves(last.tile * tileWidth, size));
  return found;
}

const hashesOf = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: bytes.length / hashLength }, (_, index) =>
    bytes.subarray(index * hashLength, (index + 1) * hashLength),
  );

function rootOf({ level, index }: Subtree, tile: readonly Uint8Array[]): Uint8Array {
  const span = 2 ** (level % tileHeight);
  const from = (index * span) % tileWidth;
  // Missing hashes result in an invalid proof, which the verifier detects.
  return treeHash(tile.slice(from, from + span));
}
