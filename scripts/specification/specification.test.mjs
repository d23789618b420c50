import { expect, test } from 'vitest';
import { problemsOf, nameOf, readBreaks, readRows } from './table.mjs';

test('each row of docs/specification.md has a place, a proof that exists and breaks that fit', async () => {
  const rows = readRows();
  expect(rows.length).toBeGreaterThan(0);
  expect(problemsOf(rows, await readBreaks())).toEqual([]);
});

const place = 'contracts/src/routes.ts';
const here = 'scripts/specification/specification.test.mjs';
const good = { row: '2.1', file: place, find: 'export function matchRoute(', replace: 'x' };
const absent = 'nothing like this';
const row = (number, proof = `\`${here}\` › the place and the name of a row count`) =>
  `| ${number} | A \\| B | \`${place}\` | ${proof} |`;
const problems = (lines, breaks = [good]) =>
  problemsOf(
    readRows(['## 2. Routes', '| Row | a | b | c |', '|---|---|---|---|', ...lines].join('\n')),
    breaks,
  );

test.each([
  ['a row whose break fits', [row('2.1')], [good], []],
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
    [{ ...good, row: '3.1' }],
    ['3.1: stands in section 2'],
  ],
  ['two rows of one number', [row('2.1'), row('2.1')], [good], ['2.1: is there twice']],
  [
    'a test that is not there',
    [row('2.1', `\`${here}\` › ${absent}`)],
    [good],
    [`2.1: names “${absent}”, a test that is not in ${here}`],
  ],
  ['no proof and no reason', [row('2.1', '—')], [], ['2.1: names no proof and does not say why']],
  [
    'a break that finds nothing',
    [row('2.1')],
    [{ ...good, find: 'not in the file' }],
    [`2.1: “not in the file” is 0 times, not once, in ${place}`],
  ],
  [
    'a break of what is not declared',
    [row('2.1')],
    [{ row: '2.1', file: place, append: 'absent.path = 1;' }],
    [`2.1: “absent.path = 1;” changes absent, which is not declared in ${place}`],
  ],
  [
    'a break elsewhere',
    [row('2.1')],
    [{ ...good, file: here }],
    [`2.1: a break is in ${here}, which its place does not name`],
  ],
])('%s is judged', (_, lines, breaks, expected) => {
  expect(problems(lines, breaks)).toEqual(expected);
});

test('the place and the name of a row count', () => {
  expect(readRows(`## 2. Routes\n${row('2.1')}`)).toMatchObject([
    { number: '2.1', section: '2', statement: 'A | B', places: [place], proof: { file: here } },
  ]);
});

test('a title with placeholders matches what a run calls its tests', () => {
  const name = new RegExp(`^${nameOf('%s (of $name.first) is found: %j?')}$`);
  expect(name.test('a.b (of Ada) is found: {}?')).toBe(true);
  expect(name.test('a.b (of Ada) is lost: {}?')).toBe(false);
});
