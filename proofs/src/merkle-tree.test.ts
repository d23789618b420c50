// @vitest-environment node
import { expect, test } from 'vitest';
import { toHex } from './bytes.ts';
import {
  Frontier,
  isConsistent,
  isIncluded,
  leafHash,
  leafHashOfText,
  treeHash,
} from './merkle-tree.ts';
import { consistencyProof, inclusionProof } from './subtrees.ts';
import { subtreesOf } from './testing/test-proofs.ts';

// The tree and the proofs with which Certificate Transparency tests RFC 6962 (transparency-dev/merkle,
// proof/verify_test.go).
const data = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const emptyRoot = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
// These count leaves from 1.
const inclusionProofs: [leaf: number, size: number, proof: string[]][] = [
  [1, 1, []],
  [
    1,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    6,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [3, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  [
    2,
    5,
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
];
const consistencyProofs: [from: number, to: number, proof: string[]][] = [
  [1, 1, []],
  [
    1,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    6,
    8,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [
    2,
    5,
    [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
  [
    6,
    7,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
];

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));
const leaves = data.map((hex) => leafHash(bytes(hex)));
const treeOf = (size: number) => ({
  size,
  root: bytes(size === 0 ? emptyRoot : (roots[size - 1] ?? '')),
});

test('computes the roots of RFC 6962 for each size', () => {
  expect(toHex(treeHash([]))).toBe(emptyRoot);
  expect(leaves.map((_, index) => toHex(treeHash(leaves.slice(0, index + 1))))).toEqual(roots);
  expect(toHex(leafHashOfText('\u0010'))).toBe(toHex(leaves[2] ?? new Uint8Array()));
});

test('creates and accepts the known inclusion proofs', async () => {
  for (const [number, size, proof] of inclusionProofs) {
    const made = await inclusionProof(number - 1, size, subtreesOf(leaves));
    expect(made.map(toHex)).toEqual(proof);
    const leaf = leaves[number - 1] ?? new Uint8Array();
    expect(isIncluded(leaf, number - 1, treeOf(size), made)).toBe(true);
    for (const wrong of [number - 2, number, (number - 1) ^ 2])
      expect(isIncluded(leaf, wrong, treeOf(size), made)).toBe(false);
    for (const wrong of [size * 2, Math.floor(size / 2)])
      expect(isIncluded(leaf, number - 1, { ...treeOf(size), size: wrong }, made)).toBe(false);
    expect(isIncluded(treeOf(0).root, number - 1, treeOf(size), made)).toBe(false);
    expect(isIncluded(leaf, number - 1, { size, root: treeOf(0).root }, made)).toBe(false);
    for (const wrong of broken(made, treeOf(size).root))
      expect(isIncluded(leaf, number - 1, treeOf(size), wrong)).toBe(false);
  }
});

test('creates and accepts the known consistency proofs', async () => {
  for (const [from, to, proof] of consistencyProofs) {
    const made = await consistencyProof(from, to, subtreesOf(leaves));
    expect(made.map(toHex)).toEqual(proof);
    const [first, second] = [treeOf(from), treeOf(to)];
    expect(isConsistent(first, second, made)).toBe(true);
    expect(isConsistent(first, { ...second, root: treeOf(0).root }, made)).toBe(false);
    expect(isConsistent({ ...first, root: treeOf(0).root }, second, made)).toBe(false);
    if (from === to) continue;
    expect(isConsistent(second, first, made)).toBe(false);
    for (const wrong of [from - 1, from + 1, from ^ 2])
      expect(isConsistent({ ...first, size: wrong }, second, made)).toBe(false);
    for (const wrong of [to * 2, Math.floor(to / 2)])
      expect(isConsistent(first, { ...second, size: wrong }, made)).toBe(false);
    for (const wrong of [[], ...broken(made, first.root), ...broken(made, second.root)])
      expect(isConsistent(first, second, wrong)).toBe(false);
  }
  expect(isConsistent(treeOf(0), treeOf(8), [])).toBe(true);
  expect(isConsistent({ size: 0, root: bytes(roots[0] ?? '') }, treeOf(8), [])).toBe(false);
  expect(isConsistent(treeOf(0), treeOf(8), [treeOf(0).root])).toBe(false);
});

/** Variants of a proof with something added, removed or changed. */
function broken(proof: Uint8Array[], other: Uint8Array): Uint8Array[][] {
  const flipped = proof.map((_, at) =>
    proof.map((hash, index) =>
      index === at ? hash.map((byte, of) => (of === 0 ? byte ^ 8 : byte)) : hash,
    ),
  );
  return [
    [...proof, new Uint8Array()],
    [...proof, other],
    [new Uint8Array(), ...proof],
    [other, ...proof],
    ...(proof.length > 0 ? [proof.slice(0, -1), proof.slice(1)] : []),
    ...flipped,
  ];
}

test('proves each leaf of each size, and that each size continues every earlier one', async () => {
  const many = Array.from({ length: 70 }, (_, index) => leafHashOfText(String(index)));
  const source = subtreesOf(many);
  const trees = many.map((_, index) => ({
    size: index + 1,
    root: treeHash(many.slice(0, index + 1)),
  }));
  for (const tree of trees) {
    for (let index = 0; index < tree.size; index++) {
      const proof = await inclusionProof(index, tree.size, source);
      expect(isIncluded(many[index] ?? new Uint8Array(), index, tree, proof)).toBe(true);
      expect(isIncluded(many[(index + 1) % 70] ?? new Uint8Array(), index, tree, proof)).toBe(
        false,
      );
    }
    for (const before of trees.slice(0, tree.size)) {
      const proof = await consistencyProof(before.size, tree.size, source);
      expect(isConsistent(before, tree, proof)).toBe(true);
      expect(isConsistent({ ...before, root: tree.root }, tree, proof)).toBe(
        before.size === tree.size,
      );
    }
  }
});

test('proves large trees', async () => {
  const many = Array.from({ length: 5001 }, (_, index) => leafHashOfText(String(index)));
  const source = subtreesOf(many);
  for (const [index, from, size] of [
    [0, 1, 5001],
    [4999, 4096, 5000],
    [4095, 4095, 4097],
    [2048, 3000, 4096],
  ] as const) {
    const tree = { size, root: treeHash(many.slice(0, size)) };
    const before = { size: from, root: treeHash(many.slice(0, from)) };
    const leaf = many[index] ?? new Uint8Array();
    expect(isIncluded(leaf, index, tree, await inclusionProof(index, size, source))).toBe(true);
    expect(isConsistent(before, tree, await consistencyProof(from, size, source))).toBe(true);
  }
});

test('continues from a stored frontier', () => {
  const frontier = new Frontier();
  for (const leaf of leaves) {
    Frontier.fromBytes(frontier.size, frontier.toBytes()).append(leaf);
    const again = Frontier.fromBytes(frontier.size, frontier.toBytes());
    again.append(leaf);
    frontier.append(leaf);
    expect(toHex(again.root())).toBe(roots[again.size - 1]);
    expect(toHex(frontier.root())).toBe(roots[frontier.size - 1]);
  }
  expect(() => Frontier.fromBytes(6, frontier.toBytes())).toThrow(RangeError);
});

test('refuses proofs of leaves and sizes that do not exist', async () => {
  await expect(inclusionProof(8, 8, subtreesOf(leaves))).rejects.toThrow(RangeError);
  await expect(consistencyProof(8, 7, subtreesOf(leaves))).rejects.toThrow(RangeError);
  expect(isIncluded(leaves[0] ?? new Uint8Array(), 0.5, treeOf(1), [])).toBe(false);
});
