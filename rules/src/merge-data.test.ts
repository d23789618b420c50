// @vitest-environment node
import { expect, it } from 'vitest';
import { mergeData } from './merge-data.ts';

it('changed properties leave the others as they are', () => {
  const before = { a: 1, b: { c: [1, 2], d: 'x' }, e: { f: 1 } };
  expect(mergeData(before, { a: null, b: { c: [3] }, e: 'text', g: {} })).toEqual({
    a: null,
    b: { c: [3], d: 'x' },
    e: 'text',
    g: {},
  });
  expect(mergeData(before, {})).toEqual(before);
  expect(before).toEqual({ a: 1, b: { c: [1, 2], d: 'x' }, e: { f: 1 } });
});
