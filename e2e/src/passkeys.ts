import { expect, type Page } from '@playwright/test';

/**
 * Gives the browser a virtual authenticator that confirms each request at once. Returns the CDP session for inspecting
 * it.
 */
export async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devtools, authenticatorId };
}

/**
 * A browser that suggests no passkeys on the login page, from the next document on. The virtual authenticator would
 * accept each suggestion at once.
 */
export async function suggestNoPasskeys(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
}

/** Adds a first passkey to the signed-in user, on the account page. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/user-management?tab=security');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const adding = page.getByRole('dialog', { name: 'Add passkey' });
  await adding.getByLabel('Name').fill(name);
  await adding.getByRole('button', { name: 'Next' }).click();
  const codes = page.getByRole('dialog', { name: 'Store your recovery codes' });
  await codes.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page.getByText(name, { exact: true })).toBeVisible();
}
