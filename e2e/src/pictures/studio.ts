import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumOptions } from '../chromium.ts';
import { demoProgram } from '../demo-program.ts';
import { portOf } from '../ports.ts';
import { startProgram, type RunningProgram } from '../program.ts';

/** Generous, because the machine may be busy. */
export const startTimeoutMs = 240_000;

/** A browser and a separate program on demo data, so that no picture shows data of tests. */
export interface Studio {
  browser: Browser;
  program: RunningProgram;
  /** Opens a context of this size, in English and UTC regardless of the machine. */
  open(width: number, height: number): Promise<BrowserContext>;
}

export async function withStudio<Result>(work: (studio: Studio) => Promise<Result>) {
  const directory = await mkdtemp(join(tmpdir(), 'annals-pictures-'));
  const program = await startProgram(
    ['--demo'],
    {
      PORT: String(portOf('pictures')),
      DATA_DIR: directory,
      DEMO_PASSWORD: demoProgram.password,
      DEMO_DAY: demoProgram.day,
      SIGNUP: 'open',
    },
    startTimeoutMs,
  );
  const browser = await chromium.launch(chromiumOptions);
  try {
    return await work({
      browser,
      program,
      open: async (width, height) =>
        browser.newContext({
          // A host name, because passkeys do not work with IP addresses.
          baseURL: program.url.replace('127.0.0.1', 'localhost'),
          viewport: { width, height },
          colorScheme: 'light',
          reducedMotion: 'reduce',
          locale: 'en-GB',
          timezoneId: 'UTC',
          deviceScaleFactor: 1,
        }),
    });
  } finally {
    await browser.close();
    await program.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
