import { existsSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, signIn, signOut, test } from './annals.ts';
import { chromiumOptions } from './chromium.ts';

/** The headless shell has no such cache. */
const wholeChromium = '/usr/bin/chromium';

// Playwright switches the cache off.
test.use({
  launchOptions: {
    ...chromiumOptions,
    ...(existsSync(wholeChromium) && { executablePath: wholeChromium }),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

/** Opens a form as the master, fills it in, and leaves it for another document, from which it can be restored. */
async function leaveForm(page: Page, isFilledIn: boolean): Promise<void> {
  await page.addInitScript(() => {
    window.addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset['restored'] = String(persisted);
    });
  });
  page.on('dialog', (dialog) => void dialog.accept());
  await signIn(page);
  await page.goto('/v1/tokens/new');
  const description = page.getByLabel('Description');
  if (isFilledIn) await description.fill('A form of the master');
  else await expect(description).toBeVisible();
  await page.goto('/api/env');
}

/** Goes back to the page as it was. Returns what it sends from then on. */
async function goBack(page: Page): Promise<string[]> {
  const sent: string[] = [];
  const reasons: object[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
    reasons.push(...notRestoredExplanations),
  );
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postData() ?? '');
  });
  await page.goBack({ waitUntil: 'commit' });
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-restored', /./);
  const told = JSON.stringify(reasons);
  test.skip(/DisabledForDelegate/.test(told), 'The headless shell of Chromium has no such cache.');
  await expect(html, told).toHaveAttribute('data-restored', 'true');
  return sent;
}

async function signInBeside(context: BrowserContext, username: string): Promise<void> {
  const other = await context.newPage();
  await signIn(other, username);
  await other.close();
}

const taken = 'Someone else has signed in';

test('a page from the back-forward cache says that somebody else has signed in, and sends nothing in their name', async ({
  page,
  context,
}) => {
  await leaveForm(page, true);
  await signInBeside(context, 'user@example.org');
  const sent = await goBack(page);
  const dialog = page.getByRole('dialog', { name: taken });
  await expect(dialog).toContainText('Your unsaved changes are still on this page.');
  await expect(page.getByLabel('Description')).toHaveValue('A form of the master');
  expect(sent).toEqual([]);
  await dialog.getByRole('button', { name: 'Discard changes and reload as the new user' }).click();
  await expect(page.getByRole('button', { name: /^Account: / })).not.toHaveAccessibleName(/Master/);
});

test('a page from the back-forward cache goes to the login page if its person has signed out', async ({
  page,
  context,
}) => {
  await leaveForm(page, false);
  const other = await context.newPage();
  await other.goto('/');
  await signOut(other);
  const sent = await goBack(page);
  await expect(page.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
  await expect(page.getByText('Not authenticated')).toBeVisible();
  expect(sent.filter((body) => body.includes('Authorization'))).toEqual([]);
});

test('a page from the back-forward cache goes on if its person is still signed in', async ({
  page,
  context,
}) => {
  await leaveForm(page, true);
  await signInBeside(context, 'master@example.org');
  await goBack(page);
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByRole('dialog', { name: taken })).toBeHidden();
  await expect(page.getByText(/^annals_/).first()).toBeVisible();
});
