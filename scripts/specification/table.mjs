import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../setup.mjs';

/**
 * A statement of the specification, as docs/specification.md has it.
 * @typedef {object} Row
 * @property {string} number its section and its number within it: `2.17`
 * @property {string} section the section that contains it: `2`
 * @property {string} statement
 * @property {string[]} files the files that implement it
 * @property {string} proofText the last cell
 * @property {Proof | undefined} proof undefined if the row needs none, and the cell says why
 * @property {boolean} isComplete whether it has all cells
 *
 * @typedef {object} Proof
 * @property {string} file
 * @property {string} title as in the test's code, with placeholders such as `%s`
 *
 * A way to break what a row states: code that runs at the end of the module and changes what it declares, or a
 * replacement of a text that occurs exactly once in the file.
 * @typedef {{ row: string, file: string } & ({ append: string } | { find: string, replace: string })} Break
 *
 * A row to prove, as a worker receives it.
 * @typedef {object} Task
 * @property {string} number
 * @property {string} title
 * @property {Break[]} breaks
 *
 * The tasks of a test file.
 * @typedef {{ file: string, tasks: Task[] }} Assignment
 *
 * What a worker reports of a row; there are no problems if the test failed with each break.
 * @typedef {{ number: string, problems: string[] }} Finding
 */

const tableFile = 'docs/specification.md';
const columns = 4;

/** @returns {Row[]} */
export function readRows(text = readFileSync(path.join(root, tableFile), 'utf8')) {
  /** @type {Row[]} */
  const rows = [];
  let section = '';
  for (const line of text.split('\n')) {
    section = /^## (\d+)\./.exec(line)?.[1] ?? section;
    const cells = cellsOf(line);
    const [number, statement = '', fileCell = '', proofText = ''] = cells;
    // The header of a table and the line below it.
    if (number === undefined || /^[-: ]+$/.test(number) || number === 'Row') continue;
    const files = [...fileCell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    const proof = proofOf(proofText);
    rows.push({
      number,
      section,
      statement,
      files,
      proofText,
      proof,
      isComplete: cells.length === columns,
    });
  }
  return rows;
}

/** @param {string} line */
export function cellsOf(line) {
  if (!line.startsWith('|')) return [];
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
}

/**
 * @param {string} text
 * @returns {Proof | undefined}
 */
function proofOf(text) {
  const [, file, title] = /^`([^`]+)` › (.+)$/.exec(text) ?? [];
  return file === undefined || title === undefined ? undefined : { file, title };
}

/** The start of the last cell of a row that needs no proof; the reason follows. */
const noProof = 'Nothing to prove: ';

/** @returns {Promise<Break[]>} the breaks in all files of breaks/ */
export async function readBreaks() {
  const folder = path.join(import.meta.dirname, 'breaks');
  const files = readdirSync(folder).filter((file) => file.endsWith('.mjs'));
  const lists = await Promise.all(
    files.sort().map((file) => import(pathToFileURL(path.join(folder, file)).href)),
  );
  return lists.flatMap((list) => list.default);
}

/**
 * The problems of the table and its breaks that can be found without running them.
 * @param {Row[]} rows
 * @param {Break[]} breaks
 * @returns {string[]}
 */
export function problemsOf(rows, breaks) {
  const numbers = new Set(rows.map(({ number }) => number));
  return [
    ...rows.flatMap((row, index) => problemsOfRow(row, rows.slice(0, index), breaks)),
    ...breaks.flatMap((item) => {
      const { row, file } = item;
      if (!numbers.has(row)) return [`a break is for row ${row}, which does not exist`];
      const files = rows.find(({ number }) => number === row)?.files ?? [];
      if (!files.includes(file))
        return [`${row}: a break is in ${file}, which the row does not name`];
      const { problem } = applyBreak(contentOf(file), item);
      return problem === undefined ? [] : [`${row}: ${problem} in ${file}`];
    }),
  ];
}

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
 * @param {Row[]} earlier
 * @param {Break[]} breaks
 */
function problemsOfRow(
  { number, section, statement, files, proofText, proof, isComplete },
  earlier,
  breaks,
) {
  const problems = [];
  if (!isComplete) problems.push(`does not have ${columns} cells`);
  if (!new RegExp(`^${section}\\.\\d+$`).test(number)) problems.push(`is in section ${section}`);
  if (earlier.some((other) => other.number === number)) problems.push('occurs twice');
  if (statement === '') problems.push('states nothing');
  for (const file of files)
    if (!existsSync(path.join(root, file))) problems.push(`names ${file}, which does not exist`);
  if (proof === undefined) {
    if (!proofText.startsWith(noProof) || proofText.length < noProof.length + 10)
      problems.push('names no proof and does not say why');
  } else {
    if (files.length === 0) problems.push('names no file');
    if (!titlesIn(proof.file).includes(proof.title))
      problems.push(`names “${proof.title}”, which is not a test in ${proof.file}`);
    if (!breaks.some(({ row }) => row === number)) problems.push('has no break');
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
