import { sameBytes } from '@annals/proofs/bytes';
import { Frontier } from '@annals/proofs/merkle-tree';
import { tileWidth, type LeafSource } from './append-log.ts';
import type { LogHead } from './log.sql.ts';

/**
 * Caches the leaves of the last tile of the service log. They are checkpoints of all partitions, so on a cluster
 * reading them asks each worker; with the cache, only new ones are read.
 */
export class ServiceLeaves {
  #known: { head: LogHead; leaves: Uint8Array[] } | undefined;

  /** Reads the leaves of the log with this head; the last tile is cached. */
  source(head: LogHead, read: LeafSource): LeafSource {
    const start = startOf(head);
    return async (from, to) =>
      from === start && to === head.size ? this.#lastTile(head, read) : read(from, to);
  }

  async #lastTile(head: LogHead, read: LeafSource): Promise<Uint8Array[]> {
    const cached = this.#known;
    if (cached && cached.head.size === head.size && sameBytes(cached.head.frontier, head.frontier))
      return cached.leaves;
    const start = startOf(head);
    const isContinued = cached && startOf(cached.head) === start && cached.head.size < head.size;
    const continued = isContinued
      ? [...cached.leaves, ...(await read(cached.head.size, head.size))]
      : undefined;
    // The database may have been restored with another log.
    const leaves = continued && areOf(head, continued) ? continued : await read(start, head.size);
    if (areOf(head, leaves)) this.#known = { head, leaves };
    return leaves;
  }
}

const startOf = ({ size }: LogHead) => size - (size % tileWidth);

/** Whether these are the leaves of the last tile: the last roots of the frontier are over them. */
function areOf({ size, frontier }: LogHead, leaves: readonly Uint8Array[]): boolean {
  if (leaves.length !== size % tileWidth) return false;
  const own = new Frontier();
  for (const leaf of leaves) own.append(leaf);
  const roots = own.toBytes();
  return sameBytes(roots, frontier.subarray(frontier.length - roots.length));
}
