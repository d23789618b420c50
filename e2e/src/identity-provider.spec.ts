import type { Page } from '@playwright/test';
import { expect, submitPassword, signIn, signOut, test } from './annals.ts';
import { callsAs, callsWith } from './calls.ts';
import { demoProgram } from './demo-program.ts';
import { mailTo, passwordLinkIn } from './mails.ts';
import { peer, startPeer } from './oidc-peer.ts';

const name = 'Harbour';
const button = 'Sign in with Harbour';
const colleague = 'carla.colleague@harbour.example';
const victim = 'vera.victim@harbour.example';
const regular = 'rolf.regular@harbour.example';
const copiedPassword = 'eleven crates on the quay';
const wanted = '/v1/tokens?q=robot&pageSize=25';

test.describe.configure({ mode: 'serial' });

let provider: Awaited<ReturnType<typeof startPeer>>;
test.beforeAll(async () => {
  provider = await startPeer();
});
test.afterAll(() => provider?.close());

async function signInAtProvider(page: Page, email: string) {
  // the login page, which is still shown, also has an email field
  await expect(page.getByRole('heading', { name: 'Sign in at the provider' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function signOutAtProvider(page: Page, leave: () => Promise<unknown>) {
  await leave();
  await expect(page.getByRole('heading', { name: 'Sign out at the provider' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
}

test('a master creates an identity provider, tests it and enables it', async ({ page }) => {
  await signIn(page);
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Identity Providers' })
    .click();
  await page.getByRole('button', { name: 'New identity provider' }).first().click();
  await page.getByRole('region', { name: 'General' }).getByLabel('Name').fill(name);
  await page.getByLabel('Button label').fill(button);
  await page.getByRole('textbox', { name: 'Issuer', exact: true }).fill(peer.issuer);
  await page.getByRole('button', { name: 'Look up' }).click();
  await expect(page.getByText('Found. The provider publishes:')).toBeVisible();
  await page.getByLabel('Client ID').fill(peer.clientId);
  await page.getByLabel('Client secret').fill(peer.clientSecret);
  await page.getByLabel('Who may sign in').selectOption('CREATE');
  await page.getByRole('button', { name: 'Create provider' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText(peer.clientSecret)).toHaveCount(0);

  await test.step('the test shows the metadata of the provider', async () => {
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(page.getByText('Signing keys')).toBeVisible();
  });
  await test.step('a test sign-in creates no session', async () => {
    await page.getByRole('button', { name: 'Test sign-in' }).click();
    await signInAtProvider(page, colleague);
    await expect(page.getByText('create an account, and sign in')).toBeVisible();
    await expect(page.getByText('"email_verified": true')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Account: Mira Master' })).toBeVisible();
  });
  await page.getByRole('button', { name: 'Enable' }).click();
  await expect(page.getByText(`“${name}” enabled.`)).toBeVisible();
  const id = /\/v1\/identity-providers\/([\w-]+)/.exec(page.url())?.[1] ?? '';
  peer.backChannelLogoutUrl = `${demoProgram.url}/back-channel-logout/${id}`;
});

test('a user signs in with the provider and lands on the requested page', async ({ page }) => {
  await page.goto(wanted);
  await page.getByRole('button', { name: button }).click();
  await signInAtProvider(page, colleague);
  await expect(page.getByRole('button', { name: 'Account: Carla Colleague' })).toBeVisible();
  await expect(page).toHaveURL(wanted);
  await expect(page.getByRole('searchbox')).toHaveValue('robot');

  await test.step('the logout leads to the provider and back', async () => {
    await signOutAtProvider(page, () => page.getByRole('button', { name: 'Logout' }).click());
    await expect(page).toHaveURL('/login');
    await page.getByRole('button', { name: button }).click();
    await signInAtProvider(page, colleague);
    await expect(page.getByRole('button', { name: 'Account: Carla Colleague' })).toBeVisible();
  });
  await test.step('a logout at the provider ends the session here', async () => {
    const end = `${peer.issuer}/session/end?client_id=${peer.clientId}`;
    const elsewhere = await page.context().newPage();
    await signOutAtProvider(elsewhere, () => elsewhere.goto(end));
    await elsewhere.close();
    // A page that learns of it meanwhile leaves by itself, and the reload that it replaces never ends.
    await expect(() => page.reload({ timeout: 15_000 })).toPass();
    await expect(page.getByRole('button', { name: button })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0);
  });
});

test('signing in again confirms only if the provider asked again', async ({ page, context }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: button }).click();
  await signInAtProvider(page, colleague);
  await expect(page.getByRole('button', { name: 'Account: Carla Colleague' })).toBeVisible();
  await page.goto('/user-management?tab=security');
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Phone');
  await page.getByRole('button', { name: 'Next' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' });

  /** Signs in again over the page, in the new tab that the sign-in opens. */
  async function signInAgain(atProvider: (tab: Page) => Promise<void>) {
    await proof.getByRole('button', { name: 'Sign in again' }).click();
    const over = page.getByRole('dialog', { name: 'Sign in again to confirm' });
    const opened = context.waitForEvent('page');
    await over.getByRole('link', { name: button }).click();
    const tab = await opened;
    await tab.getByRole('button', { name: button }).click();
    await atProvider(tab);
    await expect(tab.getByRole('button', { name: 'Account: Carla Colleague' })).toBeVisible();
    await tab.close();
  }

  await test.step('a session at a provider that does not ask is none', async () => {
    // A browser that removes what the service asks for.
    const authorization = `${peer.issuer}/auth?*`;
    await context.route(
      authorization,
      (route) => {
        const url = new URL(route.request().url());
        for (const each of ['prompt', 'max_age']) url.searchParams.delete(each);
        return route.continue({ url: url.href });
      },
      { times: 1 },
    );
    await signInAgain(async () => undefined);
    await expect(proof.getByRole('alert')).toHaveText(
      'Harbour does not say when it last asked you to sign in, so signing in there is no confirmation. Use your password or a passkey.',
    );
    await expect(proof.getByRole('link', { name: 'Set a password (new tab)' })).toBeVisible();
  });

  await test.step('the provider asks, and the action goes on', async () => {
    await signInAgain((tab) => signInAtProvider(tab, colleague));
    await expect(proof).toHaveCount(0);
    await expect(page.getByText('Scan this with the app')).toBeVisible();
  });
});

test('an account set up by someone else must be confirmed with a code from its email', async ({
  page,
  request,
}) => {
  const master = await callsAs(request);
  const { body } = await master('POST /v1/users', { email: victim, roles: ['USER'] });
  const { id: userId } = body as { id: string };
  const invitations = await master(`GET /v1/users/invitations?userId=${userId}`);
  const [invitation] = (invitations.body as { data: { id: string }[] }).data;
  const copied = await master(`POST /v1/users/invitations/${invitation?.id}/link`);
  const anonymous = callsWith(request, {});
  const set = await anonymous('POST /v1/auth/password', {
    token: new URL((copied.body as { link: string }).link).hash.replace('#token=', ''),
    password: copiedPassword,
  });
  expect(set.status).toBe(200);

  await page.goto(wanted);
  await page.getByRole('button', { name: button }).click();
  await signInAtProvider(page, victim);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Confirm that this account is yours',
  );
  await page.getByRole('button', { name: 'Email me a code' }).click();
  const { text = '' } = await mailTo(victim, /confirmation code/);
  await page.getByLabel('Code').fill(/\d{4} \d{4}/.exec(text)?.[0] ?? '');
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Earlier sign-in methods were removed',
  );
  await expect(page.getByRole('listitem')).toHaveText(['The password', '1 session']);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Account:' })).toBeVisible();
  await expect(page).toHaveURL(wanted);
  const again = await anonymous('POST /v1/auth?type=PASSWORD', {
    username: victim,
    password: copiedPassword,
  });
  expect(again.status).toBe(401);
});

test(
  'an account with a password is linked after a sign-in with the password',
  { tag: '@exhaustive' },
  async ({ page, request }) => {
    const master = await callsAs(request);
    await master('POST /v1/users', { email: regular, roles: ['USER'] });
    await page.goto(passwordLinkIn(await mailTo(regular, /Welcome/)));
    await page.getByLabel('New password', { exact: true }).fill(copiedPassword);
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await signOut(page);
    await page.goto('/login');
    await page.getByRole('button', { name: button }).click();
    await signInAtProvider(page, regular);
    await page.getByRole('button', { name: 'Sign in as before' }).click();
    await submitPassword(page, regular, copiedPassword);
    await expect(page.getByText('The account at the provider is linked to yours.')).toBeVisible();
    await signOut(page);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  },
);

test('an unsolicited response of a provider is rejected', async ({ page, request }) => {
  await page.goto('/login?code=stolen&state=unknown');
  await expect(page.getByRole('alert')).toContainText(
    'does not belong to a sign-in that was started in this tab',
  );
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0);
  const stored = await page.evaluate(() => localStorage.getItem('auth'));
  expect(stored).toBeNull();
  const { status, body } = await callsWith(request, {})('POST /v1/auth?type=IDENTITY_PROVIDER', {
    code: 'stolen',
    state: 'unknown',
  });
  expect(status).toBe(401);
  expect(body).not.toHaveProperty('accessToken');
});

test(
  'a response for one tab does not sign in another',
  { tag: '@exhaustive' },
  async ({ page, browser }) => {
    const answered = page.waitForRequest(/\/login\?.*code=/);
    await page.goto('/login');
    await page.getByRole('button', { name: button }).click();
    await signInAtProvider(page, colleague);
    const address = (await answered).url();
    const elsewhere = await browser.newContext();
    const victimPage = await elsewhere.newPage();
    await victimPage.goto(address);
    await expect(victimPage.getByRole('alert')).toContainText('was not used');
    await expect(victimPage).toHaveURL(/\/login$/);
    await elsewhere.close();
  },
);
