import type { Locator, Page } from '@playwright/test';
import { specifiedCalls } from '@annals/contracts/testing/specified-calls';
import { oneInEvery } from '@annals/contracts/testing/exhaustive';
import { expect, startSession, signIn, test } from './annals.ts';
import { portOf } from './ports.ts';
import { isSpecified, startForeignServices, type ForeignServices } from './foreign-services.ts';
import { foreignPages } from './foreign-pages.ts';
import { startProgram, type RunningProgram } from './program.ts';
import { navigateInApp } from './visit.ts';

let foreign: ForeignServices;
let program: RunningProgram;

test.beforeAll(async () => {
  foreign = await startForeignServices();
  program = await startProgram([], {
    PORT: String(portOf('foreignServices')),
    AUTHENTICATION_ENDPOINT: foreign.authenticationEndpoint,
    ANNALS_ENDPOINT: foreign.dataEndpoint,
  });
});

test.afterAll(async () => {
  await program?.stop();
  await foreign?.close();
});

test.use({ baseURL: `http://127.0.0.1:${portOf('foreignServices')}`, actionTimeout: 10_000 });

test('sign-in, start-up and menu work with services of another vendor', async ({ page }) => {
  await signIn(page, 'ada', 'anything');
  const startUpCalls = foreign.calls.filter((call) => /users\/current/.test(call));
  expect(startUpCalls).toEqual(['GET /v1/users/current', 'GET /v1/partitions/all/users/current']);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Home' })).toBeVisible();
  for (const [list, name] of [
    ['Authentication', 'Users'],
    ['Annals', 'Partitions'],
    ['Annals', 'Users'],
    ['Annals', 'Alias-Urls'],
  ] as const)
    await expect(
      menu.getByRole('list', { name: list }).getByRole('link', { name, exact: true }),
    ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Foreign ledger' })).toBeVisible();

  await menu
    .getByRole('list', { name: 'Authentication' })
    .getByRole('link', { name: 'Users' })
    .click();
  await expect(page.getByRole('link', { name: 'grace' })).toBeVisible();
  await page.getByRole('searchbox').fill('gra');
  await expect(page.getByRole('link', { name: 'ada' })).toHaveCount(0);
  await page.getByRole('link', { name: 'grace' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/grace/);
});

test('each page shows the available data and offers only supported actions', async ({ page }) => {
  await startSession(page, 'ada');
  await page.goto('/');
  const main = page.getByRole('main');
  const problems: string[] = [];
  foreign.rejected.length = 0;
  for (const { path, heading, shows, offers } of oneInEvery(6, foreignPages)) {
    await navigateInApp(page, path, { landsOn: path.replace('forName/grace', 'u2') });
    const problemsOf = async (): Promise<string[]> => {
      const text = await main.innerText();
      const title = await page.getByRole('heading', { level: 1 }).innerText();
      const alerts = await main.getByRole('alert').allInnerTexts();
      const isAsTold = heading.test(title) && alerts.length === 0 && text.includes(shows);
      const offered = (await offersIn(main)).join(', ');
      return [
        ...(isAsTold ? [] : [`${path}: “${title}” ${alerts.join(' | ')} ${text}`]),
        ...(offered === offers ? [] : [`${path} offers ${offered}`]),
      ];
    };
    // Parts that load on demand come a moment later.
    let found = await problemsOf();
    await expect(async () => {
      found = await problemsOf();
      expect(found).toEqual([]);
    })
      .toPass({ timeout: 3000 })
      .catch(() => problems.push(...found));
  }
  expect(problems).toEqual([]);
  // A call that one page found missing is not repeated by any other page, whatever its query.
  const missing = foreign.rejected
    .map((call) => call.split('?')[0])
    .filter((call) => call !== 'GET /v1/alias-url');
  expect(missing.filter((call, index) => missing.indexOf(call) < index)).toEqual([]);
});

/**
 * The names of buttons and tabs that call a service, also of those in menus; those that copy, sort or change the layout
 * are excluded.
 */
async function offersIn(main: Locator): Promise<string[]> {
  const names = await main
    .locator('button:visible, [role="tab"]:visible, dialog[aria-label="More actions"] button')
    .evaluateAll((all) =>
      all.map((element) =>
        (element.getAttribute('aria-label') ?? element.textContent ?? '').trim(),
      ),
    );
  return names.filter(
    (name) =>
      !/^(?:Copy|List options|Columns|Compact|Views|Save view|More actions|Cancel$)/.test(name),
  );
}

test(
  'the console sends every call of the specification and needs no other',
  { tag: '@exhaustive' },
  async ({ page }) => {
    const dialog = page.getByRole('dialog');
    const press = (name: string, within: Page | Locator = page) =>
      within.getByRole('button', { name, exact: true }).click();
    const pickUnit = async (within: Page | Locator = page) => {
      await within.getByRole('combobox', { name: 'Organizational unit' }).click();
      await page.getByRole('option', { name: 'Somewhere' }).click();
    };
    await startSession(page, 'ada');
    await page.goto('/v1/tokens/new');
    foreign.expireAccessTokens();
    await page.getByLabel('Description').fill('a token of ours');
    await press('Create token');
    const secret = page.getByRole('dialog', { name: 'Token created' });
    await expect(secret.getByText('a secret of theirs', { exact: true })).toBeVisible();
    await press('I have stored it', secret);
    await navigateInApp(page, '/v1/tokens');
    await page.getByRole('checkbox', { name: 'Select a token of theirs' }).check();
    await press('Revoke');
    await press('Revoke', dialog);
    await expect(page.getByText('“a token of theirs” revoked.')).toBeVisible();

    await navigateInApp(page, '/v1/applications/a1');
    await press('Revoke: a token of the foghorn');
    await press('Revoke', dialog);
    await expect(dialog).toHaveCount(0);
    await press('New token');
    await dialog.getByLabel('Description').fill('a token for the foghorn');
    await press('Create token', dialog);
    await expect(page.getByText('another secret of theirs', { exact: true })).toBeVisible();
    await press('I have stored it');

    await navigateInApp(page, '/v1/users/u2/roles');
    await page
      .getByRole('group', { name: 'Roles to add' })
      .getByRole('checkbox', { name: 'ORG_ADMIN' })
      .check();
    await press('Save roles');
    await expect(page).toHaveURL(/u2\?tab=roles$/);
    await navigateInApp(page, '/v1/users/u4/roles');
    await page.getByRole('checkbox', { name: 'ORG_ADMIN' }).uncheck();
    await press('Save roles');
    await expect(page).toHaveURL(/u4\?tab=roles$/);

    await navigateInApp(page, '/v1/users/u4');
    await press('Remove from Somewhere');
    await expect(page.getByText('hopper removed from Somewhere.')).toBeVisible();
    await navigateInApp(page, '/v1/users/u2');
    await press('Add to unit');
    await pickUnit(dialog);
    await press('Add to unit', dialog);
    await expect(dialog).toHaveCount(0);

    await navigateInApp(page, '/v1/users/forNameContaining/gra');
    await press('Invite user');
    await dialog.getByLabel('Email').fill('new@example.org');
    await press('Send invitation', dialog);
    await expect(page.getByText('new@example.org invited.')).toBeVisible();
    await navigateInApp(page, '/v1/users/forName/grace', { landsOn: '/v1/users/u2' });

    await navigateInApp(page, '/v1/organizational-units/new');
    await page.getByLabel('Name').fill('Elsewhere');
    await press('Create unit');
    await expect(page).toHaveURL(/o2$/);
    await navigateInApp(page, '/v1/organizational-units/o1/edit');
    await page.getByLabel('Name').fill('Anywhere');
    await press('Save');
    await expect(page).toHaveURL(/o1$/);

    await navigateInApp(page, '/v1/identity-providers/new');
    await page.getByRole('region', { name: 'General' }).getByLabel('Name').fill('Lighthouse');
    await pickUnit(page.getByRole('region', { name: 'General' }));
    await page.getByLabel('Issuer').fill('https://light.example');
    await page.getByLabel('Client ID').fill('ours');
    await press('Create provider');
    await expect(page.getByText('“Lighthouse” created.')).toBeVisible();
    await navigateInApp(page, '/v1/identity-providers/i1/edit');
    await page.getByRole('region', { name: 'General' }).getByLabel('Name').fill('Torch');
    await press('Save');
    await expect(page).toHaveURL(/i1$/);

    await navigateInApp(page, '/v1/alias-urls?alias=harbour');
    await press('Reactivate');
    await expect(page.getByText('Alias harbour reactivated.')).toBeVisible();
    for (const path of ['/v1/users', '/v1/partitions', '/v1/partitions/all/users/u2'])
      await navigateInApp(page, path);
    await navigateInApp(page, '/v1/partitions/7');
    const operators = page.getByRole('region', { name: 'Main operators' });
    await expect(operators.getByRole('link', { name: 'grace' })).toBeVisible();

    const missing = specifiedCalls.filter(
      (call) => !foreign.received.some((received) => isSpecified(call, received)),
    );
    expect(missing).toEqual([]);
  },
);

test('responses in an unknown format are shown as additional data and break no page', async ({
  page,
}) => {
  await startSession(page, 'ada');
  await page.goto('/');
  const main = page.getByRole('main');
  const additionalData = main.getByText('Additional data from the service');
  const answers: [
    path: string,
    call: string,
    reply: unknown,
    shown: string[],
    shownElement: Locator,
  ][] = [
    [
      '/v1/users?pageSize=25',
      'GET /v1/users',
      [{ id: 'u1', username: ['ada'] }, 'grace'],
      ['ada', 'grace'],
      main.getByRole('link', { name: 'u1' }),
    ],
    [
      '/v1/partitions/7/objects',
      'POST /v1/partitions/7/objects/search',
      { data: [{ references: [{ name: 7, timelineId: 't' }] }], total: 31 },
      ['31', '"name": 7'],
      main.getByText('1 of 31', { exact: true }),
    ],
    [
      '/v1/organizational-units/o1',
      'GET /v1/organizational-units/o1',
      { name: 7, roles: 'all' },
      ['7', 'all'],
      main.getByRole('button', { name: 'Edit' }),
    ],
    [
      '/v1/alias-urls?alias=harbour',
      'GET /v1/alias-url',
      { alias: 'harbour', url: 'https://light.example', active: false },
      ['https://light.example'],
      main.getByRole('button', { name: 'Reactivate' }),
    ],
    [
      '/v1/tokens?pageSize=25',
      'GET /v1/tokens',
      { tokens: { t1: 'a token' } },
      ['a token'],
      main.getByText('This response cannot be shown as a list'),
    ],
  ];
  for (const [path, call, reply, shown, shownElement] of answers) {
    foreign.replacements.set(call, reply);
    await navigateInApp(page, path);
    await expect(shownElement).toBeVisible();
    await expect(additionalData).toBeVisible();
    if ((await additionalData.evaluate(({ tagName }) => tagName)) === 'SUMMARY') {
      const isOpen = await additionalData.evaluate((summary) =>
        summary.parentElement?.hasAttribute('open'),
      );
      if (!isOpen) await additionalData.click();
    }
    for (const text of shown) await expect(main.getByText(text).first()).toBeVisible();
    await expect(main.getByRole('alert')).toHaveCount(0);
    await expect(main).not.toContainText('Host not allowed');
    foreign.replacements.delete(call);
  }
});
