// The one list of what the build reads. The hashes by which scripts/build.mjs knows what is out of date, the context of
// the image (deploy/Dockerfile.dockerignore) and the build of `npm test` follow from it.
import path from 'node:path';
import { readPackages } from './setup.mjs';

const lockedPackages = 'package-lock.json';

/** What each step of scripts/build-steps.mjs loads. */
const stepSources = [
  'scripts/build-steps.mjs',
  'scripts/build-inputs.mjs',
  'scripts/client-package.mjs',
  'scripts/login-document.mjs',
  'scripts/notices',
  'scripts/setup.mjs',
  // Loaded by scripts/setup.mjs.
  'server/src/require-node.mjs',
  'scripts/source-hash.mjs',
  'scripts/verifier-page.mjs',
  // Loaded by scripts/verifier-page.mjs.
  'services/kit/src/escape-html.js',
];

/** The outputs, their sources, and the step in scripts/build-steps.mjs that builds them. */
export const products = {
  console: {
    sources: [
      'console/src',
      'console/index.html',
      'console/package.json',
      'console/oldest-browsers.ts',
      'console/picture-sizes.ts',
      'console/tsconfig.json',
      'console/vite.config.ts',
      'contracts/package.json',
      'contracts/src',
      'rules/package.json',
      'rules/src',
      'client/package.json',
      'client/src',
      'docs/guide',
      'proofs/package.json',
      'proofs/src',
      'proofs/verifier',
      'tsconfig.base.json',
      lockedPackages,
      ...stepSources,
    ],
    result: 'console/dist/build.json',
  },
  template: {
    sources: [
      'services/kit/src/database/pglite-cluster.js',
      'services/kit/src/database/pglite-storage.js',
      'services/kit/package.json',
    ],
    result: 'dist/database-template.tgz',
  },
  program: {
    sources: [
      'LICENSE',
      'server/src',
      'server/demo',
      'server/package.json',
      'services/kit/src',
      'services/kit/package.json',
      'services/authentication/src',
      'services/authentication/migrations',
      'services/authentication/package.json',
      'services/data/src',
      'services/data/migrations',
      'services/data/package.json',
      'contracts/package.json',
      'contracts/src',
      'rules/package.json',
      'rules/src',
      'client/package.json',
      'client/src',
      'proofs/package.json',
      'proofs/src',
      'package.json',
      'rolldown.config.mjs',
      'tsconfig.base.json',
      'tsconfig.json',
      lockedPackages,
      ...stepSources,
    ],
    result: 'dist/annals.mjs',
  },
  client: {
    sources: [
      'LICENSE',
      'client/src',
      'client/README.md',
      'client/package.json',
      'client/tsconfig.json',
      'contracts/package.json',
      'contracts/src/routing.ts',
      'contracts/src/import-batches.ts',
      'contracts/src/position.ts',
      'rules/package.json',
      'rules/src/parse-url.js',
      'tsconfig.base.json',
      lockedPackages,
      ...stepSources,
    ],
    result: 'client/dist/package.json',
  },
};

/** Only with all of these does `npm ci` accept the lock file. */
export const manifests = Object.keys(readPackages())
  .filter((folder) => !folder.includes('node_modules/'))
  .map((folder) => path.posix.join(folder, 'package.json'));

/** Everything that installing the packages, building, and writing the bill of materials read. */
export const contextPaths = withoutContained([
  '.npmrc',
  'scripts/build.mjs',
  'scripts/sbom.mjs',
  ...manifests,
  ...Object.values(products).flatMap(({ sources }) => sources),
]);

/** @param {readonly string[]} paths */
function withoutContained(paths) {
  return [...new Set(paths)]
    .filter((each) => !paths.some((other) => each.startsWith(`${other}/`)))
    .sort();
}

const testFiles = ['*.test.ts', '*.test.tsx', '*.test.mjs', 'testing'];

/**
 * Whether a file is a test or only used by tests.
 * @param {string} file with slashes
 */
export const isForTests = (file) =>
  file
    .split('/')
    .some((name) =>
      testFiles.some((pattern) =>
        pattern.startsWith('*') ? name.endsWith(pattern.slice(1)) : name === pattern,
      ),
    );

/** @param {string} file with slashes */
export const isInContext = (file) =>
  contextPaths.some((each) => file === each || file.startsWith(`${each}/`)) && !isForTests(file);

/** The content of deploy/Dockerfile.dockerignore. */
export const ignoreFile = () =>
  [
    '# Written by `npx vitest run scripts/build-inputs.test.mjs -u` from scripts/build-inputs.mjs.',
    '*',
    ...contextPaths.map((each) => `!${each}`),
    ...testFiles.map((pattern) => `**/${pattern}`),
    '',
  ].join('\n');
