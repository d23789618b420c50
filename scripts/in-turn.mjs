// The tests that `npm test` runs in rotation: a seventh of these files each day, and all of them in `npm run
// test:exhaustive`. A file named on the command line of Vitest or Playwright always runs.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './setup.mjs';

/** Each file runs on the same day of every week. */
const rotationDays = 7;

/** Days since 1970, which decide the rotation. TEST_DAY, which `npm test` prints, repeats the selection of a day. */
export const day = Number(process.env.TEST_DAY ?? Math.floor(Date.now() / (24 * 3_600_000)));

/** The browser tests that run every day: one of each kind. */
const everyDay = new Set([
  'edit-objects',
  'every-page',
  'first-start',
  'hostile-strings',
  'login-document',
  'questions',
  'round-trips',
  'session',
]);

/**
 * Long end-to-end tests and long random runs whose parts are covered by other tests in each run. Tests of
 * access control, proofs and backups are not among them.
 */
const longTests = [
  'console/src/any-page.test.tsx',
  'scripts/client-package.test.mjs',
  'server/src/api-document.test.ts',
  'server/src/change-set-mails.test.ts',
  'server/src/commands/evidence.test.ts',
  'server/src/configuration/configuration.test.ts',
  'server/src/demo/demo.test.ts',
  'server/src/follow-mails.test.ts',
  'server/src/import/import.test.ts',
  'server/src/several-servers.test.ts',
  'server/src/telemetry/sent-events.test.ts',
  'server/src/telemetry/telemetry.test.ts',
  'server/src/telemetry/tracing.test.ts',
  'server/src/workers/workers.test.ts',
  'services/authentication/src/audit/event-export.test.ts',
  'services/data/src/evidence/evidence-jobs.test.ts',
  'services/data/src/lists-bounded.test.ts',
  'services/data/src/replicas.test.ts',
  'services/data/src/whole-history.test.ts',
  'services/kit/src/database/postgresql.test.ts',
  'services/kit/src/migrate/backfills.test.ts',
  'services/kit/src/migrate/migrate.test.ts',
];

/**
 * @template Item
 * @param {readonly Item[]} items
 * @returns {Item[]}
 */
const notToday = (items) => items.filter((_, index) => index % rotationDays !== day % rotationDays);

/** Unit and service tests that do not run today. */
export const testsOfOtherDays = () => notToday(longTests);

/** Browser tests that run today, as patterns of their paths. */
export function browserTestsOfToday() {
  const specs = readdirSync(path.join(root, 'e2e/src'))
    .filter((name) => name.endsWith('.spec.ts'))
    .toSorted();
  const rotating = specs.filter((name) => !everyDay.has(path.basename(name, '.spec.ts')));
  const ofOtherDays = new Set(notToday(rotating));
  return specs
    .filter((name) => !ofOtherDays.has(name))
    .map((name) => `/${name.replaceAll('.', '\\.')}$`);
}
