import type { Page } from '@playwright/test';
import { demoProgram } from './demo-program.ts';
import { expect, signIn as signInBeside, test } from './annals.ts';

/** Holds back the scripts until they are released; the document contains the form without them. */
async function openWithoutCode(page: Page, path: string): Promise<{ releaseCode: () => void }> {
  let releaseCode = (): void => undefined;
  const released = new Promise<void>((resolve) => (releaseCode = resolve));
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return { releaseCode };
}

const username = (page: Page) => page.getByLabel('User name or email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });
const requestOfProviders = (page: Page) =>
  page.waitForResponse((response) => (response.request().postData() ?? '').includes('/v1/auth/'));

test('the login form accepts input before the code is loaded, and keeps it', async ({ page }) => {
  const { releaseCode } = await openWithoutCode(page, '/login');
  await expect(username(page)).toBeFocused();
  await page.keyboard.type('master@exam');
  await username(page).evaluate((field: HTMLInputElement) => {
    Object.assign(self, { before: field });
    field.setSelectionRange(2, 4);
  });
  const providersRequested = requestOfProviders(page);
  releaseCode();
  await providersRequested;
  // The same field with the typed text, the focus and the selection.
  expect(
    await username(page).evaluate((field: HTMLInputElement) => [
      field === (self as unknown as { before: unknown }).before,
      field === document.activeElement,
      field.value,
      field.selectionStart,
      field.selectionEnd,
    ]),
  ).toEqual([true, true, 'master@exam', 2, 4]);
  await page.keyboard.press('End');
  await page.keyboard.type('ple.org');
  await password(page).fill(demoProgram.password);
  await signIn(page).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
});

test('a form submitted before the code is loaded is sent once it is loaded', async ({ page }) => {
  const { releaseCode } = await openWithoutCode(page, '/login?redirect=/v1/users');
  await expect(page.getByText('Sign in to continue.')).toBeVisible();
  await username(page).fill('master@example.org');
  await password(page).fill(demoProgram.password);
  await password(page).press('Enter');
  await signIn(page).click();
  await expect(page.locator('form')).toHaveAttribute('aria-busy', 'true');
  await expect(page).toHaveURL(/\/login\?redirect=\/v1\/users$/);
  const sent: string[] = [];
  page.on('request', (request) => {
    if ((request.postData() ?? '').includes('type=PASSWORD')) sent.push(request.url());
  });
  releaseCode();
  await expect(page).toHaveURL(/\/v1\/users$/);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('an empty form submitted early reports the missing fields', async ({ page }) => {
  const { releaseCode } = await openWithoutCode(page, '/login');
  await signIn(page).click();
  releaseCode();
  await expect(page.getByText('Enter your user name or email.')).toBeVisible();
  await expect(page.locator('form')).not.toHaveAttribute('aria-busy');
});

test('the language and the visible password can be changed once the code is loaded', async ({
  page,
}) => {
  const { releaseCode } = await openWithoutCode(page, '/login');
  await password(page).fill('rings');
  await page.getByRole('button', { name: 'Show or hide what is entered' }).click();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  releaseCode();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bei Annals anmelden');
  await expect(page.getByLabel('Passwort', { exact: true })).toHaveAttribute('type', 'text');
  await expect(page.getByLabel('Passwort', { exact: true })).toHaveValue('rings');
  // The language is remembered, and the document contains the form in that language too.
  await openWithoutCode(page, '/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bei Annals anmelden');
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
});

test('the document contains exactly the form that the code renders', async ({ page }) => {
  const shown = (found: Element[]) =>
    found.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { text: element.textContent, x, y, width, height };
    });
  // Content below the form depends on the service and is loaded later.
  const form = page.locator('#root').locator('h1, [role="status"], label, input, button, footer a');
  for (const path of ['/login', '/login?redirect=/v1/users']) {
    const { releaseCode } = await openWithoutCode(page, path);
    await expect(username(page)).toBeFocused();
    await page.evaluate(async () => document.fonts.ready);
    const before = await form.evaluateAll(shown);
    const providersRequested = requestOfProviders(page);
    releaseCode();
    await providersRequested;
    // Providers of other tests may be listed below the form.
    expect(await form.evaluateAll(shown)).toEqual(expect.arrayContaining(before));
  }
});

test('no form is shown with a session or on the return from a provider', async ({ page }) => {
  await openWithoutCode(page, '/login?code=x&state=y');
  await expect(page.locator('template')).toHaveCount(2);
  await expect(page.locator('#root')).toBeEmpty();
  await page.evaluate(() => localStorage.setItem('auth', 'x'));
  await openWithoutCode(page, '/login');
  await expect(page.locator('template')).toHaveCount(2);
  await expect(page.locator('#root')).toBeEmpty();
});

test('the form in the document gives way if another tab signs in before the code is loaded', async ({
  page,
  context,
}) => {
  const { releaseCode } = await openWithoutCode(page, '/login?redirect=/v1/users');
  await expect(username(page)).toBeFocused();
  const other = await context.newPage();
  await signInBeside(other);
  const userRequested = page.waitForResponse((response) =>
    (response.request().postData() ?? '').includes('/v1/users/current'),
  );
  releaseCode();
  await userRequested;
  await expect(signIn(page)).toBeVisible();
  await expect(signIn(page)).toHaveCount(1);
});

test('an older browser says so before the sign-in, in the language of the person', async ({
  page,
}) => {
  const notice = page.getByText(/too old|zu alt/);
  await page.goto('/login');
  await expect(signIn(page)).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.addInitScript(() => {
    // As in Chromium 109.
    Reflect.deleteProperty(String.prototype, 'isWellFormed');
  });
  await page.reload();
  await expect(notice).toHaveText(/Chrome and Edge from version 111/);
  await expect(signIn(page)).toBeVisible();
  await page.evaluate(() => localStorage.setItem('annals.lang', 'de'));
  await page.reload();
  await expect(notice).toHaveText(/Chrome und Edge ab Version 111/);
});
