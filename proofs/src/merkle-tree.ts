import { sha256, sha256OfText } from '#sha256';
import { joinBytes, sameBytes } from './bytes.ts';

/** Of SHA-256. */
export const hashLength = 32;

/** RFC 6962, 2.1: SHA-256(0x00 || data). */
export function leafHash(data: Uint8Array): Uint8Array {
  const input = new Uint8Array(data.length + 1);
  input.set(data, 1);
  return sha256(input);
}

/** The same for a text as UTF-8. */
export const leafHashOfText = (text: string): Uint8Array => sha256OfText(`\0${text}`);

// Reused for every hash, because each is computed before the next pair arrives.
const pair = Uint8Array.of(1, ...new Uint8Array(2 * hashLength));

/** RFC 6962, 2.1: SHA-256(0x01 || left || right). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  // A hash of the wrong length in a bundle would leave bytes behind for the next one.
  if (left.length !== hashLength || right.length !== hashLength)
    return sha256(joinBytes([Uint8Array.of(1), left, right]));
  pair.set(left, 1);
  pair.set(right, 1 + hashLength);
  return sha256(pair);
}

/** RFC 6962, 2.1: the Merkle Tree Hash over the hashes of leaves. */
export function treeHash(leaves: readonly Uint8Array[]): Uint8Array {
  const frontier = new Frontier();
  for (const leaf of leaves) frontier.append(leaf);
  return frontier.root();
}

/** The part of a tree that is needed to append to it: the roots of its complete subtrees, largest first. */
export class Frontier {
  #size: number;
  readonly #roots: Uint8Array[];

  constructor(size = 0, roots: readonly Uint8Array[] = []) {
    this.#size = size;
    this.#roots = [...roots];
  }

  /** @throws RangeError if a tree of that size has a different number of subtrees */
  static fromBytes(size: number, bytes: Uint8Array): Frontier {
    if (bytes.length !== hashLength * ones(size))
      throw new RangeError(`${bytes.length} bytes are not a frontier of a tree of ${size} leaves.`);
    const roots = Array.from({ length: bytes.length / hashLength }, (_, index) =>
      bytes.slice(index * hashLength, (index + 1) * hashLength),
    );
    return new Frontier(size, roots);
  }

  get size(): number {
    return this.#size;
  }

  append(leaf: Uint8Array): void {
    let root = leaf;
    for (let size = this.#size; size % 2 === 1; size = (size - 1) / 2)
      root = nodeHash(this.#roots.pop() ?? root, root);
    this.#roots.push(root);
    this.#size += 1;
  }

  root(): Uint8Array {
    const last = this.#roots.at(-1);
    if (!last) return sha256(new Uint8Array());
    return this.#roots.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
  }

  toBytes(): Uint8Array {
    return joinBytes(this.#roots);
  }
}

function ones(size: number): number {
  let count = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
}

/** RFC 9162, 2.1.3.2: whether the leaf is at that index of the tree. */
export function isIncluded(
  leaf: Uint8Array,
  index: number,
  { size, root }: { size: number; root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (!isIndex(index) || !isIndex(size) || index >= size) return false;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sibling, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else hash = nodeHash(hash, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && sameBytes(hash, root);
}

/** RFC 9162, 2.1.4.2: whether the second tree has all leaves of the first, in the same places. */
export function isConsistent(
  first: { size: number; root: Uint8Array },
  second: { size: number; root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (!isIndex(first.size) || !isIndex(second.size) || first.size > second.size) return false;
  if (first.size === second.size) return proof.length === 0 && sameBytes(first.root, second.root);
  // RFC 9162 only covers trees with leaves; every tree continues an empty one.
  if (first.size === 0) return proof.length === 0 && sameBytes(first.root, new Frontier().root());
  const path = isPowerOfTwo(first.size) ? [first.root, ...proof] : [...proof];
  const start = path.shift();
  if (!start) return false;
  let [at, last] = [first.size - 1, second.size - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  let [one, other] = [start, start];
  for (const hash of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      one = nodeHash(hash, one);
      other = nodeHash(hash, other);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else other = nodeHash(other, hash);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && sameBytes(one, first.root) && sameBytes(other, second.root);
}

const half = (count: number): number => Math.floor(count / 2);
const isIndex = (count: number): boolean => Number.isSafeInteger(count) && count >= 0;

function isPowerOfTwo(count: number): boolean {
  return ones(count) === 1;
}
