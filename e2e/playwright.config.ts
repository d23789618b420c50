import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const port = 3950;

export default defineConfig({
  testDir: './src',
  outputDir: '../test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // The machine has two cores: one for the server, one for the browser.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  reporter: [['list'], ['json']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'en-GB',
    timezoneId: 'Europe/Vienna',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(process.env['ANNALS_BROWSER'] ? { executablePath: process.env['ANNALS_BROWSER'] } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node dist/annals.mjs serve --demo',
    cwd: '..',
    // Said once the demo data is loaded.
    wait: { stdout: /Ready\./ },
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: String(port),
      DATA_DIR: process.env['ANNALS_E2E_DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'annals-e2e-')),
      DEMO_PASSWORD: 'rings of a very old tree',
      LOG_LEVEL: 'warn',
    },
  },
});
