import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup.mjs';
import { documentFile, renderDocument } from './document.mjs';
import { namePatternOf, problemsOf, readSections } from './table.mjs';

/** @import { Break, Row } from './table.mjs' */

test('each row names existing files and an existing test, and has breaks that apply', async () => {
  const sections = await readSections();
  expect(sections).toHaveLength(9);
  expect(problemsOf(sections)).toEqual([]);
});

test('docs/specification.md is what the rows write', async () => {
  const document = readFileSync(path.join(root, documentFile), 'utf8');
  expect(document).toBe(renderDocument(document, await readSections()));
});

const routesFile = 'contracts/src/routes.ts';
const thisFile = 'scripts/specification/specification.test.mjs';
/** @type {Break} */
const validBreak = { find: 'export function matchRoute(', replace: 'x' };
const missingTitle = 'nothing like this';
/**
 * @param {Partial<Row>} [part]
 * @returns {Row}
 */
const rowWith = (part) => ({
  number: '1.1',
  statement: 'A | B',
  files: [routesFile],
  proof: {
    file: thisFile,
    title: 'a title with placeholders matches the names that a run reports',
  },
  breaks: [validBreak],
  ...part,
});

test.each([
  ['a row whose break applies', [rowWith()], []],
  [
    'a row that needs no proof',
    [{ number: '1.1', statement: 'A', unproven: 'it says what is not shown' }],
    [],
  ],
  ['a row without a break', [rowWith({ breaks: [] })], ['1.1: has no break']],
  ['a row of another section', [rowWith({ number: '3.1' })], ['3.1: is in section 1']],
  ['two rows with the same number', [rowWith(), rowWith()], ['1.1: occurs twice']],
  ['a row without a statement', [rowWith({ statement: '' })], ['1.1: states nothing']],
  [
    'a missing file',
    [rowWith({ files: [routesFile, 'absent.ts'] })],
    ['1.1: names absent.ts, which does not exist'],
  ],
  [
    'a missing test',
    [rowWith({ proof: { file: thisFile, title: missingTitle } })],
    [`1.1: names “${missingTitle}”, which is not a test in ${thisFile}`],
  ],
  [
    'neither a proof nor a reason',
    [{ number: '1.1', statement: 'A' }],
    ['1.1: names no proof and does not say why'],
  ],
  [
    'a break whose text does not occur',
    [rowWith({ breaks: [{ find: 'not in the file', replace: 'x' }] })],
    [`1.1: “not in the file” occurs 0 times, not once, in ${routesFile}`],
  ],
  [
    'a break of an undeclared name',
    [rowWith({ breaks: [{ append: 'absent.path = 1;' }] })],
    [`1.1: “absent.path = 1;” changes absent, which is not declared in ${routesFile}`],
  ],
  [
    'a break in another file',
    [rowWith({ breaks: [{ ...validBreak, file: thisFile }] })],
    [`1.1: a break is in ${thisFile}, which the row does not name`],
  ],
])('reports the problems of %s', (_, rows, expected) => {
  expect(problemsOf([{ rows }])).toEqual(expected);
});

test('a title with placeholders matches the names that a run reports', () => {
  const name = new RegExp(`^${namePatternOf('%s (of $name.first) is found: %j?')}$`);
  expect(name.test('a.b (of Ada) is found: {}?')).toBe(true);
  expect(name.test('a.b (of Ada) is lost: {}?')).toBe(false);
});
