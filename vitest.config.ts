import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'services',
          include: [
            'contracts/src/**/*.test.ts',
            'services/**/src/**/*.test.ts',
            'server/src/**/*.test.ts',
          ],
          globalSetup: ['services/kit/src/testing/postgresql.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          pool: 'forks',
        },
      },
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
