import type { Browser, Page } from '@playwright/test';
import type { StorageState } from '../console-session.ts';

/**
 * “Fast 3G” as the web's field tools mean it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms for a round trip. Chromium lets each
 * answer wait so long; it adds nothing for the connection.
 */
const fast3G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
/** Between two keys of somebody who types well. */
const keyDelay = 120;

async function slowPage(browser: Browser, storageState?: StorageState): Promise<Page> {
  const context = await browser.newContext(storageState ? { storageState } : {});
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', fast3G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return page;
}

/** Milliseconds from the address to a form whose first field takes what is typed, with an empty cache. */
export async function formUsable(browser: Browser, url: string): Promise<number> {
  const page = await slowPage(browser);
  const started = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  const field = page.locator('input').first();
  await field.waitFor();
  await field.fill('a');
  const took = performance.now() - started;
  await page.context().close();
  return took;
}

/** Milliseconds from pressing “Sign in” to the first row of the users list. */
export async function usersAfterSignIn(
  browser: Browser,
  origin: string,
  password: string,
): Promise<number> {
  const page = await slowPage(browser);
  await page.goto(`${origin}/login?redirect=${encodeURIComponent('/v1/users')}`);
  // Key by key: what the console fetches ahead comes while somebody types, or too late.
  await page
    .getByLabel('User name or email')
    .pressSequentially('master@example.org', { delay: keyDelay });
  await page
    .getByLabel('Password', { exact: true })
    .pressSequentially(password, { delay: keyDelay });
  const started = performance.now();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('main tbody tr').nth(5).waitFor();
  const took = performance.now() - started;
  await page.context().close();
  return took;
}
