// npm run specification [-- ROW…]: breaks what each row of the specification states, in a copy of the tree,
// and shows that the test it names fails. Without arguments it runs all rows; `7` means all of section 7.
// npm run specification -- --write: writes docs/specification.md from the rows. See scripts/specification/README.md.
import { fork } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { installPackages, root } from './setup.mjs';
import { copyTree } from './specification/copy.mjs';
import { documentFile, renderDocument } from './specification/document.mjs';
import { breaksOf, problemsOf, readSections, sectionOf } from './specification/table.mjs';

/** @import { Finding, Row, Task } from './specification/table.mjs' */

const workerCount = 2;

const sections = await readSections();
const rows = sections.flatMap((section) => section.rows);
const requested = process.argv.slice(2);
if (requested.includes('--write')) {
  const file = path.join(root, documentFile);
  writeFileSync(file, renderDocument(readFileSync(file, 'utf8'), sections));
  process.exit();
}

installPackages();
/** @param {Row} row */
const isRequested = (row) =>
  requested.length === 0 || requested.includes(row.number) || requested.includes(sectionOf(row));
const tableProblems = problemsOf(sections).filter(
  (problem) =>
    requested.length === 0 ||
    rows.some((row) => isRequested(row) && problem.startsWith(`${row.number}:`)),
);
for (const problem of tableProblems) console.error(`✗ ${problem}`);

/**
 * The rows of a test file are run together. Those in a browser share a port, so they go to the same worker.
 * @type {Map<string, Task[]>}
 */
const tasksByFile = new Map();
for (const row of rows.filter(isRequested)) {
  const { number, proof } = row;
  if (!proof) continue;
  const task = { number, title: proof.title, breaks: breaksOf(row) };
  tasksByFile.set(proof.file, [...(tasksByFile.get(proof.file) ?? []), task]);
}
if (tableProblems.length > 0 || tasksByFile.size === 0) {
  console.error(tableProblems.length > 0 ? 'Fix the table first.' : 'There is no such row.');
  process.exit(1);
}

const assignments = [...tasksByFile]
  .map(([file, tasks]) => ({ file, tasks }))
  .sort((a, b) => b.tasks.length - a.tasks.length);
const ofBrowser = assignments.filter(({ file }) => file.startsWith('e2e/'));
const ofUnits = assignments.filter(({ file }) => !file.startsWith('e2e/'));
const started = Date.now();
let caught = 0;
let failed = 0;

/** @param {number} index */
async function runWorker(index) {
  const next = () => ofUnits.shift() ?? (index === 0 ? ofBrowser.shift() : undefined);
  let assignment = next();
  if (!assignment) return;
  const copy = copyTree(`${process.pid}-${index}`);
  const child = fork(path.join(import.meta.dirname, 'specification/worker.mjs'), [], {
    cwd: copy,
    env: { ...process.env, NODE_ENV: 'test', VITEST: 'true' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // Errors of tests of broken code are expected; the output is shown only if the worker itself fails.
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => (errors = (errors + text).slice(-4000)));
  /** @type {Promise<void>} */
  const ended = new Promise((resolve, reject) => {
    const sendNext = () => child.send(assignment ?? { end: true });
    child.on('message', (answer) => {
      const message = /** @type {Finding | { done: true }} */ (answer);
      if ('done' in message) {
        assignment = next();
        sendNext();
      } else report(message);
    });
    child.on('close', (code) =>
      assignment === undefined
        ? resolve()
        : reject(new Error(`A worker ended with ${code}.\n${errors}`)),
    );
    sendNext();
  });
  await ended.finally(() => rmSync(copy, { recursive: true, force: true }));
}

/** @param {Finding} finding */
function report({ number, problems }) {
  const row = rows.find((one) => one.number === number);
  if (!row) throw new Error(`A worker reports row ${number}, which does not exist.`);
  console.log(`${problems.length === 0 ? '✓' : '✗'} ${number} ${row.statement}`);
  for (const problem of problems) console.log(`    ${problem}`);
  if (problems.length === 0) caught += 1;
  else failed += 1;
}

await Promise.all(Array.from({ length: workerCount }, (_, index) => runWorker(index)));
const seconds = Math.round((Date.now() - started) / 1000);
console.log(
  `\n${caught} rows caught, ${failed} not caught, of ${rows.length} in the table; ${seconds} s`,
);
process.exitCode = failed === 0 ? 0 : 1;
