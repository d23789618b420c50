// A worker of `npm run specification`: a process in a copy of the tree that applies the breaks row by row and
// runs the proofs.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createVitest } from 'vitest/node';
import { browserOutcome } from './browser-proof.mjs';
import { broken, nameOf } from './table.mjs';

const copy = process.cwd();
/** @type {Promise<import('vitest/node').Vitest> | undefined} */
let starting;

/** Errors of a program that does not run, although the proof should have failed an assertion. */
const noAssertion = /^(?:SyntaxError|ReferenceError|TypeError)$/;

process.on('message', ({ end, file, tasks }) => void (end ? leave() : prove(file, tasks)));

async function leave() {
  await (await starting)?.close();
  process.exit();
}

/**
 * Proves the rows of a test file: first that all tests pass, then for each break that its test fails.
 * @param {string} file
 * @param {{ number: string, title: string, breaks: import('./table.mjs').Break[] }[]} tasks
 */
async function prove(file, tasks) {
  const run = file.startsWith('e2e/') ? browserOutcome : unitOutcome;
  const unbroken = await sound(
    run,
    file,
    tasks.map(({ title }) => title),
  );
  for (const { number, title, breaks } of tasks) {
    const problems = [];
    if (!unbroken.get(title)?.passed)
      problems.push(`its test does not pass: ${unbroken.get(title)?.reason}`);
    else
      for (const one of breaks)
        problems.push(...(await withBreak(one, () => run(copy, file, [title]), title)));
    process.send?.({ number, problems });
  }
  process.send?.({ done: true });
}

/** A test that fails on a busy machine is repeated once. */
async function sound(run, file, titles) {
  const first = await run(copy, file, titles);
  return titles.every((title) => first.get(title)?.passed) ? first : run(copy, file, titles);
}

/**
 * @param {import('./table.mjs').Break} one
 * @param {() => Promise<Map<string, Outcome>>} run
 * @param {string} title
 * @returns {Promise<string[]>}
 */
async function withBreak(one, run, title) {
  const full = path.join(copy, one.file);
  const whole = readFileSync(full, 'utf8');
  const { content, problem } = broken(whole, one);
  if (content === undefined) return [`${problem} in ${one.file}`];
  try {
    await write(full, content);
    const outcome = (await run()).get(title);
    const how = `${one.file}: ${'append' in one ? one.append : `“${one.find}” → “${one.replace}”`}`;
    if (outcome?.passed) return [`survived: ${how}`];
    return outcome?.byAssertion ? [] : [`failed by no assertion (${outcome?.reason}): ${how}`];
  } finally {
    await write(full, whole);
  }
}

async function write(file, content) {
  writeFileSync(file, content);
  (await starting)?.invalidateFile(file);
}

/**
 * @typedef {object} Outcome
 * @property {boolean} passed
 * @property {boolean} byAssertion whether it failed by what it expected
 * @property {string} said
 */

/**
 * @param {string} _
 * @param {string} file
 * @param {string[]} titles
 * @returns {Promise<Map<string, Outcome>>}
 */
async function unitOutcome(_, file, titles) {
  // Long enough for a wait inside a test to report its own failure before the test times out.
  starting ??= createVitest('test', {
    watch: false,
    silent: true,
    reporters: [{}],
    testTimeout: 60_000,
  });
  const vitest = await starting;
  const names = titles.map(nameOf);
  vitest.setGlobalTestNamePattern(new RegExp(`(?:^| )(?:${names.join('|')})$`, 's'));
  // The filter matches parts of paths.
  const specifications = (await vitest.globTestSpecifications([file])).filter(
    ({ moduleId }) => path.resolve(moduleId) === path.join(copy, file),
  );
  const { testModules } = await vitest.runTestSpecifications(specifications);
  const tests = testModules.flatMap((one) => [...one.children.allTests()]);
  const loadErrors = testModules.flatMap((one) => one.errors().map(({ message }) => message));
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
          (error) => !noAssertion.test(error.name) && !/timed out in/.test(error.message),
        );
      return [title, { passed, byAssertion, reason: text }];
    }),
  );
}
