import { defineConfig } from '@playwright/test';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { chromiumOptions } from './src/chromium.ts';
import { demoProgram, peerHost, receiverHost } from './src/demo-program.ts';

export default defineConfig({
  testDir: './src',
  grepInvert: exhaustive ? [] : /@exhaustive/,
  outputDir: '../test-results',
  // They end what hangs, and nothing else: also on a machine that is several times slower.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // One worker leaves a third of a two-core machine idle. Resources that a file needs exclusively (a port, a
  // user) are used by no other file.
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
    // Disables animations, which tests would otherwise wait for.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromiumOptions,
  },
  webServer: {
    command: 'node --import tsx e2e/src/demo-server.ts',
    cwd: '..',
    // Printed once the demo data is loaded.
    wait: { stdout: /Ready\./ },
    timeout: 900_000,
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
