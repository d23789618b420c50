import { describe, expect, it } from 'vitest';
import { joinBytes } from '@annals/proofs/bytes';
import {
  Frontier,
  isConsistent,
  isIncluded,
  leafHashOfText,
  treeHash,
} from '@annals/proofs/merkle-tree';
import { consistencyProof, inclusionProof } from '@annals/proofs/subtrees';
import { tileWidth } from './append-log.ts';
import type { WantedHashes } from './log.sql.ts';
import { subtreesFrom, type TileReader } from './subtree-source.ts';

/** More than 256 * 256, so that there are tiles on three levels. */
const size = 70_001;
const leaves = Array.from({ length: size }, (_, index) => leafHashOfText(String(index)));
const levels = [leaves];
for (let below = leaves; below.length >= tileWidth; levels.push(below))
  below = Array.from({ length: Math.floor(below.length / tileWidth) }, (_, tile) =>
    treeHash(below.slice(tile * tileWidth, (tile + 1) * tileWidth)),
  );

const roots = new Map<number, Uint8Array>();
function rootOf(count: number): Uint8Array {
  const root = roots.get(count) ?? treeHash(leaves.slice(0, count));
  roots.set(count, root);
  return root;
}

/** The tiles as the database has them, with what was asked for. */
function reader(): { read: TileReader; asked: WantedHashes[] } {
  const asked: WantedHashes[] = [];
  const hashesOf = (level: number, tile: number) =>
    levels[level]?.slice(tile * tileWidth, (tile + 1) * tileWidth) ?? [];
  const read: TileReader = async (wanted) => {
    asked.push(wanted);
    const { full, partial, leaves: { from, to } = { from: 0, to: 0 } } = wanted;
    expect(to - from).toBeLessThan(tileWidth);
    return {
      full: full.map((id) => {
        const hashes = hashesOf(id.level, id.tile);
        expect(hashes).toHaveLength(tileWidth);
        return Object.assign({ hashes: joinBytes(hashes) }, id);
      }),
      partial: partial.flatMap((id) =>
        hashesOf(id.level, id.tile).map((root) => Object.assign({ root }, id)),
      ),
      leaves: leaves.slice(from, to),
    };
  };
  return { read, asked };
}

describe('subtrees out of tiles', () => {
  it.each([0, 1, 255, 256, 511, 512, 65_535, 65_536, 65_792, 69_887, 69_888, 69_999, 70_000])(
    'prove that leaf %i is in the log',
    async (index) => {
      const leaf = leaves[index] ?? new Uint8Array();
      const { read, asked } = reader();
      const proof = await inclusionProof(index, size, subtreesFrom(read, size));
      expect(isIncluded(leaf, index, { size, root: rootOf(size) }, proof)).toBe(true);
      expect(asked).toHaveLength(1);
    },
  );

  it.each([
    [1, size],
    [256, 257],
    [255, 65_536],
    [300, 65_537],
    [65_536, 70_000],
    [69_888, size],
    [65_536 + 3 * 256, 65_536 + 4 * 256],
    [size, size],
  ])('prove that the log of %i continues to %i', async (from, to) => {
    const proof = await consistencyProof(from, to, subtreesFrom(reader().read, size));
    const treeOf = (count: number) => ({ size: count, root: rootOf(count) });
    expect(isConsistent(treeOf(from), treeOf(to), proof)).toBe(true);
  });

  it('read no tile again for another proof', async () => {
    const { read, asked } = reader();
    const source = subtreesFrom(read, size);
    await inclusionProof(1000, size, source);
    await inclusionProof(1001, size, source);
    expect(asked).toHaveLength(1);
  });

  it('are read together for concurrent proofs', async () => {
    const { read, asked } = reader();
    const source = subtreesFrom(read, size);
    const [included, continued] = await Promise.all([
      inclusionProof(1000, size, source),
      consistencyProof(300, size, source),
    ]);
    expect(asked).toHaveLength(1);
    const whole = { size, root: rootOf(size) };
    expect(isIncluded(leaves[1000] ?? new Uint8Array(), 1000, whole, included)).toBe(true);
    expect(isConsistent({ size: 300, root: rootOf(300) }, whole, continued)).toBe(true);
  });

  it('return the roots of a frontier', async () => {
    const frontier = new Frontier();
    for (const leaf of leaves.slice(0, 520)) frontier.append(leaf);
    const found = await subtreesFrom(
      reader().read,
      520,
    )([
      { level: 9, index: 0 },
      { level: 3, index: 64 },
    ]);
    expect(joinBytes(found)).toEqual(frontier.toBytes());
  });
});
