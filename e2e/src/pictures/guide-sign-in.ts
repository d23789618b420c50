import { Secret, TOTP } from 'otpauth';
import { submitPassword, signOut } from '../annals.ts';
import { bodyOf, callsAs } from '../calls.ts';
import { authenticationPaths } from '../demo-paths.ts';
import type { Journey } from './journey.ts';

const person = 'auditor@example.org';

/** The ways to sign in, and a second factor that is added and then asked for. */
export async function signingIn({ page, take }: Journey): Promise<void> {
  // Creates an identity provider, whose button then appears on the login page.
  const { request } = page.context();
  const { provider } = await authenticationPaths(request);
  const call = await callsAs(request);
  await bodyOf(call(`PATCH ${provider}`, { buttonLabel: 'Sign in with Lighthouse' }));
  await page.goto('/login');
  await page
    .getByRole('button', { name: /Lighthouse/ })
    .first()
    .waitFor();
  await page.getByLabel('User name or email').fill(person);
  await take('sign-in', page.getByRole('main'));
  await submitPassword(page, person);
  await page.getByRole('button', { name: 'Logout' }).waitFor();

  await page.goto('/user-management?tab=security');
  const factors = page.getByRole('region', { name: 'Second factors' });
  await take('second-factors', factors);
  await factors.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add authenticator app' });
  await dialog.getByRole('button', { name: 'Next' }).click();
  const secret = dialog.getByRole('group', { name: 'Secret' }).locator('code');
  await secret.waitFor();
  await take('add-authenticator-app', dialog);
  const app = new TOTP({
    secret: Secret.fromBase32((await secret.innerText()).replaceAll(/\s/g, '')),
  });
  await dialog.getByLabel('Code', { exact: true }).fill(app.generate());
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const codes = page.getByRole('dialog', { name: 'Store your recovery codes' });
  await codes.waitFor();
  await take('recovery-codes', codes);
  await codes.getByRole('button', { name: 'I have stored it' }).click();
  await signOut(page);
  await submitPassword(page, person);
  await page.getByLabel('Code', { exact: true }).waitFor();
  await take('second-factor', page.getByRole('main'));
}
