import { chromium, type Browser, type Page } from '@playwright/test';
import { chromiumOptions } from '@annals/e2e/chromium';

export async function openBrowser(): Promise<Browser> {
  return chromium.launch(chromiumOptions);
}

export type StorageState = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

/** Signs in as the demo user and returns the browser's storage. */
export async function signIn(
  browser: Browser,
  origin: string,
  password: string,
): Promise<StorageState> {
  const page = await browser.newPage();
  await page.goto(`${origin}/login`);
  await page.getByLabel('User name or email').fill('master@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  const state = await page.context().storageState();
  await page.close();
  return state;
}
