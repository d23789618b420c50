import { expect, submitPassword, signedIn, signIn, test } from './annals.ts';

test('a page asked for before signing in is opened after it', async ({ page }) => {
  await page.goto('/v1/users?q=ada');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await submitPassword(page, 'master@example.org');
  await expect(page).toHaveURL(/\/v1\/users\?q=ada/);
  await expect(page.getByRole('link', { name: 'Ada Admin' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Uwe User' })).toHaveCount(0);
});

test('a wrong password and an unknown name get the same answer', async ({ page }) => {
  await page.goto('/login');
  for (const name of ['master@example.org', 'nobody@example.org']) {
    await submitPassword(page, name, 'not the password');
    await expect(page.getByText('User name or password is wrong.')).toBeVisible();
    await page.reload();
  }
});

test('logout forgets the session, in the browser and in the service', async ({ page }) => {
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

test('an access token that is no good any more is renewed without a word', async ({ page }) => {
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

test('the pages follow the roles', async ({ page }) => {
  await signedIn(page, 'user@example.org');
  await page.goto('/v1/users');
  await expect(page.getByRole('link', { name: 'Mira Master' })).toHaveCount(0);
});

test('an unknown address says so, with the status and the words of the specification', async ({
  page,
}) => {
  await signedIn(page);
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle(/Page Not Found/);
  await expect(page.getByText('Page Not Found: /no/such/page')).toBeVisible();
});
