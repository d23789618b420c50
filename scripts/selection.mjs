// What `npm test` runs: the same selection every time, so that what passes today passes tomorrow. The rest runs in
// `npm run test:exhaustive`. A file named on the command line of Vitest or Playwright always runs.
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './setup.mjs';

/** The browser tests of `npm test`. */
const browserTests = new Set([
  'edit-objects',
  'every-page',
  'first-start',
  'hostile-strings',
  'home',
  'login-document',
  'questions',
  'round-trips',
  'session',
  'strict-services',
  'two-people',
  'widths',
]);

/** The browser tests of `npm test`, as patterns of their paths. */
export const selectedBrowserTests = () =>
  readdirSync(path.join(root, 'e2e/src'))
    .filter((name) => browserTests.has(path.basename(name, '.spec.ts')))
    .toSorted()
    .map((name) => `/${name.replaceAll('.', '\\.')}$`);

/** Long end-to-end tests and long random runs. Parts of what they cover are covered by others. */
const longTests = new Set([
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
]);

/** Tests of who may do what, of sessions, and of what was recorded and of its loss run every time. */
const isAlwaysRun = (/** @type {string} */ file) =>
  /^scripts\/|service-messages|texts|access|authori|permission|isolation|scope|role|session|refresh|two-people|\/log\/|backup|erasure|specified|any-answer|console-server/.test(
    file,
  );

/** Of the other tests, one in so many runs. */
const oneIn = 4;

/** By the path, so that a new file changes nothing for the others. */
const isSampled = (/** @type {string} */ file) =>
  createHash('sha256').update(file).digest().readUInt32BE() % oneIn === 0;

/** The unit and service tests that only the exhaustive run has. Contracts, proofs and client are small, and run whole. */
export const testsLeftOut = () =>
  ['console/src', 'server/src', 'services', 'scripts'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
      .filter((file) => /\.test\.(?:tsx?|mjs)$/.test(file) && !file.includes('node_modules'))
      .filter((file) => longTests.has(file) || !(isAlwaysRun(file) || isSampled(file))),
  );
