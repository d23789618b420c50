import { chromium, type Browser, type Page } from '@playwright/test';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];

export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env['ANNALS_BROWSER'];
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
}

export type StorageState = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

/** The browser's storage after the demo user has signed in. */
export async function signedIn(
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
