import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { browserPath } from '../browser.mjs';
import { literalPatternOf } from './table.mjs';

/**
 * @import { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
 * @import { Outcome } from './worker.mjs'
 */

/**
 * Builds the copy, which is the current directory, and runs tests of one browser file there, each by its title.
 * @param {string} file
 * @param {string[]} titles
 * @returns {Promise<Map<string, Outcome>>}
 */
export async function browserOutcome(file, titles) {
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { encoding: 'utf8' });
  if (built.status !== 0)
    return sameForAll(titles, `the build fails: ${built.stderr.slice(0, 200)}`);
  const data = mkdtempSync(path.join(tmpdir(), 'annals-specification-'));
  const browser = browserPath();
  try {
    /** @type {Map<string, Outcome>} */
    const outcomes = new Map();
    for (const title of titles) {
      const { stdout } = spawnSync(
        path.resolve('node_modules/.bin/playwright'),
        [
          'test',
          '--config',
          'e2e/playwright.config.ts',
          path.basename(file),
          '--reporter=json',
          '-g',
          patternOf(title),
        ],
        {
          encoding: 'utf8',
          maxBuffer: 64 * 1024 * 1024,
          env: {
            ...process.env,
            // The test of a row may belong to the exhaustive run.
            ANNALS_EXHAUSTIVE: '1',
            ANNALS_E2E_DATA_DIR: path.join(data, 'data'),
            ...(browser ? { ANNALS_BROWSER: browser } : {}),
          },
        },
      );
      outcomes.set(title, outcomeOf(stdout));
    }
    return outcomes;
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/**
 * Matches the title at the end of the line, followed only by tags.
 * @param {string} title
 */
const patternOf = (title) => `${literalPatternOf(title)}( @\\S+)*$`;

/**
 * @param {string} report
 * @returns {Outcome}
 */
function outcomeOf(report) {
  /** @type {JSONReport} */
  let read;
  try {
    read = JSON.parse(report);
  } catch {
    return { passed: false, byAssertion: false, reason: 'the browser tests did not start' };
  }
  const { expected, unexpected, flaky } = read.stats;
  const errors = errorsIn(read);
  return {
    passed: expected > 0 && unexpected + flaky === 0,
    byAssertion: errors.some((message) => /expect\(|Error: expect/.test(message)),
    reason: errors[0]?.split('\n')[0] ?? 'no test ran',
  };
}

/**
 * The messages of the errors in a report or in a part of it.
 * @param {Partial<Pick<JSONReport, 'errors'> & Pick<JSONReportSuite, 'suites' | 'specs'>>} part
 * @returns {string[]}
 */
function errorsIn({ suites = [], specs = [], errors = [] }) {
  return [
    ...errors.map(({ message = '' }) => message),
    ...suites.flatMap(errorsIn),
    ...specs.flatMap(({ tests }) =>
      tests.flatMap(({ results }) =>
        results.flatMap((result) => result.errors.map(({ message }) => message)),
      ),
    ),
  ];
}

/**
 * @param {string[]} titles
 * @param {string} reason
 */
function sameForAll(titles, reason) {
  return new Map(titles.map((title) => [title, { passed: false, byAssertion: false, reason }]));
}
