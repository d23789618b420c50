import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../setup.mjs';

/**
 * A statement of the specification. `docs/specification.md` is written from all of them.
 * @typedef {object} Row
 * @property {string} number its section and its number within it: `2.17`
 * @property {string} statement
 * @property {string[]} [files] the files that implement it
 * @property {Proof} [proof]
 * @property {string} [unproven] why it needs no proof
 * @property {Break[]} [breaks]
 *
 * @typedef {object} Proof
 * @property {string} file
 * @property {string} title as in the test's code, with placeholders such as `%s`
 *
 * A way to break what a row states: code that runs at the end of the module and changes what it declares, or a
 * replacement of a text that occurs exactly once in the file. Without a file it is the first of the row.
 * @typedef {{ file?: string } & ({ append: string } | { find: string, replace: string })} Break
 *
 * A break with its file.
 * @typedef {Break & { file: string }} PlacedBreak
 *
 * A row to prove, as a worker receives it.
 * @typedef {object} Task
 * @property {string} number
 * @property {string} title
 * @property {PlacedBreak[]} breaks
 *
 * The tasks of a test file.
 * @typedef {{ file: string, tasks: Task[] }} Assignment
 *
 * What a worker reports of a row; there are no problems if the test failed with each break.
 * @typedef {{ number: string, problems: string[] }} Finding
 *
 * A section of the specification with its rows, in their order.
 * @typedef {{ title: string, rows: Row[] }} Section
 */

/** @returns {Promise<Section[]>} the sections in rows/, by their number */
export async function readSections() {
  const folder = path.join(import.meta.dirname, 'rows');
  const files = readdirSync(folder).filter((file) => file.endsWith('.mjs'));
  return Promise.all(
    files.sort().map((file) => import(pathToFileURL(path.join(folder, file)).href)),
  );
}

/** @param {Row} row */
export const sectionOf = ({ number }) => number.split('.')[0] ?? '';

/**
 * The breaks of a row, each with its file.
 * @param {Row} row
 * @returns {PlacedBreak[]}
 */
export const breaksOf = ({ files: [first = ''] = [], breaks = [] }) =>
  breaks.map((item) => ({ file: first, ...item }));

/** @param {string} line */
export function cellsOf(line) {
  if (!line.startsWith('|')) return [];
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
}

/**
 * The problems of the rows and their breaks that can be found without running them.
 * @param {Pick<Section, 'rows'>[]} sections
 * @returns {string[]}
 */
export const problemsOf = (sections) =>
  sections.flatMap(({ rows }, index) =>
    rows.flatMap((row, place) => [
      ...problemsOfRow(row, String(index + 1), rows.slice(0, place)),
      ...problemsOfBreaks(row),
    ]),
  );

/** @param {Row} row */
const problemsOfBreaks = (row) =>
  breaksOf(row).flatMap((item) => {
    const { number, files = [] } = row;
    if (!files.includes(item.file))
      return [`${number}: a break is in ${item.file}, which the row does not name`];
    const { problem } = applyBreak(contentOf(item.file), item);
    return problem === undefined ? [] : [`${number}: ${problem} in ${item.file}`];
  });

/**
 * The content of a file with a break applied, or why the break does not fit.
 * @param {string} content
 * @param {Break} item
 * @returns {{ content: string, problem?: undefined } | { content?: undefined, problem: string }}
 */
export function applyBreak(content, item) {
  if ('append' in item) {
    const [name = ''] = /^[\w$]+/.exec(item.append) ?? [];
    const declared = new RegExp(`^(?:export )?(?:const|let|function) ${name}\\b`, 'm');
    return declared.test(content)
      ? { content: `${content}\n${item.append}\n` }
      : { problem: `“${item.append}” changes ${name}, which is not declared` };
  }
  const { find, replace } = item;
  if (find === replace) return { problem: `“${find}” is not changed` };
  const parts = content.split(find);
  return parts.length === 2
    ? { content: parts.join(replace) }
    : { problem: `“${find}” occurs ${parts.length - 1} times, not once,` };
}

/**
 * @param {Row} row
 * @param {string} section
 * @param {Row[]} earlier
 */
function problemsOfRow(row, section, earlier) {
  const { number, statement, files = [], proof, unproven = '', breaks = [] } = row;
  const problems = [];
  if (!new RegExp(`^${section}\\.\\d+$`).test(number)) problems.push(`is in section ${section}`);
  if (earlier.some((other) => other.number === number)) problems.push('occurs twice');
  if (statement === '') problems.push('states nothing');
  for (const file of files)
    if (!existsSync(path.join(root, file))) problems.push(`names ${file}, which does not exist`);
  if (proof === undefined) {
    if (unproven.length < 10) problems.push('names no proof and does not say why');
  } else {
    if (files.length === 0) problems.push('names no file');
    if (!titlesIn(proof.file).includes(proof.title))
      problems.push(`names “${proof.title}”, which is not a test in ${proof.file}`);
    if (breaks.length === 0) problems.push('has no break');
  }
  return problems.map((problem) => `${number}: ${problem}`);
}

/** @param {string} file */
function contentOf(file) {
  const full = path.join(root, file);
  return existsSync(full) ? readFileSync(full, 'utf8') : '';
}

/** @type {Map<string, string[]>} */
const titles = new Map();

/**
 * The test titles in a file: each string that is the first argument of a call.
 * @param {string} file
 */
export function titlesIn(file) {
  const known = titles.get(file);
  if (known) return known;
  const found = [...contentOf(file).matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\])+)\1/gs)].map(
    ([, , title = '']) => title.replaceAll(/\\(.)/g, '$1'),
  );
  titles.set(file, found);
  return found;
}

/**
 * Matches the name that a run reports for a test with this title.
 * @param {string} title
 */
export function namePatternOf(title) {
  return title
    .split(/%[sdifjoOc#$]|\$[a-zA-Z_][\w.]*/)
    .map(literalPatternOf)
    .join('.*');
}

/**
 * Matches this text and no other.
 * @param {string} text
 */
export const literalPatternOf = (text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
