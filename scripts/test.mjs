// `npm test`: sets everything up, runs every check and every test, and ends with "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserPath } from './browser.mjs';
import { installPackages, requireNode, root } from './setup.mjs';

const tally = { passed: 0, failed: 0, skipped: 0 };

/** Runs one of the project's tools and tells whether it succeeded. */
function run(command, args, env = {}) {
  console.log(`\n▸ ${[command, ...args].join(' ')}`);
  const local = join(root, 'node_modules', '.bin', command);
  const { status } = spawnSync(command === 'node' ? process.execPath : local, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  return status === 0;
}

function check(name, command, args) {
  const passed = run(command, args);
  tally[passed ? 'passed' : 'failed'] += 1;
  if (!passed) console.log(`✗ ${name}`);
}

/** Adds what a test runner reported; a run without a report, or one that failed for another reason, is a failure. */
function addReport(succeeded, file, read) {
  let counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    counts = read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    succeeded = false;
  }
  tally.passed += counts.passed;
  tally.skipped += counts.skipped;
  tally.failed += counts.failed + (!succeeded && counts.failed === 0 ? 1 : 0);
}

requireNode();
installPackages();
const browser = browserPath();
const reports = mkdtempSync(join(tmpdir(), 'annals-test-'));

check('format', 'oxfmt', ['--check', '.']);
check('lint', 'oxlint', ['--deny-warnings']);
const compiler = 'node_modules/typescript-native/bin/tsc';
for (const project of ['tsconfig.json', 'console/tsconfig.json', 'e2e/tsconfig.json'])
  check(`types of ${project}`, 'node', [compiler, '-p', project]);
check('unused code', 'knip', []);
const houses = ['contracts', 'console', 'server', 'services', 'e2e', 'bench', 'scripts'];
check('imports', 'depcruise', ['--config', '.dependency-cruiser.cjs', ...houses]);

const built = run('node', ['scripts/build.mjs']);
tally[built ? 'passed' : 'failed'] += 1;

const units = join(reports, 'vitest.json');
addReport(
  run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile=${units}`]),
  units,
  (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }),
);

if (built) {
  const journeys = join(reports, 'playwright.json');
  addReport(
    run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: journeys,
      ANNALS_E2E_DATA_DIR: join(reports, 'data'),
      ...(browser ? { ANNALS_BROWSER: browser } : {}),
    }),
    journeys,
    ({ stats }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    }),
  );
}

rmSync(reports, { recursive: true, force: true });
const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : '';
console.log(`\n${tally.passed} passed, ${tally.failed} failed${skipped}`);
process.exitCode = tally.failed === 0 ? 0 : 1;
