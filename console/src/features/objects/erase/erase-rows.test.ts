// @vitest-environment node
import { expect, it } from 'vitest';
import { eraseRows, rangesText, findRepeated, wholeAround, withChoice } from './erase-rows.ts';

const rows = eraseRows({ name: 'Ada Lovelace', 'a/b': { c: [1, true] } });

it('lists every value and every object or array that contains values', () => {
  expect(rows.map(({ pointer, level }) => [pointer, level])).toEqual([
    ['/name', 0],
    ['/a~1b', 0],
    ['/a~1b/c', 1],
    ['/a~1b/c/0', 2],
    ['/a~1b/c/1', 2],
  ]);
});

it('replaces selected parts by the whole that is selected', () => {
  expect(withChoice(['/name', '/a~1b/c/0', '/a~1b/c/1'], '/a~1b', true)).toEqual([
    '/name',
    '/a~1b',
  ]);
  expect(withChoice(['/name', '/names'], '/name', false)).toEqual(['/names']);
});

it('returns the path that must be erased as a whole, or else the parent', () => {
  const messages = 'The proof covers /a~1b as a whole: erase that path.';
  expect(wholeAround('/a~1b/c/0', messages)).toBe('/a~1b');
  expect(wholeAround('/a~1b/c/0', 'No.')).toBe('/a~1b/c');
  expect(wholeAround('/name', 'There is nothing at this path in this version.')).toBeUndefined();
});

it('formats version numbers as ranges', () => {
  expect(rangesText([6, 1, 2, 3])).toBe('1–3, 6');
});

it('detects a value to be erased in the reason', () => {
  expect(findRepeated(rows, ['/name'], 'Request of ada lovelace')).toBe(true);
  expect(findRepeated(rows, ['/a~1b'], 'Request of ada lovelace')).toBe(false);
  expect(findRepeated(rows, ['/a~1b'], 'It is true, 1 of them')).toBe(false);
});
