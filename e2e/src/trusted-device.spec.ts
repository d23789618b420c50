import type { APIRequestContext, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { demoProgram } from './demo-program.ts';
import { expect, signIn, signOut, startSession, submitPassword, test } from './annals.ts';
import { bodyOf, callsAs } from './calls.ts';
import { newPerson } from './new-person.ts';
import { addAuthenticator, addPasskey, suggestNoPasskeys } from './passkeys.ts';

/** Somebody with an authenticator app, in a unit of their own where devices can be trusted for a week. */
async function personWithApp(request: APIRequestContext) {
  const email = 'tilda.trusted@example.org';
  await newPerson(request, email);
  const own = await callsAs(request, email);
  const factors = '/v1/users/current/factors/totp';
  const { id, secret } = await bodyOf<{ id: string; secret: string }>(
    own(`POST ${factors}`, { name: 'Phone' }),
  );
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  await bodyOf(own(`POST ${factors}/${id}/confirmation`, { code: app.generate() }));
  const user = await bodyOf<{ id: string }>(own('GET /v1/users/current'));
  const master = await callsAs(request);
  const unit = await bodyOf<{ id: string }>(
    master('POST /v1/organizational-units?name=Workshop+of+Tilda'),
  );
  const membership = `/v1/users/${user.id}/organizational-unit?organizationalUnitId=${unit.id}`;
  await bodyOf(master(`PUT ${membership}`));
  await bodyOf(
    master('POST /authentication/v1/sign-in-rules', {
      role: null,
      organizationalUnitId: unit.id,
      idleMinutes: null,
      absoluteMinutes: null,
      maxSessions: null,
      passkeyRequired: false,
      trustedDeviceDays: 7,
      peopleNetworks: null,
      tokenNetworks: null,
      applicationNetworks: null,
      freshProofFor: [],
    }),
  );
  return { email, userId: user.id, app };
}

/** A code is accepted once, so the next one is needed after the set-up. */
async function enterNextCode(page: Page, app: TOTP): Promise<void> {
  const code = app.generate({ timestamp: Date.now() + 30_000 });
  await page.getByLabel('Code', { exact: true }).fill(code);
}

test('a person trusts a device, needs no code there, and an administrator revokes the trust', async ({
  page,
  browser,
  request,
}) => {
  const { email, userId, app } = await personWithApp(request);
  await page.goto('/login');
  await submitPassword(page, email);
  await enterNextCode(page, app);
  await page.getByLabel('Trust this device for 7 days').check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();

  await test.step('the cookie is out of reach of scripts, and of other sites', async () => {
    const cookies = await page.context().cookies();
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/' }]);
    expect(await page.evaluate(() => document.cookie)).toBe('');
  });

  await test.step('the password is enough here', async () => {
    await signOut(page);
    await signIn(page, email);
    await page.goto('/user-management?tab=security');
    await expect(page.getByRole('table', { name: 'Trusted devices' })).toBeVisible();
  });

  await test.step('but not in another browser', async () => {
    const other = await browser.newContext();
    const elsewhere = await other.newPage();
    await elsewhere.goto('/login');
    await submitPassword(elsewhere, email);
    await expect(elsewhere.getByLabel('Code', { exact: true })).toBeVisible();
    await other.close();
  });

  await test.step('until an administrator revokes it', async () => {
    const context = await browser.newContext();
    const master = await context.newPage();
    await startSession(master);
    await master.goto(`/v1/users/${userId}?tab=sessions`);
    await master.getByRole('button', { name: /^Revoke trust: / }).click();
    await master.getByRole('dialog').getByRole('button', { name: 'Revoke trust' }).click();
    await expect(master.getByText('Trust revoked.')).toBeVisible();
    await expect(master.getByRole('table', { name: 'Trusted devices' })).toHaveCount(0);
    await context.close();
    await signOut(page);
    await submitPassword(page, email);
    await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
  });
});

/** The first change of the page is answered as after ten minutes, which the test does not wait for. */
async function wantConfirmation(page: Page, wanted: string): Promise<string[]> {
  const refused: string[] = [];
  await page.route('**/api/annals', async (route) => {
    const { method, url } = route.request().postDataJSON() as { method: string; url: string };
    if (method !== wanted || refused.length > 0) return route.continue();
    refused.push(url);
    return route.fulfill({
      status: 403,
      json: { error: 'Forbidden', code: 'reauthentication_needed', message: 'Once more, please.' },
    });
  });
  return refused;
}

test('a call that wants a recent confirmation continues after it, on a page that knows nothing of it', async ({
  page,
  request,
}) => {
  await startSession(page);
  const master = await callsAs(request);
  const { id } = await bodyOf<{ id: string }>(
    master('POST /v1/organizational-units?name=Harbour+office'),
  );
  const refused = await wantConfirmation(page, 'PUT');
  await page.goto(`/v1/organizational-units/${id}/edit`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour office, confirmed');
  await page.getByRole('button', { name: 'Save' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
  await proof.getByLabel('Password', { exact: true }).fill(demoProgram.password);
  await proof.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Harbour office, confirmed' })).toBeVisible();
  expect(refused).toHaveLength(1);
});

test('a passkey confirms in place, and the form goes on', async ({ page, request }) => {
  const email = await newPerson(request, 'paula.proof@example.org');
  await addAuthenticator(page);
  await suggestNoPasskeys(page);
  await signIn(page, email);
  await addPasskey(page, 'Laptop');
  await page.goto('/user-management');
  await page.getByRole('button', { name: 'Edit profile' }).click();
  const refused = await wantConfirmation(page, 'PATCH');
  await page.getByLabel('Name').fill('Paula Proof');
  await page.getByRole('button', { name: 'Save' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
  const confirmed = page.waitForResponse((response) =>
    (response.request().postData() ?? '').includes('/current/reauthentication"'),
  );
  await proof.getByRole('button', { name: 'Use a passkey' }).click();
  expect((await confirmed).status()).toBe(204);
  await expect(page.getByRole('button', { name: 'Account: Paula Proof' })).toBeVisible();
  expect(refused).toHaveLength(1);
});
