import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { pictureSizes } from './console/picture-sizes.ts';

/**
 * Projects that wait for processes and delays come first: the browser tests, which run at the same time, use the idle
 * processors.
 */
const projectOrder = ['services', 'first-loads', 'console'];

/**
 * Within a project, files with the same environment run one after the other. A worker that changes its environment is a
 * new process, which loads all modules again; in mixed order that takes four tenths of the console's CPU time.
 */
class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const withoutBrowser = new Set(
      sorted.filter(({ moduleId }) =>
        readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment node'),
      ),
    );
    const place = (file: TestSpecification) =>
      2 * projectOrder.indexOf(file.project.name) + (withoutBrowser.has(file) ? 1 : 0);
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}

// Tests often wait for a process or a delay: with two workers, a quarter of a machine with two cores is idle.
const maxWorkers = 3;

/** They end what hangs, and nothing else: a test is no measurement, also on a machine that is several times slower. */
const limits = {
  testTimeout: 180_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 90_000 } },
};

const services = {
  globalSetup: [
    'services/kit/src/testing/postgresql.ts',
    'services/data/src/testing/evidence-program.ts',
  ],
  setupFiles: ['contracts/src/testing/seed.ts', 'services/kit/src/testing/preloaded-engine.ts'],
  ...limits,
  pool: 'forks' as const,
  maxWorkers,
};

const browser = {
  environment: 'happy-dom',
  setupFiles: ['contracts/src/testing/seed.ts', 'console/src/testing/each-file.ts'],
  ...limits,
  maxWorkers,
};

/** Tests that need freshly loaded modules, or load modules again, which the files after them would mix with the first. */
const firstLoads = [
  'console/src/platform/api/early-calls.test.ts',
  'console/src/platform/api/state.test.ts',
  'console/src/two-people.test.ts',
  'console/src/platform/service-messages/service-text.test.tsx',
  'console/src/platform/texts.test.ts',
];

/** The tests that `npm test` leaves to the exhaustive run (scripts/selection.mjs). */
const leftOut = process.env['TESTS_LEFT_OUT']?.split(' ') ?? [];

export default defineConfig({
  test: {
    sequence: { sequencer: ByEnvironment },
    projects: [
      {
        test: {
          ...services,
          name: 'services',
          include: [
            'contracts/src/**/*.test.ts',
            'rules/src/**/*.test.ts',
            'proofs/{src,verifier}/**/*.test.ts',
            'client/{src,generator}/**/*.test.ts',
            'services/**/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
          exclude: leftOut,
          // The files of a worker share modules, which saves a third of the time.
          isolate: false,
        },
      },
      {
        plugins: [pictureSizes()],
        test: {
          ...browser,
          name: 'console',
          include: ['console/src/**/*.test.{ts,tsx}'],
          exclude: [...firstLoads, ...leftOut],
          setupFiles: [...browser.setupFiles, 'console/src/testing/fresh-browser.ts'],
          // The files of a worker share modules, which halves the time.
          isolate: false,
        },
      },
      {
        plugins: [pictureSizes()],
        test: { ...browser, name: 'first-loads', include: firstLoads },
      },
    ],
  },
});
