import { chromium, type Browser, type Page } from '@playwright/test';
import { startProgram } from './program.ts';
import { table } from './table.ts';

const password = 'rings of a very old tree';
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];

/** Bytes of JavaScript and CSS that Chromium transfers (brotli) until a page rests, with an empty cache. */
export async function measureFirstLoad(): Promise<string> {
  const program = await startProgram(['--demo'], { DEMO_PASSWORD: password });
  const executablePath = process.env['ANNALS_BROWSER'];
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
  try {
    const login = await transferred(browser, `${program.console}/login`);
    const list = await transferred(
      browser,
      `${program.console}/v1/users`,
      await signedIn(browser, program.console),
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

type StorageState = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

async function signedIn(browser: Browser, origin: string): Promise<StorageState> {
  const page = await browser.newPage();
  await page.goto(`${origin}/login`);
  await page.getByLabel('User name or email').fill('master@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  return page.context().storageState();
}

async function transferred(
  browser: Browser,
  url: string,
  storageState?: StorageState,
): Promise<number> {
  const context = await browser.newContext(storageState ? { storageState } : {});
  const page = await context.newPage();
  // Who saves data gets no pages in advance, which are no part of the first load.
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
