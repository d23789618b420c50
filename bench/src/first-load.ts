import type { Browser } from '@playwright/test';
import { openBrowser, signIn, type StorageState } from './console-session.ts';
import { password, startProgram } from './program.ts';
import { table } from './table.ts';

/** Bytes of JavaScript and CSS that Chromium transfers (brotli) until a page is idle, with an empty cache. */
export async function measureFirstLoad(): Promise<string> {
  const program = await startProgram(['--demo'], { DEMO_PASSWORD: password });
  const browser = await openBrowser();
  try {
    const login = await transferredBytes(browser, `${program.console}/login`);
    const list = await transferredBytes(
      browser,
      `${program.console}/v1/users`,
      await signIn(browser, program.console, password),
    );
    return table(
      ['page', 'JavaScript and CSS, brotli (kB)', 'budget (kB)'],
      [
        ['/login', Math.round(login / 100) / 10, 130],
        ['/v1/users (shell and a list)', Math.round(list / 100) / 10, 200],
      ],
    );
  } finally {
    await browser.close();
    await program.stop();
  }
}

async function transferredBytes(
  browser: Browser,
  url: string,
  storageState?: StorageState,
): Promise<number> {
  const context = await browser.newContext(storageState ? { storageState } : {});
  const page = await context.newPage();
  // With data saving on, pages that are not part of the first load are not preloaded.
  await page.addInitScript(
    `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`,
  );
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType()))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return bytes;
}
