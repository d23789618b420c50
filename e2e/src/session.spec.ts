import { expect, submitPassword, startSession, signIn, test } from './annals.ts';

test('the requested page opens after the sign-in', async ({ page }) => {
  await page.goto('/v1/users?q=ada');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await submitPassword(page, 'master@example.org');
  await expect(page).toHaveURL(/\/v1\/users\?q=ada/);
  await expect(page.getByRole('link', { name: 'Ada Admin' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Uwe User' })).toHaveCount(0);
});

test('a wrong password and an unknown name get the same response', async ({ page }) => {
  await page.goto('/login');
  for (const name of ['master@example.org', 'nobody@example.org']) {
    await submitPassword(page, name, 'not the password');
    await expect(page.getByText('User name or password is wrong.')).toBeVisible();
    await page.reload();
  }
});

test('logout ends the session in the browser and in the service', async ({ page }) => {
  await signIn(page);
  const token = await page.evaluate(() => localStorage.getItem('auth'));
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  const stored = await page.evaluate(() =>
    ['auth', 'refreshToken', 'idp'].map((name) => localStorage.getItem(name)),
  );
  expect(stored).toEqual([null, null, null]);
  await expect
    .poll(async () => {
      const answer = await page.request.post('/api/annals', {
        data: {
          url: '/v1/users/current',
          method: 'GET',
          headers: { Authorization: `Bearer ${token}` },
        },
      });
      return answer.status();
    })
    .toBe(401);
});

test('an invalid access token is refreshed unnoticed', async ({ page }) => {
  await signIn(page);
  await page.evaluate(() => localStorage.setItem('auth', 'worn.out.token'));
  await page.goto('/v1/partitions');
  await expect(page.getByRole('link', { name: 'Product lifecycles' })).toBeVisible();
});

const forEveryone = ['Home', 'User Management', 'Partitions'];
const forMasters = [
  'Home',
  'User Management',
  'Users',
  'Api Tokens',
  'Applications',
  'Organizational Units',
  'Identity Providers',
  'Partitions',
  'Users',
  'Alias-Urls',
];

for (const [username, entries] of [
  ['master@example.org', forMasters],
  ['admin@example.org', forMasters],
  ['user@example.org', forEveryone],
] as const)
  test(`the menu of ${username}`, async ({ page }) => {
    await signIn(page, username);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await expect(menu.getByRole('link')).toHaveText(entries);
  });

test('pages depend on roles', async ({ page }) => {
  await startSession(page, 'user@example.org');
  await page.goto('/v1/users');
  await expect(page.getByRole('link', { name: 'Mira Master' })).toHaveCount(0);
});

test('an unknown path responds with the status and the text of the specification', async ({
  page,
}) => {
  await startSession(page);
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle(/Page Not Found/);
  await expect(page.getByText('Page Not Found: /no/such/page')).toBeVisible();
});
