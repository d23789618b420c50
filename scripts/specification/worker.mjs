// A worker of `npm run specification`: a process in a copy of the tree that applies the breaks row by row and
// runs the proofs.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createVitest } from 'vitest/node';
import { browserOutcome } from './browser-proof.mjs';
import { applyBreak, namePatternOf } from './table.mjs';

/**
 * @import { Vitest } from 'vitest/node'
 * @import { Assignment, PlacedBreak } from './table.mjs'
 */

const copy = process.cwd();
/** @type {Promise<Vitest> | undefined} */
let starting;

/** Errors that show that the broken program does not run, instead of failing an assertion. */
const programErrors = /^(?:SyntaxError|ReferenceError|TypeError)$/;

process.on(
  'message',
  (/** @type {Assignment | { end: true }} */ message) =>
    void ('end' in message ? exit() : prove(message)),
);

async function exit() {
  await (await starting)?.close();
  process.exit();
}

/**
 * Proves the rows of a test file: first that all tests pass, then for each break that its test fails.
 * @param {Assignment} assignment
 */
async function prove({ file, tasks }) {
  const run = file.startsWith('e2e/') ? browserOutcome : unitOutcome;
  const unbroken = await runUnbroken(
    run,
    file,
    tasks.map(({ title }) => title),
  );
  for (const { number, title, breaks } of tasks) {
    const problems = [];
    if (!unbroken.get(title)?.passed)
      problems.push(`its test does not pass: ${unbroken.get(title)?.reason}`);
    else
      for (const item of breaks)
        problems.push(...(await proveWithBreak(item, () => run(file, [title]), title)));
    process.send?.({ number, problems });
  }
  process.send?.({ done: true });
}

/**
 * Runs the tests once more if one fails, as may happen on a busy machine.
 * @param {(file: string, titles: string[]) => Promise<Map<string, Outcome>>} run
 * @param {string} file
 * @param {string[]} titles
 */
async function runUnbroken(run, file, titles) {
  const first = await run(file, titles);
  return titles.every((title) => first.get(title)?.passed) ? first : run(file, titles);
}

/**
 * @param {PlacedBreak} item
 * @param {() => Promise<Map<string, Outcome>>} run
 * @param {string} title
 * @returns {Promise<string[]>}
 */
async function proveWithBreak(item, run, title) {
  const file = path.join(copy, item.file);
  const original = readFileSync(file, 'utf8');
  const { content, problem } = applyBreak(original, item);
  if (content === undefined) return [`${problem} in ${item.file}`];
  try {
    await write(file, content);
    const outcome = (await run()).get(title);
    const change = `${item.file}: ${'append' in item ? item.append : `“${item.find}” → “${item.replace}”`}`;
    if (outcome?.passed) return [`survived: ${change}`];
    return outcome?.byAssertion
      ? []
      : [`failed without an assertion (${outcome?.reason}): ${change}`];
  } finally {
    await write(file, original);
  }
}

/**
 * @param {string} file
 * @param {string} content
 */
async function write(file, content) {
  writeFileSync(file, content);
  (await starting)?.invalidateFile(file);
}

/**
 * @typedef {object} Outcome
 * @property {boolean} passed
 * @property {boolean} byAssertion whether an assertion failed
 * @property {string} reason the first error
 */

/**
 * @param {string} file
 * @param {string[]} titles
 * @returns {Promise<Map<string, Outcome>>}
 */
async function unitOutcome(file, titles) {
  // The timeout of vitest.config.ts is long enough for a wait inside a test to report its own failure first.
  starting ??= createVitest('test', { watch: false, silent: true, reporters: [{}] });
  const vitest = await starting;
  const names = titles.map(namePatternOf);
  vitest.setGlobalTestNamePattern(new RegExp(`(?:^| )(?:${names.join('|')})$`, 's'));
  // The filter matches parts of paths.
  const specifications = (await vitest.globTestSpecifications([file])).filter(
    ({ moduleId }) => path.resolve(moduleId) === path.join(copy, file),
  );
  const { testModules } = await vitest.runTestSpecifications(specifications);
  const tests = testModules.flatMap((module) => [...module.children.allTests()]);
  const loadErrors = testModules.flatMap((module) => module.errors().map(({ message }) => message));
  return new Map(
    titles.map((title, index) => {
      const name = new RegExp(`^${names[index]}$`, 's');
      const results = tests.filter((test) => name.test(test.name)).map((test) => test.result());
      const errors = results.flatMap((result) => result.errors ?? []);
      const [text = loadErrors[0] ?? `no test ran in ${file}`] = errors.map(
        (error) => `${error.name}: ${error.message.split('\n')[0]}`,
      );
      const passed = results.length > 0 && results.every(({ state }) => state === 'passed');
      const byAssertion =
        loadErrors.length === 0 &&
        errors.some(
          (error) => !programErrors.test(error.name ?? '') && !/timed out in/.test(error.message),
        );
      return [title, { passed, byAssertion, reason: text }];
    }),
  );
}
