import { expect, it } from 'vitest';
import { ExpiringSet } from './expiring-set.ts';

it('holds a key for its time, and no more keys than it may', () => {
  let now = 0;
  const set = new ExpiringSet(60, 2, () => now);
  set.add('a');
  now = 30;
  set.add('a');
  set.add('b');
  expect([set.has('a'), set.has('b'), set.has('c')]).toEqual([true, true, false]);
  now = 60;
  expect([set.has('a'), set.has('b')]).toEqual([false, true]);
  set.add('c');
  set.add('d');
  expect([set.has('b'), set.has('c'), set.has('d')]).toEqual([false, true, true]);
});
