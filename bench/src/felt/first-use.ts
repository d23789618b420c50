import type { Browser, Page } from '@playwright/test';
import type { StorageState } from '../console-session.ts';

/**
 * Chromium delays each response by the latency and adds nothing for the connection. Throughput is in bytes per
 * second.
 */
const networks = {
  /** “Fast 3G” as defined by web performance tools: 1.6 Mbit/s down, 750 kbit/s up. */
  fast3G: { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
  /** “Fast 3G” in Chrome's developer tools. */
  chromesFast3G: { latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 },
};
export type Network = keyof typeof networks;
/** The time between two key presses of a fast typist. */
const keyDelay = 120;

async function slowPage(browser: Browser, network: Network): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await slowDown(page, network);
  return page;
}

async function slowDown(page: Page, network: Network): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const conditions = { offline: false, ...networks[network] };
  await session.send('Network.emulateNetworkConditions', conditions);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/**
 * Milliseconds from navigation, with an empty cache, to a form whose first field accepts input. The typed text
 * has to survive until all code is loaded.
 */
export async function timeToUsableForm(
  browser: Browser,
  url: string,
  network: Network = 'fast3G',
): Promise<number> {
  const page = await slowPage(browser, network);
  const started = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  const field = page.locator('input').first();
  await field.waitFor();
  await field.fill('a');
  const took = performance.now() - started;
  await page.waitForLoadState('networkidle');
  if ((await field.inputValue()) !== 'a') throw new Error('The form lost what was typed into it.');
  await page.context().close();
  return took;
}

/** Milliseconds from pressing “Sign in” to the first row of the users list. */
export async function timeFromSignInToUsers(
  browser: Browser,
  origin: string,
  password: string,
): Promise<number> {
  const page = await slowPage(browser, 'fast3G');
  await page.goto(`${origin}/login?redirect=${encodeURIComponent('/v1/users')}`);
  // Types key by key: the console's prefetched code arrives while the user types, or too late.
  await page
    .getByLabel('User name or email')
    .pressSequentially('master@example.org', { delay: keyDelay });
  await page
    .getByLabel('Password', { exact: true })
    .pressSequentially(password, { delay: keyDelay });
  const started = performance.now();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await waitForUsers(page);
  const took = performance.now() - started;
  await page.context().close();
  return took;
}

/**
 * Milliseconds from navigation to the rows of the users list, for a signed-in user with the console's files in
 * the browser's cache.
 */
export async function timeToUsersOnReturn(
  browser: Browser,
  origin: string,
  storageState: StorageState,
): Promise<number> {
  const context = await browser.newContext({ storageState });
  const before = await context.newPage();
  await before.goto(`${origin}/v1/users`);
  await waitForUsers(before);
  await before.close();
  const page = await context.newPage();
  await slowDown(page, 'chromesFast3G');
  const started = performance.now();
  await page.goto(`${origin}/v1/users`, { waitUntil: 'commit' });
  await waitForUsers(page);
  const took = performance.now() - started;
  await context.close();
  return took;
}

const waitForUsers = (page: Page): Promise<void> => page.locator('main tbody tr').nth(5).waitFor();
