import type { Queryable } from '@annals/kit/database/database';
import { hashLength, treeHash } from '@annals/proofs/merkle-tree';
import type { Subtree, SubtreeSource } from '@annals/proofs/subtrees';
import { tileWidth, type LeafSource } from './append-log.ts';
import { findHashes, type FoundHashes, type TileId, type WantedHashes } from './log.sql.ts';

/** Reads the tiles of a log (c2sp.org/tlog-tiles). */
export type TileReader = (wanted: WantedHashes) => Promise<FoundHashes>;

export const tilesOf =
  (database: Queryable, partitionId: string): TileReader =>
  async (wanted) =>
    findHashes(database, partitionId, wanted);

/** Of a log whose leaves are stored elsewhere. */
export const tilesWithLeaves =
  (database: Queryable, logId: string, leavesFrom: LeafSource): TileReader =>
  async ({ leaves, ...tiles }) => {
    const found =
      tiles.full.length + tiles.partial.length > 0
        ? await findHashes(database, logId, { ...tiles, leaves: undefined })
        : { full: [], partial: [] };
    return { ...found, leaves: leaves ? await leavesFrom(leaves.from, leaves.to) : [] };
  };

/** Levels of the tree in one tile. */
const tileHeight = Math.log2(tileWidth);

/**
 * Subtrees of a log with a given number of leaves. Reads only the tiles that contain them, each once, and those of
 * concurrent calls together.
 */
export function subtreesFrom(read: TileReader, size: number): SubtreeSource {
  const leavesByTile = new Map<string, Uint8Array[]>();
  let next: { wanted: Map<string, TileId>; done: Promise<void> } | undefined;
  const readNext = async (wanted: ReadonlyMap<string, TileId>) => {
    // Others may join until the current call stack has ended.
    await Promise.resolve();
    next = undefined;
    const missing = [...wanted.values()].filter((id) => !leavesByTile.has(keyOf(id)));
    for (const [key, hashes] of await readTiles(read, size, missing)) leavesByTile.set(key, hashes);
  };
  return async (subtrees) => {
    if (next === undefined) {
      const wanted = new Map<string, TileId>();
      next = { wanted, done: readNext(wanted) };
    }
    const { wanted, done } = next;
    for (const id of subtrees.map(tileOf)) wanted.set(keyOf(id), id);
    await done;
    return subtrees.map((subtree) =>
      rootOf(subtree, leavesByTile.get(keyOf(tileOf(subtree))) ?? []),
    );
  };
}

const keyOf = ({ level, tile }: TileId): string => `${level}/${tile}`;

/** The lowest tile that has all of the subtree. */
const tileOf = ({ level, index }: Subtree): TileId => ({
  level: Math.floor(level / tileHeight),
  tile: Math.floor((index * 2 ** (level % tileHeight)) / tileWidth),
});

async function readTiles(
  read: TileReader,
  size: number,
  tiles: readonly TileId[],
): Promise<Map<string, Uint8Array[]>> {
  if (tiles.length === 0) return new Map();
  const isFull = ({ level, tile }: TileId) => (tile + 1) * tileWidth ** (level + 1) <= size;
  const full = tiles.filter(isFull);
  const partial = tiles.filter((id) => !isFull(id) && id.level > 0);
  // Of the leaves only the last tile can be partial.
  const last = tiles.find((id) => !isFull(id) && id.level === 0);
  const leaves = last && { from: last.tile * tileWidth, to: size };
  const stored = await read({ full, partial, leaves });
  const found = new Map<string, Uint8Array[]>();
  for (const { hashes, ...id } of stored.full) found.set(keyOf(id), hashesOf(hashes));
  for (const { root, ...id } of stored.partial)
    found.set(keyOf(id), [...(found.get(keyOf(id)) ?? []), root]);
  if (last) found.set(keyOf(last), stored.leaves);
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
