import { defineConfig } from 'vitest/config';

const services = {
  globalSetup: ['services/kit/src/testing/postgresql.ts'],
  setupFiles: ['contracts/src/testing/seed.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  pool: 'forks' as const,
};

/** Tests that replace a module need it for themselves. */
const replacing = [
  'services/authentication/src/passwords/password-hashes.test.ts',
  'services/authentication/src/sessions/guarded-attempts.test.ts',
  'services/authentication/src/sign-in/sign-in.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...services,
          name: 'services',
          include: [
            'contracts/src/**/*.test.ts',
            'proofs/{src,verifier}/**/*.test.ts',
            'services/**/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
          exclude: replacing,
          // The files of one worker share the modules, which saves a third of the time.
          isolate: false,
        },
      },
      { test: { ...services, name: 'replacing', include: replacing } },
      {
        test: {
          name: 'console',
          include: ['console/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 15_000,
        },
      },
    ],
    maxWorkers: 2,
  },
});
