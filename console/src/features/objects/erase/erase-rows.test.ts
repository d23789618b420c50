// @vitest-environment node
import { expect, it } from 'vitest';
import { eraseRows, rangesText, repeated, wholeAround, withChoice } from './erase-rows.ts';

const rows = eraseRows({ name: 'Ada Lovelace', 'a/b': { c: [1, true] } });

it('offers every value, and what holds it as a whole', () => {
  expect(rows.map(({ pointer, level }) => [pointer, level])).toEqual([
    ['/name', 0],
    ['/a~1b', 0],
    ['/a~1b/c', 1],
    ['/a~1b/c/0', 2],
    ['/a~1b/c/1', 2],
  ]);
});

it('takes the whole in place of its parts', () => {
  expect(withChoice(['/name', '/a~1b/c/0', '/a~1b/c/1'], '/a~1b', true)).toEqual([
    '/name',
    '/a~1b',
  ]);
  expect(withChoice(['/name', '/names'], '/name', false)).toEqual(['/names']);
});

it('finds what the service wants to be erased as a whole, else goes one up', () => {
  const messages = 'The proof covers /a~1b as a whole: erase that path.';
  expect(wholeAround('/a~1b/c/0', messages)).toBe('/a~1b');
  expect(wholeAround('/a~1b/c/0', 'No.')).toBe('/a~1b/c');
  expect(wholeAround('/name', 'There is nothing at this path in this version.')).toBeUndefined();
});

it('writes versions as ranges', () => {
  expect(rangesText([6, 1, 2, 3])).toBe('1–3, 6');
});

it('notices a value that the reason repeats', () => {
  expect(repeated(rows, ['/name'], 'Request of ada lovelace')).toBe(true);
  expect(repeated(rows, ['/a~1b'], 'Request of ada lovelace')).toBe(false);
  expect(repeated(rows, ['/a~1b'], 'It is true, 1 of them')).toBe(false);
});
