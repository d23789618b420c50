import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { idsIn, joinIds } from './joined-ids.ts';

const idPattern = /"id":"([0-9a-f-]{36})"/;
const idOf = (text: string): string => idPattern.exec(text)?.[1] ?? '';

it('joins ids, and finds them again', () => {
  for (const count of [0, 1, 2, 50]) {
    const ids = Array.from({ length: count }, () => randomUUID());
    expect(idsIn(joinIds(ids))).toEqual(ids);
  }
});

it('keeps no text in memory that an id was a part of', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heldBy = (keep: (text: string) => unknown): number => {
    collect();
    const before = process.memoryUsage().heapUsed;
    const kept = Array.from({ length: 100 }, (_, n) =>
      keep(`{"id":"${randomUUID()}","text":"${String(n).repeat(50_000)}"}`),
    );
    collect();
    const held = process.memoryUsage().heapUsed - before;
    expect(kept).toHaveLength(100);
    return held;
  };
  expect(heldBy(idOf)).toBeGreaterThan(2_000_000);
  expect(heldBy((text) => joinIds([idOf(text)]))).toBeLessThan(1_000_000);
  expect(heldBy((text) => joinIds([idOf(text), idOf(text)]))).toBeLessThan(1_000_000);
});
