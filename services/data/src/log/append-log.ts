import type { Queryable } from '@annals/kit/database/database';
import {
  entryLeaf,
  type ChangeSetEntry,
  type PolicyEntry,
  type SchemaEntry,
} from '@annals/proofs/log-entry';
import { Frontier, treeHash } from '@annals/proofs/merkle-tree';
import * as table from './log.sql.ts';

/** Hashes in a tile (c2sp.org/tlog-tiles). */
export const tileWidth = 256;

/** Returns the hashes of the leaves in a range of indexes. */
export type LeafSource = (from: number, to: number) => Promise<Uint8Array[]>;

/** The leaves that a partition's log has already. */
export const partitionLeaves =
  (database: Queryable, partitionId: string): LeafSource =>
  async (from, to) =>
    table.findLeaves(database, partitionId, from, to);

/** Appends a schema change to the log of the partition, whose lock the transaction holds. */
export async function appendSchema(
  transaction: Queryable,
  partitionId: string,
  schema: Omit<SchemaEntry, 'kind'>,
): Promise<void> {
  const head = await table.findHead(transaction, partitionId);
  if (!head) throw new Error(`The partition ${partitionId} has no log.`);
  const leaf = entryLeaf({ kind: 'SCHEMA', ...schema });
  const { type, version } = schema;
  await table.insertSchemaEntry(transaction, partitionId, {
    index: head.size,
    leaf,
    type,
    version,
  });
  const leaves = partitionLeaves(transaction, partitionId);
  await appendToLog(transaction, partitionId, head, [leaf], leaves);
}

/**
 * Appends what the log keeps whole to that of the partition, whose lock the transaction holds.
 * @returns its index
 */
export async function appendEntry(
  transaction: Queryable,
  partitionId: string,
  entry: PolicyEntry | ChangeSetEntry,
): Promise<number> {
  const head = await table.findHead(transaction, partitionId);
  if (!head) throw new Error(`The partition ${partitionId} has no log.`);
  const leaf = entryLeaf(entry);
  await table.insertWholeEntry(transaction, partitionId, head.size, leaf, entry);
  const leaves = partitionLeaves(transaction, partitionId);
  await appendToLog(transaction, partitionId, head, [leaf], leaves);
  return head.size;
}

/**
 * Appends to a log whose head was read under its lock: writes the new head and the completed tiles.
 * @param leavesFrom the existing leaves of the log
 */
export async function appendToLog(
  transaction: Queryable,
  partitionId: string,
  head: table.LogHead,
  leaves: readonly Uint8Array[],
  leavesFrom: LeafSource,
): Promise<void> {
  if (leaves.length === 0) return;
  const frontier = Frontier.fromBytes(head.size, head.frontier);
  for (const leaf of leaves) frontier.append(leaf);
  await addTiles(transaction, partitionId, head.size, leaves, leavesFrom);
  await table.writeHead(transaction, partitionId, frontier.size, frontier.toBytes());
}

/**
 * Writes the tiles that are completed by the new leaves.
 * @param size of the log before
 */
export async function addTiles(
  transaction: Queryable,
  partitionId: string,
  size: number,
  leaves: readonly Uint8Array[],
  leavesFrom: LeafSource,
): Promise<void> {
  const first = Math.floor(size / tileWidth);
  const end = Math.floor((size + leaves.length) / tileWidth);
  if (first === end) return;
  const started = await leavesFrom(first * tileWidth, size);
  const hashes = [...started, ...leaves];
  let made = tilesOf(hashes, first, end);
  await table.insertTiles(transaction, partitionId, 0, made);
  for (let level = 1; ; level++) {
    const before = Math.floor(first / tileWidth ** level);
    const after = Math.floor(end / tileWidth ** level);
    if (before === after) return;
    const roots = await table.findTileRoots(
      transaction,
      partitionId,
      level - 1,
      before * tileWidth,
      after * tileWidth,
    );
    made = tilesOf(roots, before, after);
    await table.insertTiles(transaction, partitionId, level, made);
  }
}

/** @param hashes from the beginning of the first tile on */
function tilesOf(hashes: readonly Uint8Array[], first: number, end: number): table.Tile[] {
  return Array.from({ length: end - first }, (_, index) => {
    const own = hashes.slice(index * tileWidth, (index + 1) * tileWidth);
    return { tile: first + index, hashes: own, root: treeHash(own) };
  });
}
