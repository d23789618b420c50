import type { Page } from '@playwright/test';
import { demoProgram } from './demo-program.ts';
import { expect, signIn, signOut, submitPassword, test } from './annals.ts';
import { pressOn } from './by-keyboard.ts';
import { newPerson } from './new-person.ts';
import { addAuthenticator, suggestNoPasskeys } from './passkeys.ts';

const logoutButton = (page: Page) => page.getByRole('button', { name: 'Logout' });
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });
const offer = (page: Page) =>
  page.getByRole('complementary', { name: 'Sign in without a password next time.' });

async function removePasskey(page: Page, name: string) {
  await page.goto('/user-management?tab=security');
  await page.getByRole('button', { name: `Remove: ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText(`“${name}” removed.`)).toBeVisible();
}

test('a person who signed in with a password creates a passkey, and types nothing from then on', async ({
  page,
  browser,
  request,
}) => {
  const person = await newPerson(request, 'petra.passkey@example.org');
  await addAuthenticator(page);
  await signIn(page, person);
  await offer(page).getByRole('link', { name: 'Create a passkey' }).click();
  const adding = page.getByRole('dialog', { name: 'Add passkey' });
  await adding.getByLabel('Name').fill('Laptop');
  await adding.getByRole('button', { name: 'Next' }).click();
  const codes = page.getByRole('dialog', { name: 'Store your recovery codes' });
  const shown = await codes.getByRole('group', { name: 'Recovery codes' }).innerText();
  const [code = ''] = /\w{4}(?:-\w{4}){3}/.exec(shown) ?? [];
  await codes.getByRole('button', { name: 'I have stored it' }).click();
  await expect(offer(page)).toHaveCount(0);

  await test.step('the browser suggests it on the login page, and the authenticator accepts', async () => {
    const refreshToken = () => page.evaluate(() => localStorage.getItem('refreshToken'));
    const before = await refreshToken();
    await logoutButton(page).click();
    await expect.poll(refreshToken).not.toBe(before);
    await page.waitForFunction(() => localStorage.getItem('refreshToken') !== null);
    await expect(logoutButton(page)).toBeVisible();
  });

  await test.step('a button asks for it where the browser suggests nothing', async () => {
    await suggestNoPasskeys(page);
    await page.reload();
    await signOut(page);
    await passkeyButton(page).click();
    await expect(logoutButton(page)).toBeVisible();
  });

  await test.step('a second device signs in with its own', async () => {
    const context = await browser.newContext();
    const second = await context.newPage();
    await addAuthenticator(second);
    await suggestNoPasskeys(second);
    await second.goto('/login');
    await submitPassword(second, person);
    await second.getByRole('button', { name: 'Use a recovery code' }).click();
    await second.getByLabel('Recovery code').fill(code);
    await second.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(logoutButton(second)).toBeVisible();
    await second.goto('/user-management?tab=security');
    await second.getByRole('button', { name: 'Add passkey' }).click();
    const dialog = second.getByRole('dialog', { name: 'Add passkey' });
    await dialog.getByLabel('Name').fill('Phone');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(second.getByText('Phone', { exact: true })).toBeVisible();
    await signOut(second);
    await passkeyButton(second).click();
    await expect(logoutButton(second)).toBeVisible();
    await context.close();
  });

  await test.step('a removed one is refused with a sentence', async () => {
    await removePasskey(page, 'Laptop');
    await signOut(page);
    await passkeyButton(page).click();
    await expect(page.getByRole('alert')).toContainText('No account here has this passkey');
  });

  await test.step('the password still needs the second factor', async () => {
    await submitPassword(page, person);
    await expect(page.getByRole('heading', { name: 'Confirm your identity' })).toBeVisible();
  });
});

test('the keyboard alone is enough, from the offer to the next sign-in', async ({
  page,
  request,
}) => {
  const person = await newPerson(request, 'kai.keyboard@example.org');
  await addAuthenticator(page);
  await suggestNoPasskeys(page);
  await page.goto('/login');
  await expect(page.getByLabel('User name or email')).toBeFocused();
  await page.keyboard.type(person);
  await page.keyboard.press('Tab');
  await page.keyboard.type(demoProgram.password);
  await page.keyboard.press('Enter');
  await pressOn(page, offer(page).getByRole('link', { name: 'Create a passkey' }));
  const adding = page.getByRole('dialog', { name: 'Add passkey' });
  await expect(adding.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  const codes = page.getByRole('dialog', { name: 'Store your recovery codes' });
  await pressOn(page, codes.getByRole('button', { name: 'I have stored it' }));
  await pressOn(page, logoutButton(page));
  await expect(page.getByLabel('User name or email')).toBeFocused();
  await pressOn(page, passkeyButton(page));
  await expect(logoutButton(page)).toBeVisible();
});

test('at another address the console says where passkeys work', async ({ page }) => {
  await addAuthenticator(page);
  await page.goto(`${demoProgram.url.replace('localhost', '127.0.0.1')}/login`);
  await passkeyButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Passkeys work only at localhost, and this page was opened at 127.0.0.1. Open the console at localhost.',
  );
});

test('a device that declined is not asked again', async ({ page, request }) => {
  const person = await newPerson(request, 'dora.decline@example.org');
  await addAuthenticator(page);
  await signIn(page, person);
  await offer(page).getByRole('button', { name: 'No, thanks' }).click();
  await expect(offer(page)).toHaveCount(0);
  await signOut(page);
  await signIn(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});
