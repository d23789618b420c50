import { expect, submitPassword, signOut, test } from './annals.ts';
import { mailTo, passwordLinkIn } from './mails.ts';

const email = 'selma.selfmade@shore.example';
const password = 'seven slow barges upstream';

test('a new user confirms the email, sets a password and is signed in', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  // the login page, which stays until the next page is ready, also has an email field
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create an account');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Name').fill('Selma Selfmade');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');

  const link = passwordLinkIn(await mailTo(email, /Confirm your email/));
  await page.goto(link);
  await expect(page).toHaveURL(/\/set-password$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email is confirmed');
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(page.getByRole('button', { name: 'Account: Selma Selfmade' })).toBeVisible();

  await signOut(page);
  await submitPassword(page, email, password);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await signOut(page);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link was already used');

  await test.step('an existing account is reported by email only', async () => {
    await page.goto('/signup');
    await page.getByLabel('Email').fill('user@example.org');
    await page.getByLabel('Name').fill('Uwe once more');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
    const { text } = await mailTo('user@example.org', /You already have an account/);
    expect(text).not.toContain('/set-password#token=');
  });
});
