// What `npm test` runs: chosen by what a test protects, and the same every time, so that what passes today passes
// tomorrow. The rest runs in `npm run test:exhaustive`. A file named on the command line of Vitest or Playwright always
// runs.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './setup.mjs';

/** The browser tests of `npm test`. */
const browserTests = new Set([
  'edit-objects',
  'every-page',
  'first-start',
  'home',
  'login-document',
  'questions',
  'round-trips',
  'session',
  'strict-services',
  'widths',
]);

/** The browser tests of `npm test`, as patterns of their paths. */
export const selectedBrowserTests = () =>
  readdirSync(path.join(root, 'e2e/src'))
    .filter((name) => browserTests.has(path.basename(name, '.spec.ts')))
    .toSorted()
    .map((name) => `/${name.replaceAll('.', '\\.')}$`);

/**
 * @typedef {object} Area
 * @property {string} area the folder; the first area of a file decides
 * @property {string} protects what is lost if its tests do not run
 * @property {readonly string[]} [only] the tests that run, by their names; omitted: all
 * @property {readonly string[]} [without] the tests that do not, because they are long and others cover a part of them
 */

/**
 * The areas of the unit and service tests. `npm test` takes at most eight minutes on two cores: whatever is added to a
 * row has to be taken from one that protects less.
 * @type {readonly Area[]}
 */
const areas = [
  {
    area: 'scripts',
    protects: 'documents, licences, the image, and the first start',
    without: ['client-package'],
  },
  {
    area: 'console/src',
    protects: 'every page, and what they share',
    without: [
      'account-mails',
      'any-page',
      'api-reference',
      'foreign-statements',
      'licenses',
      'palette',
      'start-trouble',
      'tokens',
    ],
  },
  { area: 'server/src/proxy', protects: 'what reaches the services' },
  {
    area: 'server/src',
    protects: 'the border to the outside, secrets, and the loss of data',
    only: [
      'announced-services',
      'api-document',
      'backup-under-writes',
      'config',
      'console-server',
      'file-inside',
      'four-eyes',
      'hostile-bytes',
      'hostile-input',
      'primary',
      'request-clients',
      'secrets-not-stored',
      'unknown-members',
      'untrusted-proxy',
    ],
  },
  {
    area: 'services/authentication/src/identity-providers',
    protects: 'who signs in through a provider',
    only: ['authorization-limit', 'identity-providers', 'provider-sign-in'],
  },
  {
    area: 'services/authentication/src/mail',
    protects: 'what mails say',
    only: ['mail-templates'],
  },
  {
    area: 'services/authentication/src',
    protects: 'accounts, sessions, authority, and what was recorded of them',
    without: [
      'addresses',
      'email-domains',
      'event-export',
      'event-webhooks',
      'lists-bounded',
      'moving-units',
      'own-factors',
      'password-reset',
      'signatures',
      'token-mails',
      'unit-roles',
      'user-search',
    ],
  },
  {
    area: 'services/data/src/evidence',
    protects: 'evidence, whose parts the tests of proofs cover',
    only: [],
  },
  {
    area: 'services/data/src/search',
    protects: 'who finds what',
    only: ['query', 'search-isolation', 'search-limits'],
  },
  {
    area: 'services/data/src/webhooks',
    protects: 'what is sent to others, long, and stable since',
    only: [],
  },
  {
    area: 'services/data/src/types',
    protects: 'what a schema refuses',
    only: ['schema-checks', 'schemas'],
  },
  {
    area: 'services/data/src',
    protects: 'versions and their proofs, access, change sets, erasure',
    without: [
      'activity',
      'change-set-lists',
      'change-watch',
      'cluster-faults',
      'enforcement',
      'erase-reason',
      'export',
      'full-disk',
      'job-worker',
      'lists-bounded',
      'many-partitions',
      'migrations',
      'model',
      'page-bytes',
      'pages-read',
      'previews',
      'replicas',
      'report-events',
      'review-state',
      'saved-searches',
      'signing',
      'small-heap',
      'subscriptions',
      'verification',
      'versions-per-day',
      'whole-history',
      'wide-places',
    ],
  },
  {
    area: 'services/kit/src/database',
    protects: 'transactions; faults of databases are long',
    only: ['database', 'shared-trips'],
  },
  {
    area: 'services/kit/src/migrate',
    protects: 'what an interrupted migration leaves',
    only: ['migrate-killed', 'statements'],
  },
  {
    area: 'services/kit/src',
    protects: 'the frame of every call',
    without: ['distribute', 'page-bytes'],
  },
];

const nameOf = (/** @type {string} */ file) =>
  path.posix.basename(file).replace(/\.test\.(?:tsx?|mjs)$/, '');

/** @throws for a file in no area, so that none is left out unseen */
export function isSelected(/** @type {string} */ file) {
  const row = areas.find(({ area }) => file.startsWith(`${area}/`));
  if (!row) throw new Error(`${file} is in no area of scripts/selection.mjs.`);
  const name = nameOf(file);
  return (row.only?.includes(name) ?? true) && !row.without?.includes(name);
}

const testFiles = () =>
  ['console/src', 'server/src', 'services', 'scripts'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
      .filter((file) => /\.test\.(?:tsx?|mjs)$/.test(file) && !file.includes('node_modules')),
  );

/**
 * The unit and service tests that only the exhaustive run has. Those of contracts, rules, proofs and client are small, and
 * run whole.
 */
export const testsLeftOut = () => testFiles().filter((file) => !isSelected(file));

/** Names in the table that no test of their area has. */
export const unknownNames = () =>
  areas.flatMap(({ area, only = [], without = [] }) => {
    const names = new Set(
      testFiles()
        .filter((file) => areas.find((row) => file.startsWith(`${row.area}/`))?.area === area)
        .map(nameOf),
    );
    return [...only, ...without]
      .filter((name) => !names.has(name))
      .map((name) => `${area}: ${name}`);
  });
