import { expect, signIn, test } from './annals.ts';
import { startForeignServices, type ForeignServices } from './foreign-services.ts';
import { startProgram, type RunningProgram } from './program.ts';

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
  for (const name of ['Home', 'Users', 'Partitions'])
    await expect(menu.getByRole('link', { name })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Foreign ledger' })).toBeVisible();
});

test('users: a bare array with few fields is a list, searched and sorted here', async ({
  page,
}) => {
  await signIn(page, 'ada', 'anything');
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('link', { name: 'grace' })).toBeVisible();
  await page.getByRole('searchbox').fill('gra');
  await expect(page.getByRole('link', { name: 'ada' })).toHaveCount(0);
  await page.getByRole('link', { name: 'grace' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/grace/);
});

test('a partition: the main operator is found, what the services do not know is hidden', async ({
  page,
}) => {
  await signIn(page, 'ada', 'anything');
  await page.getByRole('link', { name: 'Foreign ledger' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Foreign ledger/);
  const operators = page.getByRole('region', { name: 'Main operators' });
  await expect(operators.getByRole('link', { name: 'grace' })).toBeVisible();
  expect(foreign.calls).toContain('POST /v1/partitions/7/objects/search?page=0&pageSize=10');
  await expect(page.getByRole('region', { name: 'Members' })).toHaveCount(0);
  await expect(page.getByText('Internal Server Error')).toHaveCount(0);
});

test('objects and a latest version show what there is', async ({ page }) => {
  await signIn(page, 'ada', 'anything');
  await page.goto('/v1/partitions/7/objects');
  await expect(page.getByRole('table')).toBeVisible();
  await page.goto('/v1/partitions/7/timelines/tl-account/objects/latest');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/An account/);
  await expect(page.getByText('mainOperatorRef')).toBeVisible();
});
