import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './setup.mjs';
import { cellsOf, titlesIn } from './specification/table.mjs';

const table = readFileSync(path.join(root, 'docs/qualities.md'), 'utf8');
const rows = table
  .split('\n')
  .map(cellsOf)
  .filter(([row]) => /^[A-Z]\d+/.test(row ?? ''))
  .map(([row, quality = '', shownBy = '']) => ({ row, quality, shownBy }));

/**
 * The names that a script accepts, which are the keys of the object it selects from.
 * @param {string} file
 */
const namesIn = (file) =>
  existsSync(path.join(root, file))
    ? [
        ...readFileSync(path.join(root, file), 'utf8').matchAll(
          /^ {2}'?([a-z-]+)'?: (?:\w+,$|\(\) =>)/gm,
        ),
      ].map(([, name = '']) => name)
    : [];
/** @type {Record<string, string[]>} */
const scripts = {
  bench: namesIn('bench/src/main.ts'),
  faults: namesIn('bench/faults/main.ts'),
};

/**
 * The problem with an entry that is to prove a quality; undefined if there is none.
 * @param {string} proof
 */
function problemOf(proof) {
  const [, file, title = ''] = /^`([^`]+)` › (.+)$/.exec(proof) ?? [];
  if (file) return titlesIn(file).includes(title) ? undefined : `no test “${title}” in ${file}`;
  const [, script, name = ''] = /^`npm run (bench|faults) -- ([a-z-]+)[^`]*`$/.exec(proof) ?? [];
  if (script) return scripts[script]?.includes(name) ? undefined : `no ${script} ${name}`;
  return `“${proof}” is neither a test nor a script`;
}

test('each row of docs/qualities.md names existing tests and scripts', () => {
  expect(rows.length).toBeGreaterThan(60);
  const problems = rows.flatMap(({ row, quality, shownBy }) => [
    ...(quality === '' ? [`${row}: says nothing`] : []),
    ...shownBy.split('<br>').flatMap((proof) => {
      const problem = problemOf(proof.trim());
      return problem ? [`${row}: ${problem}`] : [];
    }),
  ]);
  expect(problems).toEqual([]);
});

test('each figure is of one of the rows', () => {
  const results = readFileSync(path.join(root, 'docs/results.md'), 'utf8').split('\n').map(cellsOf);
  const numbers = results.map(([row = '']) => row).filter((row) => /^[A-Z]\d+/.test(row));
  expect(numbers.length).toBeGreaterThan(20);
  expect(rows.map(({ row }) => row)).toEqual(expect.arrayContaining(numbers));
});

test('no row occurs twice', () => {
  const numbers = rows.map(({ row }) => row);
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});
