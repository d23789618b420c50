import { nodeHash } from './merkle-tree.ts';

/** A complete subtree: `2 ** level` leaves, the `index`th of that size. */
export interface Subtree {
  level: number;
  index: number;
}

/** Returns the roots of complete subtrees, in the requested order. */
export type SubtreeSource = (subtrees: readonly Subtree[]) => Promise<Uint8Array[]>;

/**
 * Splits a run of leaves into as few complete subtrees as possible, from the left. `start` is a multiple of the run's
 * span.
 */
function subtreesOf(start: number, end: number): Subtree[] {
  const found: Subtree[] = [];
  for (let at = start; at < end;) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level += 1;
    found.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return found;
}

/** The largest power of two below the count, which is at least 2 (RFC 6962, 2.1). */
function splitOf(count: number): number {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
}

/** RFC 6962, 2.1.1: the runs of leaves whose hashes are the audit path, from the leaf up. */
function inclusionRuns(index: number, start: number, end: number): [number, number][] {
  if (end - start === 1) return [];
  const split = start + splitOf(end - start);
  return index < split
    ? [...inclusionRuns(index, start, split), [split, end]]
    : [...inclusionRuns(index, split, end), [start, split]];
}

/** RFC 6962, 2.1.2: SUBPROOF(from, D[start:end], whole). */
function consistencyRuns(
  from: number,
  start: number,
  end: number,
  whole: boolean,
): [number, number][] {
  if (from === end) return whole ? [] : [[start, end]];
  const split = start + splitOf(end - start);
  return from <= split
    ? [...consistencyRuns(from, start, split, whole), [split, end]]
    : [...consistencyRuns(from, split, end, false), [start, split]];
}

async function hashesOf(runs: [number, number][], source: SubtreeSource): Promise<Uint8Array[]> {
  const parts = runs.map(([start, end]) => subtreesOf(start, end));
  const roots = await source(parts.flat());
  let at = 0;
  return parts.map(({ length }) => {
    const mine = roots.slice(at, at + length);
    at += length;
    return mine.reduceRight((right, left) => nodeHash(left, right));
  });
}

/** The roots of the complete subtrees of the tree of the first `size` leaves, the largest first. */
export const frontierAt = async (size: number, source: SubtreeSource): Promise<Uint8Array[]> =>
  source(subtreesOf(0, size));

/** The root of the tree of the first `size` leaves, at least one. */
export async function rootAt(size: number, source: SubtreeSource): Promise<Uint8Array> {
  const [root] = await hashesOf([[0, size]], source);
  if (!root) throw new RangeError(`A tree of ${size} leaves has no root here.`);
  return root;
}

/**
 * RFC 6962, 2.1.1: proves that the leaf at that index is in the tree of the first `size` leaves.
 * @throws RangeError for an index outside the tree
 */
export async function inclusionProof(
  index: number,
  size: number,
  source: SubtreeSource,
): Promise<Uint8Array[]> {
  if (index < 0 || index >= size) throw new RangeError(`There is no leaf ${index} of ${size}.`);
  return hashesOf(inclusionRuns(index, 0, size), source);
}

/**
 * RFC 6962, 2.1.2: proves that the tree of `to` leaves starts with the tree of `from`.
 * @throws RangeError if it does not
 */
export async function consistencyProof(
  from: number,
  to: number,
  source: SubtreeSource,
): Promise<Uint8Array[]> {
  if (from < 0 || from > to) throw new RangeError(`A tree of ${to} does not begin with ${from}.`);
  return from === 0 ? [] : hashesOf(consistencyRuns(from, 0, to, true), source);
}

/** The number of hashes in such a proof. */
export const consistencyLength = (from: number, to: number): number =>
  from === 0 ? 0 : consistencyRuns(from, 0, to, true).length;
