import type { Queryable } from '@annals/kit/database/database';
import { hashLength, treeHash } from '@annals/proofs/merkle-tree';
import type { Subtree, SubtreeSource } from '@annals/proofs/subtrees';
import { tileWidth, type LeafSource } from './append-log.ts';
import { findRootsBelow, findTiles, type TileId } from './log.sql.ts';

/** What the hashes of a log are read from. */
export interface TileReader {
  /** The hashes of whole tiles. */
  whole(places: readonly TileId[]): Promise<(TileId & { hashes: Uint8Array })[]>;
  /** The hashes there are of tiles above the leaves, one by one. */
  begun(places: readonly TileId[]): Promise<(TileId & { root: Uint8Array })[]>;
  leaves: LeafSource;
}

export const tilesOf = (database: Queryable, logId: string, leaves: LeafSource): TileReader => ({
  whole: async (places) => findTiles(database, logId, places),
  begun: async (places) => findRootsBelow(database, logId, places),
  leaves,
});

/** Levels of the tree in one tile. */
const tileHeight = Math.log2(tileWidth);

/**
 * Subtrees of a log that has so many leaves. Only the tiles they lie in are read, in three queries at most, and none of
 * them again.
 */
export function subtreesFrom(reader: TileReader, size: number): SubtreeSource {
  const known = new Map<string, Uint8Array[]>();
  return async (subtrees) => {
    const places = new Map(subtrees.map((subtree) => [keyOf(placeOf(subtree)), placeOf(subtree)]));
    const missing = [...places.values()].filter((place) => !known.has(keyOf(place)));
    for (const [key, hashes] of await readTiles(reader, size, missing)) known.set(key, hashes);
    return subtrees.map((subtree) => rootOf(subtree, known.get(keyOf(placeOf(subtree))) ?? []));
  };
}

const keyOf = ({ level, tile }: TileId): string => `${level}/${tile}`;

/** The lowest tile that has all of the subtree. */
const placeOf = ({ level, index }: Subtree): TileId => ({
  level: Math.floor(level / tileHeight),
  tile: Math.floor((index * 2 ** (level % tileHeight)) / tileWidth),
});

async function readTiles(
  reader: TileReader,
  size: number,
  places: readonly TileId[],
): Promise<Map<string, Uint8Array[]>> {
  const isWhole = ({ level, tile }: TileId) => (tile + 1) * tileWidth ** (level + 1) <= size;
  const whole = places.filter(isWhole);
  const begun = places.filter((place) => !isWhole(place) && place.level > 0);
  const found = new Map<string, Uint8Array[]>();
  if (whole.length > 0)
    for (const { hashes, ...place } of await reader.whole(whole))
      found.set(keyOf(place), hashesOf(hashes));
  if (begun.length > 0)
    for (const { root, ...place } of await reader.begun(begun))
      found.set(keyOf(place), [...(found.get(keyOf(place)) ?? []), root]);
  // Of the leaves only the last tile can have begun.
  const last = places.find((place) => !isWhole(place) && place.level === 0);
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
  // Hashes that are not there leave a proof that proves nothing, which is for who checks it to find.
  return treeHash(tile.slice(from, from + span));
}
