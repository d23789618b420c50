import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, submitPassword, startSession, signIn, signOut, test } from './annals.ts';
import { mailTo, passwordLinkIn } from './mails.ts';
import { addAuthenticator, addPasskey, suggestNoPasskeys } from './passkeys.ts';

test.describe.configure({ mode: 'serial' });

const email = 'ingrid.invited@example.org';
const firstPassword = 'nine quiet ferries at dusk';
const secondPassword = 'four loud tugboats at dawn';
let app: TOTP;
let lastStep = 0;

/**
 * An authenticator code that has not been used yet. The service accepts each code once, including those of a
 * clock one step ahead or behind, so this rarely has to wait. The code is valid for at least ten more seconds.
 */
async function unusedCode(): Promise<string> {
  const now = () => app.counter();
  const step = Math.max(lastStep + 1, app.counter({ timestamp: Date.now() + 10_000 }) - 1);
  await expect.poll(now, { timeout: 60_000 }).toBeGreaterThanOrEqual(step - 1);
  lastStep = step;
  return app.generate({ timestamp: step * app.period * 1000 });
}

const logoutButton = (page: Page) => page.getByRole('button', { name: 'Logout' });

async function openSecurity(page: Page) {
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'User Management' })
    .click();
  await page.getByRole('tab', { name: 'Security' }).click();
  return page.getByRole('region', { name: 'Second factors' });
}

/** The service asks for the password again if the sign-in is not recent. */
async function confirmIdentity(page: Page, password: string) {
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
  if (!(await proof.isVisible())) return;
  await proof.getByLabel('Password', { exact: true }).fill(password);
  await proof.getByRole('button', { name: 'Continue' }).click();
}

test('an invited user sets a password with the link in the email and is signed in', async ({
  page,
  browser,
}) => {
  await startSession(page);
  await page.goto('/v1/users');
  await page.getByRole('button', { name: 'Invite user' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Invite user' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Name', { exact: true }).fill('Ingrid Invited');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`${email} invited.`)).toBeVisible();

  const mail = await mailTo(email, /^Welcome/);
  expect(mail.html).toContain('Start');
  const invited = await browser.newPage();
  await invited.goto(passwordLinkIn(mail));
  await expect(invited).toHaveURL(/\/set-password$/);
  await expect(invited.getByText(`You are invited as ${email}.`)).toBeVisible();
  await invited.getByLabel('New password', { exact: true }).fill('too short');
  await invited.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(invited.getByLabel('New password', { exact: true })).toBeFocused();
  await invited.getByLabel('New password', { exact: true }).fill(firstPassword);
  await invited.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(invited.getByRole('button', { name: 'Account: Ingrid Invited' })).toBeVisible();
  await invited.close();
});

test('an authenticator app can be added, shows its recovery codes once, and is required at sign-in', async ({
  page,
}) => {
  await signIn(page, email, firstPassword);
  const factors = await openSecurity(page);
  await factors.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add authenticator app' });
  await dialog.getByRole('button', { name: 'Next' }).click();
  const secret = dialog.getByRole('group', { name: 'Secret' }).locator('code');
  await expect(
    secret.or(page.getByRole('dialog', { name: 'Confirm your identity' })),
  ).toBeVisible();
  await confirmIdentity(page, firstPassword);
  app = new TOTP({ secret: Secret.fromBase32((await secret.innerText()).replaceAll(/\s/g, '')) });
  await dialog.getByLabel('Code', { exact: true }).fill(await unusedCode());
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();

  const codes = page.getByRole('dialog', { name: 'Store your recovery codes' });
  const shown = await codes
    .getByRole('group', { name: 'Recovery codes' })
    .locator('code')
    .innerText();
  const [recoveryCode = '', ...others] = shown.trim().split(/\s+/);
  expect(others.length).toBeGreaterThan(4);
  await codes.getByRole('button', { name: 'I have stored it' }).click();
  await expect(factors.getByText(`${others.length + 1} recovery codes left`)).toBeVisible();
  await page.reload();
  await expect(factors.getByText('recovery codes left')).toBeVisible();
  expect(await page.content()).not.toContain(recoveryCode);

  await test.step('sign in with a code of the app', async () => {
    await signOut(page);
    await submitPassword(page, email, firstPassword);
    const code = page.getByLabel('Code', { exact: true });
    await code.fill('000000');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('This code is wrong.');
    await code.fill(await unusedCode());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(logoutButton(page)).toBeVisible();
  });

  await test.step('a recovery code works once', async () => {
    const consumeRecoveryCode = async () => {
      await signOut(page);
      await submitPassword(page, email, firstPassword);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(recoveryCode);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await consumeRecoveryCode();
    await expect(logoutButton(page)).toBeVisible();
    await consumeRecoveryCode();
    await expect(page.getByRole('alert')).toContainText('it was used before');
  });
});

test(
  'a forgotten password can be reset by email, and the old one no longer works',
  { tag: '@exhaustive' },
  async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('User name or email').fill(email);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page).toHaveURL(/\/reset$/);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');

    await page.goto(passwordLinkIn(await mailTo(email, /^Set a new password/)));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set a new password');
    await page.getByLabel('New password', { exact: true }).fill(secondPassword);
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    // someone who can read the mailbox still does not have the phone
    await page.getByLabel('Code', { exact: true }).fill(await unusedCode());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(logoutButton(page)).toBeVisible();
    await signOut(page);
    await submitPassword(page, email, firstPassword);
    await expect(page.getByText('User name or password is wrong.')).toBeVisible();
    await submitPassword(page, email, secondPassword);
    await expect(page.getByLabel('Code', { exact: true })).toBeVisible();

    await test.step('an unknown email gets the same response and no email', async () => {
      await page.goto('/reset');
      await page.getByLabel('Email').fill('nobody@example.org');
      await page.getByRole('button', { name: 'Send link' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
    });
  },
);

test('a passkey can be added and used to sign in', { tag: '@exhaustive' }, async ({ page }) => {
  const person = 'auditor@example.org';
  const { devtools, authenticatorId } = await addAuthenticator(page);
  await suggestNoPasskeys(page);
  await signIn(page, person);
  await addPasskey(page, 'Key ring');
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials).toHaveLength(1);

  await signOut(page);
  await submitPassword(page, person);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(logoutButton(page)).toBeVisible();

  await test.step('after its removal the password alone is enough', async () => {
    const factors = await openSecurity(page);
    await factors.getByRole('button', { name: 'Remove: Key ring' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(factors.getByText('None: your password')).toBeVisible();
    await signOut(page);
    await signIn(page, person);
  });
});

test(
  'the link of a withdrawn invitation is rejected with an explanation',
  { tag: '@exhaustive' },
  async ({ page }) => {
    const guest = 'wilma.withdrawn@example.org';
    await startSession(page);
    await page.goto('/user-management');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite user' });
    await dialog.getByLabel('Email').fill(guest);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByText(`${guest} invited.`)).toBeVisible();
    const link = passwordLinkIn(await mailTo(guest, /^Welcome/));

    await page.getByRole('tab', { name: 'Invitations' }).click();
    await page.getByRole('row').filter({ hasText: guest }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
    await expect(page.getByText(`Invitation to ${guest} withdrawn.`)).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: guest })).toContainText('Withdrawn');

    await signOut(page);
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is not valid');
    await expect(page.getByText('the invitation may have been withdrawn')).toBeVisible();
    await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);
  },
);
