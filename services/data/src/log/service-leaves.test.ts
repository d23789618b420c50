import { describe, expect, it } from 'vitest';
import { Frontier, leafHashOfText } from '@annals/proofs/merkle-tree';
import { ServiceLeaves } from './service-leaves.ts';

const leavesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => leafHashOfText(`${name} ${index}`));

/** A log and what was read of it. */
function logOf(leaves: readonly Uint8Array[]) {
  const asked: [number, number][] = [];
  const read = async (from: number, to: number) => {
    asked.push([from, to]);
    return leaves.slice(from, to);
  };
  const headAt = (size: number) => {
    const frontier = new Frontier();
    for (const leaf of leaves.slice(0, size)) frontier.append(leaf);
    return { size, frontier: frontier.toBytes() };
  };
  return { asked, read, headAt };
}

describe('the leaves of the last tile', () => {
  it('are read once, then only new ones', async () => {
    const leaves = leavesOf('one', 600);
    const { asked, read, headAt } = logOf(leaves);
    const kept = new ServiceLeaves();
    const lastOf = (size: number) => kept.source(headAt(size), read)(size - (size % 256), size);
    await expect(lastOf(300)).resolves.toEqual(leaves.slice(256, 300));
    await expect(lastOf(300)).resolves.toEqual(leaves.slice(256, 300));
    await expect(lastOf(310)).resolves.toEqual(leaves.slice(256, 310));
    await expect(lastOf(520)).resolves.toEqual(leaves.slice(512, 520));
    expect(asked).toEqual([
      [256, 300],
      [300, 310],
      [512, 520],
    ]);
  });

  it('are read again if the log is another one', async () => {
    const [before, restored] = [leavesOf('one', 20), leavesOf('other', 20)];
    const kept = new ServiceLeaves();
    const one = logOf(before);
    await kept.source(one.headAt(10), one.read)(0, 10);
    const other = logOf(restored);
    for (const size of [10, 12])
      await expect(kept.source(other.headAt(size), other.read)(0, size)).resolves.toEqual(
        restored.slice(0, size),
      );
    await kept.source(one.headAt(10), one.read)(0, 10);
    await expect(kept.source(other.headAt(15), other.read)(0, 15)).resolves.toEqual(
      restored.slice(0, 15),
    );
  });

  it('are not cached if they do not belong to the head', async () => {
    const leaves = leavesOf('one', 5);
    const { asked, read, headAt } = logOf(leaves);
    const kept = new ServiceLeaves();
    const corrupted = async () => leavesOf('corrupted', 5);
    await kept.source(headAt(5), corrupted)(0, 5);
    await expect(kept.source(headAt(5), read)(0, 5)).resolves.toEqual(leaves);
    expect(asked).toHaveLength(1);
  });
});
