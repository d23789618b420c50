import { expect, it } from 'vitest';
import { KeyCounts } from './key-counts.ts';

it('counts each of many similar keys by itself', () => {
  const counts = new KeyCounts();
  const keys = Array.from({ length: 50_000 }, (_, index) => `r${index % 7}o${index}`);
  for (const key of keys) expect(counts.add(key)).toBe(0);
  for (const key of keys.slice(0, 20_000)) expect(counts.add(key)).toBe(1);
  for (const [index, key] of keys.entries()) expect(counts.add(key)).toBe(index < 20_000 ? 2 : 1);
});

it.each([
  ['', '\0'],
  ['ab', 'ba'],
  ['a', 'aa'],
  ['\u0101', '\u0001'],
  ['x'.repeat(10_000), 'x'.repeat(10_001)],
])('distinguishes %j and %j', (one, other) => {
  const counts = new KeyCounts();
  expect([counts.add(one), counts.add(other), counts.add(one)]).toEqual([0, 0, 1]);
});
