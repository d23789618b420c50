import { hashLength } from './merkle-tree.ts';
import { saltLength } from './version-tree.ts';

/** What is stored of a leaf beside its value: the salt, or only the digest once the value is erased. */
export type StoredLeaf = { salt: Uint8Array } | { digest: Uint8Array };

/** How a version was split, and its leaves in order. */
export interface StoredLeaves {
  depth: number;
  leaves: StoredLeaf[];
}

const format = 1;
const open = 0;
const erased = 1;

/** One byte for the format, one for the depth; for each leaf a type byte, then salt or digest. */
export function packLeaves({ depth, leaves }: StoredLeaves): Uint8Array {
  const packed = new Uint8Array(
    leaves.reduce((length, leaf) => length + 1 + bytesOf(leaf).length, 2),
  );
  packed.set([format, depth]);
  let at = 2;
  for (const leaf of leaves) {
    packed[at] = 'salt' in leaf ? open : erased;
    packed.set(bytesOf(leaf), at + 1);
    at += 1 + bytesOf(leaf).length;
  }
  return packed;
}

/**
 * Like `packLeaves`, for a version without erased values.
 * @param salts concatenated
 */
export function packSalts(depth: number, salts: Uint8Array): Uint8Array {
  const count = salts.length / saltLength;
  const packed = new Uint8Array(2 + count * (1 + saltLength));
  packed.set([format, depth]);
  for (let index = 0; index < count; index++) {
    const at = 2 + index * (1 + saltLength);
    packed[at] = open;
    packed.set(salts.subarray(index * saltLength, (index + 1) * saltLength), at + 1);
  }
  return packed;
}

/** The opposite of `packSalts`; undefined for a version with erased values, and for other bytes. */
export function unpackSalts(packed: Uint8Array): { depth: number; salts: Uint8Array } | undefined {
  const depth = packed[1];
  const count = (packed.length - 2) / (1 + saltLength);
  if (packed[0] !== format || depth === undefined || !Number.isInteger(count)) return undefined;
  const salts = new Uint8Array(count * saltLength);
  for (let from = 2, to = 0; from < packed.length; from += 1 + saltLength) {
    if (packed[from] !== open) return undefined;
    // A copy by `set` would create a view of each.
    for (let at = 1; at <= saltLength; at++, to++) salts[to] = packed[from + at] ?? 0;
  }
  return { depth, salts };
}

/** Undefined for bytes that `packLeaves` does not write. */
export function unpackLeaves(packed: Uint8Array): StoredLeaves | undefined {
  const depth = packed[1];
  if (packed[0] !== format || depth === undefined) return undefined;
  const leaves: StoredLeaf[] = [];
  for (let at = 2; at < packed.length;) {
    const isSealed = packed[at] === erased;
    const length = isSealed ? hashLength : saltLength;
    const bytes = packed.slice(at + 1, at + 1 + length);
    if ((!isSealed && packed[at] !== open) || bytes.length !== length) return undefined;
    leaves.push(isSealed ? { digest: bytes } : { salt: bytes });
    at += 1 + length;
  }
  return { depth, leaves };
}

const bytesOf = (leaf: StoredLeaf): Uint8Array => ('salt' in leaf ? leaf.salt : leaf.digest);
