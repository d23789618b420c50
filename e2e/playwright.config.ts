import { defineConfig } from '@playwright/test';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { demoProgram, peerHost, receiverHost } from './src/demo-program.ts';

export default defineConfig({
  testDir: './src',
  grepInvert: exhaustive ? [] : /@exhaustive/,
  outputDir: '../test-results',
  // As long as a machine that does much else may need.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // With one, a third of a machine with two cores is idle. What a file needs alone (a port, a person), no other file takes.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  reporter: [['list'], ['json']],
  use: {
    baseURL: demoProgram.url,
    locale: 'en-GB',
    timezoneId: 'Europe/Vienna',
    viewport: { width: 1440, height: 900 },
    trace: 'on-first-retry',
    // What moves is waited for.
    contextOptions: { reducedMotion: 'reduce' },
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
    command: 'node --import tsx e2e/src/demo-server.ts',
    cwd: '..',
    // Said once the demo data is loaded.
    wait: { stdout: /Ready\./ },
    timeout: 600_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
    env: {
      PORT: String(demoProgram.port),
      PUBLIC_URL: demoProgram.url,
      DATA_DIR: demoProgram.dataDirectory,
      DEMO_PASSWORD: demoProgram.password,
      DEMO_DAY: demoProgram.day,
      SIGNUP: 'open',
      PROVIDER_HOSTS: peerHost,
      WEBHOOK_HOSTS: receiverHost,
      LOG_LEVEL: 'warn',
    },
  },
});
