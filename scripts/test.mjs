// `npm test`: sets everything up, runs every check and every test, and ends with "N passed, N failed". `npm run
// test:exhaustive` does the same on both databases with every case of the long matrices and sweeps, which takes
// about an hour.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { browserPath } from './browser.mjs';
import { installFurtherPrograms } from './debian-packages.mjs';
import { nodeOfVersion, oldestVersion, supportedVersion } from './node-versions.mjs';
import { selectedBrowserTests, testsLeftOut } from './selection.mjs';
import { installPackages, root } from './setup.mjs';

/**
 * @import { JsonTestResult, JsonTestResults } from 'vitest/node'
 * @import { JSONReport, JSONReportSuite, JSONReportTest } from '@playwright/test/reporter'
 */

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string>} [env] what is added to the environment
 * @property {boolean} [live] whether the output is shown at once
 * @property {string} [program] the Node that runs if the command is `node`
 *
 * What a test runner reports.
 * @typedef {object} Results
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} flaky
 * @property {string[]} names of what failed
 */

const tally = { passed: 0, failed: 0, skipped: 0 };
/**
 * Tests that failed and passed when repeated: a defect of the test or, worse, of the code.
 * @type {string[]}
 */
const flaky = [];
/**
 * The names of failures, repeated at the end so that a truncated log still has them.
 * @type {string[]}
 */
const failed = [];

/**
 * Runs one of the project's tools and returns whether it succeeded. Its output is printed at the end, because
 * tools run in parallel, unless it is `live`.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} options
 * @returns {Promise<boolean>}
 */
function run(command, args, { env = {}, live = false, program = node } = {}) {
  const local = join(root, 'node_modules', '.bin', command);
  const title = `\n▸ ${[command, ...args].join(' ')}\n`;
  return new Promise((resolve) => {
    const child = spawn(command === 'node' ? program : local, args, {
      cwd: root,
      env: { ...process.env, PATH: path, ...env },
      stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    if (live) console.log(title);
    let output = title;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.on('close', (code) => {
      if (!live) console.log(output);
      resolve(code === 0);
    });
  });
}

/**
 * Runs a check and counts it.
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
async function check(name, command, args, options) {
  const passed = await run(command, args, options);
  if (!passed) failed.push(name);
  tally[passed ? 'passed' : 'failed'] += 1;
  return passed;
}

/**
 * Adds the report of a test runner; a run without a report, or one that failed for another reason, counts as a
 * failure.
 * @template Report
 * @param {boolean} succeeded
 * @param {string} file
 * @param {(report: Report) => Results} read
 */
function addReport(succeeded, file, read) {
  /** @type {Results} */
  let results = { passed: 0, failed: 0, skipped: 0, flaky: [], names: [] };
  try {
    results = read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    succeeded = false;
  }
  tally.passed += results.passed;
  tally.skipped += results.skipped;
  tally.failed += results.failed + (!succeeded && results.failed === 0 ? 1 : 0);
  flaky.push(...results.flaky);
  failed.push(...results.names);
}

/**
 * The tests in Playwright's report with this outcome, each with the first lines of its first failure; `flaky`
 * tests passed when repeated.
 * @param {JSONReportTest['status']} outcome
 * @param {Partial<Pick<JSONReportSuite, 'suites' | 'specs'>>} suite the report or a part of it
 * @returns {string[]}
 */
function testsWithStatus(outcome, { suites = [], specs = [] }) {
  const here = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === outcome)
      .map(({ results }) => {
        const failure = results.find(({ error }) => error !== undefined)?.error;
        const why = stripVTControlCharacters(failure?.message ?? '')
          .split('\n')
          .slice(0, 4);
        const at = failure?.location === undefined ? '' : ` (line ${failure.location.line})`;
        return `${file} › ${title}${at}: ${why.join(' ')}`;
      }),
  );
  return [...here, ...suites.flatMap((suite) => testsWithStatus(outcome, suite))];
}

/**
 * The tests in Vitest's report with this outcome and a failure, each with its first line.
 * @param {'passed' | 'failed'} outcome
 * @param {JsonTestResult[]} testResults
 */
function failuresWithStatus(outcome, testResults) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ fullName, status, failureMessages }) => {
      const [why] = failureMessages?.[0]?.split('\n') ?? [];
      return status === outcome && why !== undefined
        ? [`${relative(root, name)} › ${fullName}: ${why}`]
        : [];
    }),
  );
}

const isExhaustive = process.argv.includes('--exhaustive');
if (isExhaustive) {
  const seed = process.env.TEST_SEED ?? String(Date.now() % 0x7fff_ffff);
  process.env.ANNALS_EXHAUSTIVE = '1';
  process.env.TEST_SEED = seed;
  console.log(`Random runs use TEST_SEED=${seed}.`);
}
installPackages();
const browser = browserPath();
if (isExhaustive) installFurtherPrograms();
const node = nodeOfVersion(supportedVersion) ?? process.execPath;
/** Puts this Node first in PATH, because the tools call it by name. */
const path = `${dirname(node)}${delimiter}${process.env.PATH}`;
console.log(
  `Tests run on Node ${node === process.execPath ? process.versions.node : supportedVersion}.`,
);
const reports = mkdtempSync(join(tmpdir(), 'annals-test-'));

const compiler = 'node_modules/typescript-native/bin/tsc';
/**
 * Several threads of the compiler or the linter check the same types several times, which costs the other tools
 * more time than it saves. Both end before they need two gigabytes, and would otherwise spend a quarter of
 * their time on garbage collection.
 */
const singleChecker = ['--checkers', '1'];
const withoutGarbageCollection = { GOGC: 'off', GOMEMLIMIT: '3GiB' };
const singleThread = { GOMAXPROCS: '1', ...withoutGarbageCollection };
const packages = [
  'contracts',
  'rules',
  'proofs',
  'client',
  'console',
  'server',
  'services',
  'e2e',
  'bench',
  'scripts',
];
/** @type {Parameters<typeof check>[]} */
const checks = [
  ['unused code', 'knip', []],
  ['imports', 'depcruise', ['--config', '.dependency-cruiser.cjs', ...packages]],
  [
    'folders',
    'depcruise',
    ['--config', '.dependency-cruiser-folders.cjs', '--metrics', ...packages],
  ],
  ...['tsconfig.json', 'console/tsconfig.json', 'e2e/tsconfig.json'].map(
    /** @returns {Parameters<typeof check>} */ (project) => [
      `types of ${project}`,
      'node',
      [compiler, '-p', project, ...singleChecker],
      { env: withoutGarbageCollection },
    ],
  ),
  ['lint', 'oxlint', ['--deny-warnings', '--threads=1'], { env: singleThread }],
  ['format', 'oxfmt', ['--check', '.']],
];

/** @param {boolean} built */
async function runUnitTests(built) {
  const file = join(reports, 'vitest.json');
  const succeeded = await run(
    'vitest',
    ['run', '--retry=1', '--reporter=default', '--reporter=json', `--outputFile=${file}`],
    {
      live: true,
      env: {
        ...(isExhaustive ? {} : { TESTS_LEFT_OUT: testsLeftOut().join(' ') }),
        ...(browser ? { ANNALS_BROWSER: browser } : {}),
        ...(built
          ? {
              ANNALS_TEST_CONTEXT: context,
              ANNALS_TEST_PROGRAM: join(root, 'dist/annals.mjs'),
              ANNALS_TEST_TEMPLATE: join(root, 'dist/database-template.tgz'),
            }
          : {}),
      },
    },
  );
  addReport(succeeded, file, (/** @type {JsonTestResults} */ report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky: failuresWithStatus('passed', report.testResults),
    names: [
      ...report.testResults
        .filter(
          ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
        )
        .map(({ name, message }) => `${relative(root, name)}: ${message.split('\n')[0]}`),
      ...failuresWithStatus('failed', report.testResults),
    ],
  }));
}

async function runBrowserTests() {
  const file = join(reports, 'playwright.json');
  const succeeded = await run(
    'playwright',
    [
      'test',
      '--retries=1',
      '--config',
      'e2e/playwright.config.ts',
      ...(isExhaustive ? [] : selectedBrowserTests()),
    ],
    {
      env: {
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
        TMPDIR: files,
        ANNALS_E2E_DATA_DIR: join(files, 'data'),
        ...(browser ? { ANNALS_BROWSER: browser } : {}),
      },
    },
  );
  addReport(succeeded, file, (/** @type {JSONReport} */ report) => ({
    passed: report.stats.expected + report.stats.flaky,
    failed: report.stats.unexpected,
    skipped: report.stats.skipped,
    flaky: testsWithStatus('flaky', report),
    names: testsWithStatus('unexpected', report),
  }));
}

/** A RAM disk if Linux has a large enough one, so that the servers of the browser tests do not wait for a disk. */
function fastDirectory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 4 * 1024 ** 3 ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}

const files = mkdtempSync(join(fastDirectory(), 'annals-e2e-'));

// Tests spend much time waiting for processes, delays and disks. Running both kinds at once keeps all cores
// busy.
// Wherever somebody clones it, also in a folder with a space and an umlaut in its name.
const context = mkdtempSync(join(tmpdir(), 'annals über-'));
const build = check('build from the context of the image', 'node', [
  'scripts/delivery/context.mjs',
  context,
]);
const browserRun = build.then((built) => (built ? runBrowserTests() : undefined));
for (const each of checks) await check(...each);
const oldestNode = nodeOfVersion(oldestVersion);
if (oldestNode !== undefined && (await build))
  await check(
    `start on Node ${oldestVersion}`,
    'node',
    ['scripts/smoke.mjs', ...(isExhaustive ? ['--demo'] : [])],
    { program: oldestNode },
  );
await runUnitTests(await build);
await browserRun;

for (const directory of [reports, files, context])
  rmSync(directory, { recursive: true, force: true });
for (const [title, names] of Object.entries({
  'Flaky, passed only when repeated': flaky,
  Failed: failed,
}))
  if (names.length > 0) console.log(`\n${title}:\n${names.map((name) => `  ${name}\n`).join('')}`);
const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : '';
console.log(`\n${tally.passed} passed, ${tally.failed} failed${skipped}`);
process.exitCode = tally.failed === 0 ? 0 : 1;
