import { expect, signedIn, signIn, test } from './annals.ts';
import { startForeignServices, type ForeignServices } from './foreign-services.ts';
import { startProgram, type RunningProgram } from './program.ts';
import { settled } from './at-rest.ts';

let foreign: ForeignServices;
let program: RunningProgram;

test.beforeAll(async () => {
  foreign = await startForeignServices();
  program = await startProgram([], {
    PORT: '3965',
    AUTHENTICATION_ENDPOINT: foreign.authenticationEndpoint,
    ANNALS_ENDPOINT: foreign.dataEndpoint,
  });
});

test.afterAll(async () => {
  await program?.stop();
  await foreign?.close();
});

test.use({ baseURL: 'http://127.0.0.1:3965' });

test('sign-in, start-up and the menu work against somebody else’s services', async ({ page }) => {
  await signIn(page, 'ada', 'anything');
  const started = foreign.calls.filter((call) => /users\/current/.test(call));
  expect(started).toEqual(['GET /v1/users/current', 'GET /v1/partitions/all/users/current']);
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
});

test('users: a bare array with few fields is a list, searched and sorted here', async ({
  page,
}) => {
  await signedIn(page, 'ada');
  await page.goto('/');
  const authentication = page.getByRole('list', { name: 'Authentication' });
  await authentication.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('link', { name: 'grace' })).toBeVisible();
  await page.getByRole('searchbox').fill('gra');
  await expect(page.getByRole('link', { name: 'ada' })).toHaveCount(0);
  await page.getByRole('link', { name: 'grace' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/grace/);
});

test('a partition: the main operator is found, what the services do not know is hidden', async ({
  page,
}) => {
  await signedIn(page, 'ada');
  await page.goto('/');
  await page.getByRole('link', { name: 'Foreign ledger' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Foreign ledger/);
  const operators = page.getByRole('region', { name: 'Main operators' });
  await expect(operators.getByRole('link', { name: 'grace' })).toBeVisible();
  expect(foreign.calls).toContain('POST /v1/partitions/7/objects/search?page=0&pageSize=10');
  await expect(page.getByRole('region', { name: 'Members' })).toHaveCount(0);
  await expect(page.getByText('Internal Server Error')).toHaveCount(0);
});

test('objects and a latest version show what there is', async ({ page }) => {
  await signedIn(page, 'ada');
  await page.goto('/v1/partitions/7/objects');
  await expect(page.getByRole('table')).toBeVisible();
  await page.goto('/v1/partitions/7/timelines/tl-account/objects/latest');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/An account/);
  await expect(page.getByText('mainOperatorRef')).toBeVisible();
});

const pages: [path: string, heading: RegExp, shows: string][] = [
  ['/user-management', /User Management/, 'ada'],
  ['/v1/users', /Users/, 'grace'],
  ['/v1/users/u2', /grace/, 'grace'],
  ['/v1/users/u2?tab=roles', /grace/, 'grace'],
  ['/v1/users/u2/roles', /grace/, 'Unit administrator'],
  ['/v1/users/u2/edit', /grace/, 'grace'],
  ['/v1/users/forName/grace', /grace/, 'grace'],
  ['/v1/users/forNameContaining/gra', /gra/, 'grace'],
  ['/v1/organizational-units', /Organizational units/, 'Somewhere'],
  ['/v1/organizational-units/new', /New organizational unit/, 'Name'],
  ['/v1/organizational-units/o1', /Somewhere/, 'Somewhere'],
  ['/v1/organizational-units/o1/edit', /Somewhere/, 'Name'],
  ['/v1/organizational-units/o1/users', /Somewhere/, 'The service has no such list'],
  ['/v1/identity-providers', /Identity providers/, 'Lantern'],
  ['/v1/identity-providers/new', /New/, 'Issuer'],
  ['/v1/identity-providers/i1', /Lantern/, 'Lantern'],
  ['/v1/identity-providers/i1/edit', /Lantern/, 'Issuer'],
  ['/v1/tokens', /API tokens/, 'a token of theirs'],
  ['/v1/tokens/new', /New/, 'Description'],
  ['/v1/applications', /Applications/, 'The service has no such list'],
  ['/v1/applications/a1', /Foghorn/, 'a token of the foghorn'],
  ['/migrations', /Migrations/, 'Neither service tells its schema migrations'],
  ['/migrations?tab=import', /Migrations/, 'Neither service tells its schema migrations'],
  ['/v1/alias-urls', /Alias URLs/, 'The service has no list of them'],
  ['/v1/alias-urls?alias=harbour', /harbour/, 'Reactivate'],
  ['/v1/alias-urls?alias=nowhere', /There is no alias nowhere/, 'All alias URLs'],
  ['/v1/partitions/all/users', /users/, 'The service has nothing here'],
  ['/v1/partitions/all/users/u2', /grace/, 'grace'],
  ['/v1/partitions', /Partitions/, 'Foreign ledger'],
  ['/v1/partitions/7', /Foreign ledger/, 'grace'],
  ['/v1/partitions/7?tab=types', /Foreign ledger/, 'grace'],
  ['/v1/partitions/7/users', /Members/, 'The service has nothing here'],
  ['/v1/partitions/7/objects', /Objects/, 'mainOperatorRef'],
  ['/v1/partitions/7/objects/recent', /Recent changes/, 'The service has nothing here'],
  ['/v1/partitions/7/objects/o1', /./, 'The service has nothing here'],
  ['/v1/partitions/7/objects/referencedBy/o1', /./, 'The service has nothing here'],
  ['/v1/partitions/7/objects/referencedBy/o1?view=graph', /./, 'The service has nothing here'],
  ['/v1/partitions/7/indices/search-text?text=an', /Full text/, 'This service has no full text'],
  ['/v1/partitions/7/timelines/tl-account/objects', /History/, 'The service has nothing here'],
  ['/v1/partitions/7/timelines/tl-account/objects/latest', /An account/, 'mainOperatorRef'],
];

test('each page shows what there is, and hides what the services do not know', async ({ page }) => {
  test.setTimeout(240_000);
  await signedIn(page, 'ada');
  const broken: string[] = [];
  for (const [path, heading, shows] of pages) {
    foreign.calls.length = 0;
    await page.goto(path);
    await settled(page);
    const main = await page.getByRole('main').innerText();
    const title = await page.getByRole('heading', { level: 1 }).innerText();
    const alerts = await page.getByRole('main').getByRole('alert').allInnerTexts();
    if (!heading.test(title) || alerts.length > 0 || !main.includes(shows))
      broken.push(`${path}: “${title}” ${alerts.join(' | ')} ${main}`);
    // what is refused is not asked for again and again; the session is looked at with each refusal
    for (const call of new Set(foreign.calls)) {
      if (call === 'GET /v1/auth') continue;
      const times = foreign.calls.filter((other) => other === call).length;
      if (times > 2) broken.push(`${path}: ${call} ${times} times`);
    }
  }
  expect(broken).toEqual([]);
});

test('what the specification’s calls can do is done with them', async ({ page }) => {
  await signedIn(page, 'ada');
  await page.goto('/v1/tokens/new');
  await page.getByLabel('Description').fill('a token of ours');
  await page.getByRole('button', { name: 'Create token' }).click();
  const secret = page.getByRole('dialog', { name: 'The token is created' });
  await expect(secret.getByText('a secret of theirs', { exact: true })).toBeVisible();
  await secret.getByRole('button', { name: 'I have stored it' }).click();

  await page.goto('/v1/applications/a1');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect.poll(() => foreign.calls).toContain('DELETE /v1/applications/a1/tokens/at1');

  await page.goto('/v1/users/u2/roles');
  await page.getByRole('checkbox', { name: 'Unit administrator' }).check();
  await page.getByRole('button', { name: 'Save roles' }).click();
  await expect.poll(() => foreign.calls).toContain('PUT /v1/users/u2/roles?role=ORG_ADMIN');

  await page.goto('/v1/alias-urls?alias=harbour');
  await page.getByRole('button', { name: 'Reactivate' }).click();
  await expect(page.getByText('The alias harbour is active again.')).toBeVisible();
  expect(foreign.calls).toContain('POST /v1/alias-url/reactivate?alias=harbour');
});
