import type { Locator, Page } from '@playwright/test';
import { routes as allRoutes } from '@annals/contracts/routes';
import { exhaustive, oneInEvery } from '@annals/contracts/testing/exhaustive';
import { expect, test } from './annals.ts';
import { portOf } from './ports.ts';
import { waitUntilSettled } from './page-idle.ts';
import { startProgram, type RunningProgram } from './program.ts';
import { isForStrangers, pathsOfRoutes, routesOf } from './route-paths.ts';
import { type Failure, startStrictServices, type StrictServices } from './strict-services.ts';
import { navigateInApp } from './visit.ts';

let strict: StrictServices;
let program: RunningProgram;

test.beforeAll(async () => {
  strict = await startStrictServices();
  program = await startProgram([], {
    PORT: String(portOf('strictServices')),
    AUTHENTICATION_ENDPOINT: strict.authenticationEndpoint,
    ANNALS_ENDPOINT: strict.dataEndpoint,
  });
});

test.afterAll(async () => {
  await program?.stop();
  await strict?.close();
});

test.beforeEach(() => {
  strict.received.length = 0;
  strict.passwordCalls.length = 0;
  strict.configure({});
});

test.use({ baseURL: `http://127.0.0.1:${portOf('strictServices')}`, actionTimeout: 20_000 });

/** The routes of section 2, with ids that exist. */
const routes = [
  '/',
  '/user-management',
  '/migrations',
  '/v1/tokens/new',
  '/v1/tokens',
  '/v1/users',
  '/v1/users/grace',
  '/v1/users/grace/edit',
  '/v1/users/grace/roles',
  '/v1/users/forName/grace',
  '/v1/users/forNameContaining/gra',
  '/v1/alias-urls',
  '/v1/alias-urls?alias=harbour',
  '/v1/applications',
  '/v1/applications/a1',
  '/v1/identity-providers',
  '/v1/identity-providers/new',
  '/v1/identity-providers/i1',
  '/v1/identity-providers/i1/edit',
  '/v1/organizational-units',
  '/v1/organizational-units/new',
  '/v1/organizational-units/o1',
  '/v1/organizational-units/o1/edit',
  '/v1/organizational-units/o1/users',
  '/v1/partitions',
  '/v1/partitions/all/users',
  '/v1/partitions/all/users/grace',
  '/v1/partitions/7',
  '/v1/partitions/7/users',
  '/v1/partitions/7/objects',
  '/v1/partitions/7/objects?type=ACCOUNT&sort=-lastChange&q=an',
  '/v1/partitions/7/objects?asOf=2024-01-01T00%3A00%3A00Z',
  '/v1/partitions/7/objects/recent',
  '/v1/partitions/7/objects/v1',
  '/v1/partitions/7/objects/referencedBy/v1',
  '/v1/partitions/7/indices/search-text?text=an',
  '/v1/partitions/7/timelines/tl-account/objects',
  '/v1/partitions/7/timelines/tl-account/objects/latest',
];
const specifiedRoutes = routesOf(routes);
/** The routes beyond it, which anybody can open by their addresses. */
const furtherRoutes = [
  ...pathsOfRoutes(
    {
      partitionId: '7',
      changeSetId: 'c1',
      webhookId: 'w1',
      sampleId: 's1',
      role: 'USER',
      chapter: 'sign-in',
    },
    (name) => !specifiedRoutes.has(name) && !isForStrangers(name),
  ).map(([, path]) => path),
  '/audit-log/incident?user=grace',
];
const withoutSession = [
  '/login',
  '/reset',
  '/signup',
  '/set-password',
  '/set-password#token=x',
  '/revoke-tokens',
  '/revoke-tokens#token=x',
  '/licenses',
];

/** Stores an access token, as a sign-in does. */
async function storeSession(page: Page, language = 'en'): Promise<void> {
  const entries = [
    ['auth', strict.accessToken()],
    ['refreshToken', 'refresh-ada'],
    ['annals.lang', language],
  ];
  await page.addInitScript((stored) => {
    // Once: what the console stores afterwards stays.
    if (sessionStorage.getItem('stored')) return;
    sessionStorage.setItem('stored', 'yes');
    for (const [name = '', value = ''] of stored) localStorage.setItem(name, value);
  }, entries);
}

for (const language of ['en', 'de'])
  test(
    `no route sends what the specification does not list (${language})`,
    language === 'de' ? { tag: '@exhaustive' } : {},
    async ({ page }) => {
      await storeSession(page, language);
      await page.goto('/');
      for (const path of [...routes, ...furtherRoutes]) await visit(page, path);
      for (const path of [...routes, ...withoutSession].filter((_, index) => index % 6 === 0)) {
        await page.goto(path);
        await waitUntilSettled(page);
      }
      expect(strict.received.length).toBeGreaterThan(80);
      expect(strict.rejected()).toEqual([]);
      expect(strict.passwordCalls).toEqual([]);
    },
  );

test('the lists of routes leave none out', () => {
  const visited = routesOf([...routes, ...furtherRoutes, ...withoutSession]);
  expect(visited).toEqual(new Set(Object.keys(allRoutes)));
});

/** Opens a route and each of its tabs. */
async function visit(page: Page, path: string): Promise<void> {
  const before = strict.rejected().length;
  await page.evaluate((to) => window.__TSR_ROUTER__?.history.push(to), path);
  await page.waitForFunction(() => window.__TSR_ROUTER__?.state.status === 'idle');
  await waitUntilSettled(page);
  for (const tab of await page.getByRole('tab', { selected: false }).all()) {
    if (!(await tab.isVisible())) continue;
    await tab.click();
    await waitUntilSettled(page);
  }
  expect([path, strict.rejected().slice(before)]).toEqual([path, []]);
}

test('a person who is not signed in causes no call', async ({ page }) => {
  for (const path of [...withoutSession, '/']) {
    await page.goto(path);
    await waitUntilSettled(page);
  }
  await expect(page).toHaveURL(/\/login/);
  expect(strict.received).toEqual([]);
  await page.getByLabel('User name or email').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('anything');
  expect(strict.received).toEqual([]);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(strict.passwordCalls.map(({ body }) => body)).toEqual([
    { username: 'ada', password: 'anything' },
  ]);
  expect(strict.rejected()).toEqual([]);
});

test('a session that is over when the page starts leads to the login page, and nothing is sent without it', async ({
  page,
}) => {
  for (const path of routes.filter((_, index) => index % 5 === 0)) {
    strict.received.length = 0;
    await page.goto('/login');
    await page.evaluate(() => {
      localStorage.setItem('auth', 'over');
      localStorage.setItem('refreshToken', 'refresh-over');
    });
    strict.fail('POST /v1/auth', 401);
    try {
      await page.goto(path);
      await expect(page).toHaveURL(/\/login\?redirect=/);
      await waitUntilSettled(page);
    } finally {
      strict.fail('POST /v1/auth', undefined);
    }
    expect([path, strict.rejected()]).toEqual([path, []]);
    const refreshes = strict.received.filter(({ method }) => method === 'POST');
    expect([path, refreshes.length]).toEqual([path, 1]);
  }
});

test('every action of the specification is sent as listed', async ({ page }) => {
  const dialog = page.getByRole('dialog');
  const press = (name: string, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true }).click();
  const pickUnit = async (name: string, within: Page | Locator) => {
    await within.getByRole('combobox', { name: 'Organizational unit' }).click();
    await page.getByRole('option', { name }).click();
  };
  await storeSession(page);
  await page.goto('/v1/tokens/new');
  await page.getByLabel('Description').fill('a token');
  strict.expireAccessTokens();
  await press('Create token');
  await expect(page.getByText('a secret', { exact: true })).toBeVisible();
  await press('I have stored it');
  await navigateInApp(page, '/v1/tokens');
  await press('Revoke: a token');
  await press('Revoke', dialog);
  await expect(dialog).toHaveCount(0);

  await navigateInApp(page, '/v1/applications/a1');
  await press('Revoke: its token');
  await press('Revoke', dialog);
  await expect(dialog).toHaveCount(0);
  await press('New token');
  await dialog.getByLabel('Description').fill('a token');
  await press('Create token', dialog);
  await expect(page.getByText('another secret', { exact: true })).toBeVisible();
  await press('I have stored it');

  await navigateInApp(page, '/v1/users/grace/roles');
  await page.getByRole('checkbox', { name: 'ORG_ADMIN' }).check();
  await page.getByRole('checkbox', { name: 'USER', exact: true }).uncheck();
  await press('Save roles');
  await expect(page).toHaveURL(/grace\?tab=roles$/);
  await navigateInApp(page, '/v1/users/grace');
  await press('Remove from Somewhere');
  await expect(page.getByText('removed from Somewhere.')).toBeVisible();
  await press('Add to unit');
  await pickUnit('Somewhere', dialog);
  await press('Add to unit', dialog);
  await expect(dialog).toHaveCount(0);

  await navigateInApp(page, '/v1/users');
  await press('Invite user');
  await dialog.getByLabel('Email').fill('new@example.org');
  await press('Send invitation', dialog);
  await expect(page.getByText('new@example.org invited.')).toBeVisible();
  const invitation = strict.received.find(
    ({ method, url }) => `${method} ${url}` === 'POST /v1/users',
  );
  expect(invitation?.body).toEqual({
    email: 'new@example.org',
    mailTemplateId: 650487,
    mailTemplateParameters: {
      email: 'new@example.org',
      headline: 'Welcome',
      body: expect.stringContaining('new@example.org'),
      ctaText: 'Start',
      ctaLink: expect.stringMatching(/\/set-password$/),
      footer: expect.stringContaining('new@example.org'),
      lang: 'en',
    },
  });

  await navigateInApp(page, '/v1/organizational-units/new');
  await page.getByLabel('Name').fill('Elsewhere');
  await press('Create unit');
  await expect(page).toHaveURL(/o2$/);
  await navigateInApp(page, '/v1/organizational-units/o1/edit');
  await page.getByLabel('Name').fill('Anywhere');
  await press('Save');
  await expect(page).toHaveURL(/o1$/);
  expect(
    strict.received.find(({ method, url }) => method === 'PUT' && url.endsWith('/o1'))?.body,
  ).toEqual({
    id: 'o1',
    name: 'Anywhere',
    costCentre: '0815',
    parent: { ref: 'o0', since: '2020-01-01' },
    emailDomains: null,
    secondFactorRequired: 'inherit',
  });

  await navigateInApp(page, '/v1/identity-providers/new');
  await page.getByRole('region', { name: 'General' }).getByLabel('Name').fill('Lighthouse');
  await pickUnit('Anywhere', page.getByRole('region', { name: 'General' }));
  await page.getByLabel('Issuer').fill('https://light.example');
  await page.getByLabel('Client ID').fill('ours');
  await press('Create provider');
  await expect(page.getByText('“Lighthouse” created.')).toBeVisible();
  await navigateInApp(page, '/v1/identity-providers/i1/edit');
  await page.getByRole('region', { name: 'General' }).getByLabel('Name').fill('Torch');
  await press('Save');
  await expect(page).toHaveURL(/i1$/);
  const providerBodies = strict.received
    .filter(({ method, url }) => method.startsWith('P') && url.startsWith('/v1/identity-providers'))
    .map(({ body }) => body);
  expect(providerBodies).toEqual([
    { name: 'Lighthouse', issuer: 'https://light.example', clientId: 'ours' },
    { name: 'Torch' },
  ]);

  await navigateInApp(page, '/v1/alias-urls?alias=harbour');
  await press('Reactivate');
  await expect(page.getByText('Alias harbour reactivated.')).toBeVisible();
  await navigateInApp(page, '/v1/partitions/7');
  await expect(
    page.getByRole('region', { name: 'Main operators' }).getByRole('link', { name: /grace/ }),
  ).toBeVisible();
  expect(strict.rejected()).toEqual([]);
});

const startUpCalls = [
  'GET /v1/auth',
  'GET /v1/users/current',
  'GET /v1/partitions/all/users/current',
];
const failures: Failure[] = [403, 404, 500, 'html', 'dropped', 204, 'null', 'late'];
const failedStarts = startUpCalls.flatMap((line) =>
  failures.map((failure) => [line, failure] as const),
);

for (const [line, failure] of oneInEvery(5, failedStarts))
  test(`nobody is locked out when ${line} fails: ${failure}`, async ({ page }) => {
    await storeSession(page);
    strict.fail(line, failure);
    try {
      for (const path of ['/login', '/reset', '/signup', '/set-password']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(
          /Internal Server Error/,
        );
      }
      await page.goto('/v1/partitions');
      await waitUntilSettled(page);
      const visited = routes.filter((_, index) => failure !== 'late' || index % 12 === 0);
      if (exhaustive) for (const path of visited) await visit(page, path);
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page).toHaveURL(/\/login/);
      expect(strict.rejected()).toEqual([]);
    } finally {
      strict.fail(line, undefined);
    }
  });

const roleForms: [name: string, roles: unknown][] = [
  ['objects', [{ name: 'GLOBAL_MASTER', permissions: ['users:read'] }, { name: 'PILOT' }]],
  ['numbers', [1, 2]],
  ['nested', { roles: { data: [{ role: { name: 'PILOT' } }] } }],
  ['absent', 404],
  ['forbidden', 403],
  ['broken', 500],
  ['nothing', 204],
];

for (const [name, roles] of roleForms)
  test(`roles that are ${name} make no service ours`, { tag: '@exhaustive' }, async ({ page }) => {
    strict.configure({ roles, opaque: name === 'nothing' });
    await storeSession(page);
    await page.goto('/');
    for (const path of routes) await visit(page, path);
    await navigateInApp(page, '/v1/users');
    await expect(page.getByRole('button', { name: /New user|Now$/ })).toHaveCount(0);
    expect(strict.rejected()).toEqual([]);
  });

/** Pages, and words that they must not contain: no service has said so. */
const unsaid: [path: string, words: RegExp][] = [
  ['/', /operational|Health|Not responding|Responds with|Since your last visit|What each role/],
  ['/user-management?tab=rights', /You have no roles|You are not in any/],
  ['/v1/tokens', /Any status/],
  ['/v1/users/grace/roles', /through a unit/],
  ['/v1/partitions', /Any status/],
  ['/v1/partitions/7/objects', /Any status/],
  ['/v1/partitions/7/objects?asOf=2024-01-01T00%3A00%3A00Z', /You are viewing|no such/],
  ['/reset', /We will send you/],
  ['/set-password', /Opening it|from your email/],
  ['/revoke-tokens', /Opening it|from your email/],
  ['/v1/identity-providers/new', /never shown again/],
];

test('no page states what no service has said, nor loads what none has', async ({ page }) => {
  await storeSession(page);
  await page.goto('/v1/users');
  for (const [path, words] of unsaid) {
    await navigateInApp(page, path);
    const shown = page.locator('body');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect([path, await shown.innerText()]).toEqual([path, expect.not.stringMatching(words)]);
    expect([path, await page.locator('.mantine-Skeleton-root').count()]).toEqual([path, 0]);
  }
});

test('without a list of roles the page of roles says so, asks no further and fits a phone', async ({
  page,
}) => {
  await storeSession(page);
  strict.fail('GET /v1/roles', 500);
  try {
    await page.goto('/v1/users/grace/roles');
    await expect(page.getByRole('button', { name: 'Save roles' })).toBeVisible();
    const asked = () => strict.received.filter(({ url }) => url === '/v1/roles').length;
    const before = asked();
    await waitUntilSettled(page);
    expect(asked()).toBe(before);
  } finally {
    strict.fail('GET /v1/roles', undefined);
  }
  strict.configure({ roles: ['A'.repeat(58)] });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.reload();
  await expect(page.getByText('A'.repeat(58))).toBeVisible();
  const excess = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(excess)).toBeLessThanOrEqual(0);
});

test('20,000 users that come whole are searched, sorted and paged in the browser', async ({
  page,
}) => {
  strict.configure({ users: 20_000 });
  await storeSession(page);
  await page.goto('/v1/users');
  await expect(page.getByText('1–50 of 20,000')).toBeVisible();
  await page.getByRole('searchbox').fill('u1999');
  await expect(page.getByText('of 11')).toBeVisible();
  await expect(page.getByRole('link', { name: 'u19990', exact: true })).toBeVisible();
  const lists = strict.received.filter(
    ({ url }) => url.startsWith('/v1/users?') || url === '/v1/users',
  );
  expect(lists.map(({ url }) => url)).toEqual(['/v1/users']);
  expect(strict.rejected()).toEqual([]);
});
