import type { LaunchOptions } from '@playwright/test';

const executablePath = process.env['ANNALS_BROWSER'];

/** How browser tests, pictures and benchmarks start Chromium, besides the arguments that Playwright always passes. */
export const chromiumOptions: LaunchOptions = {
  ...(executablePath ? { executablePath } : {}),
  args: ['--disable-gpu', '--disable-quic'],
};
