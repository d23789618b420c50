import { expect, test } from 'vitest';
import { problemsOf, namePatternOf, readBreaks, readRows } from './table.mjs';

/** @import { Break } from './table.mjs' */

test('each row of docs/specification.md names existing files and an existing test, and has breaks that apply', async () => {
  const rows = readRows();
  expect(rows.length).toBeGreaterThan(0);
  expect(problemsOf(rows, await readBreaks())).toEqual([]);
});

const routesFile = 'contracts/src/routes.ts';
const thisFile = 'scripts/specification/specification.test.mjs';
/** @type {Break} */
const validBreak = {
  row: '2.1',
  file: routesFile,
  find: 'export function matchRoute(',
  replace: 'x',
};
const missingTitle = 'nothing like this';
/** @param {string} number */
const row = (number, proof = `\`${thisFile}\` › reads the files and the test of a row`) =>
  `| ${number} | A \\| B | \`${routesFile}\` | ${proof} |`;
/**
 * @param {string[]} lines
 * @param {Break[]} breaks
 */
const problems = (lines, breaks) =>
  problemsOf(
    readRows(['## 2. Routes', '| Row | a | b | c |', '|---|---|---|---|', ...lines].join('\n')),
    breaks,
  );

test.each([
  ['a row whose break applies', [row('2.1')], [validBreak], []],
  [
    'a row that needs no proof',
    [row('2.1', 'Nothing to prove: it says what is not shown')],
    [],
    [],
  ],
  ['a row without a break', [row('2.1')], [], ['2.1: has no break']],
  [
    'a row of another section',
    [row('3.1')],
    [{ ...validBreak, row: '3.1' }],
    ['3.1: is in section 2'],
  ],
  ['two rows with the same number', [row('2.1'), row('2.1')], [validBreak], ['2.1: occurs twice']],
  [
    'a missing test',
    [row('2.1', `\`${thisFile}\` › ${missingTitle}`)],
    [validBreak],
    [`2.1: names “${missingTitle}”, which is not a test in ${thisFile}`],
  ],
  [
    'neither a proof nor a reason',
    [row('2.1', '—')],
    [],
    ['2.1: names no proof and does not say why'],
  ],
  [
    'a break whose text does not occur',
    [row('2.1')],
    [{ ...validBreak, find: 'not in the file' }],
    [`2.1: “not in the file” occurs 0 times, not once, in ${routesFile}`],
  ],
  [
    'a break of an undeclared name',
    [row('2.1')],
    [{ row: '2.1', file: routesFile, append: 'absent.path = 1;' }],
    [`2.1: “absent.path = 1;” changes absent, which is not declared in ${routesFile}`],
  ],
  [
    'a break in another file',
    [row('2.1')],
    [{ ...validBreak, file: thisFile }],
    [`2.1: a break is in ${thisFile}, which the row does not name`],
  ],
])('reports the problems of %s', (_, lines, breaks, expected) => {
  expect(problems(lines, breaks)).toEqual(expected);
});

test('reads the files and the test of a row', () => {
  expect(readRows(`## 2. Routes\n${row('2.1')}`)).toMatchObject([
    {
      number: '2.1',
      section: '2',
      statement: 'A | B',
      files: [routesFile],
      proof: { file: thisFile },
    },
  ]);
});

test('a title with placeholders matches the names that a run reports', () => {
  const name = new RegExp(`^${namePatternOf('%s (of $name.first) is found: %j?')}$`);
  expect(name.test('a.b (of Ada) is found: {}?')).toBe(true);
  expect(name.test('a.b (of Ada) is lost: {}?')).toBe(false);
});
