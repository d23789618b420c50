import { failEveryCall } from './altered-responses.ts';
import { expect, startSession, test } from './annals.ts';
import { waitUntilSettled } from './page-idle.ts';

const queue = /^\d+ items? needs? you$/;

test('Home shows what needs the user first, each with its action, and the other pages last', async ({
  page,
}) => {
  await startSession(page);
  await page.goto('/');
  const waiting = page.getByRole('region', { name: queue });
  const item = waiting.getByRole('link', { name: /^\d+\+? users have never signed in Check$/ });
  await expect(item).toBeVisible();
  const tiles = page.getByRole('region', { name: 'More pages' });
  await expect(tiles.getByText('Both services are operational')).toBeVisible();
  const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  const order = [queue, /^Partitions$/, /^More pages$/];
  expect(titles.filter((title) => order.some((one) => one.test(title)))).toHaveLength(3);
  expect(order.map((one) => titles.findIndex((title) => one.test(title)))).toEqual(
    order.map((one) => titles.findIndex((title) => one.test(title))).toSorted((a, b) => a - b),
  );
  await item.click();
  await expect(page).toHaveURL(/\/v1\/users\?signIn=never$/);
});

const tilesOf = [
  [
    'master@example.org',
    [
      'Audit log',
      'Access changes',
      'System status',
      'Import and export',
      'Roles',
      'Sign-in rules',
      'My changes',
    ],
  ],
  [
    'auditor@example.org',
    ['Audit log', 'Access changes', 'System status', 'Import and export', 'Roles', 'My changes'],
  ],
  ['user@example.org', ['Import and export', 'Roles', 'My changes']],
] as const;

for (const [username, names] of tilesOf)
  test(`Home has a tile for each page that ${username} may open and the menu does not name`, async ({
    page,
  }) => {
    await startSession(page, username);
    await page.goto('/');
    const tiles = page.getByRole('region', { name: 'More pages' }).getByRole('link');
    await expect(tiles).toHaveText(names.map((name) => new RegExp(`^${name}`)));
    for (const [index, name] of names.entries()) {
      await page.goto('/');
      await tiles.nth(index).click();
      await expect(page).not.toHaveURL(/\/$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(
        page.getByText('You do not have access to this page'),
        `the page of ${name}`,
      ).toHaveCount(0);
    }
  });

test('an expired certificate is counted as a system problem', async ({ page }) => {
  await startSession(page);
  let certificates: object[] = [];
  await page.route('**/api/annals', async (route) =>
    route.request().postData()?.includes('/system/provider-certificates"')
      ? route.fulfill({ json: { certificates } })
      : route.fallback(),
  );
  const card = page
    .getByRole('region', { name: queue })
    .getByRole('link', { name: /problems? with the system Check$/ });
  const problems = async () => {
    await page.goto('/');
    await waitUntilSettled(page);
    return (await card.count()) === 0 ? 0 : Number.parseInt((await card.textContent()) ?? '', 10);
  };
  const others = await problems();
  const expiresDate = new Date(Date.now() - 3_600_000).toISOString();
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  certificates = [{ id, name: 'Harbour', host: 'idp.example', expiresDate, failure: null }];
  expect(await problems()).toBe(others + 1);
});

test('Home has no queue if nothing needs the user', async ({ page }) => {
  await startSession(page, 'user@example.org');
  // Other tests request reviews from the same user.
  await page.route('**/api/annals', async (route) =>
    /partitions\/all\/(?:change-sets|webhooks)"/.test(route.request().postData() ?? '')
      ? route.fulfill({ json: { data: [] } })
      : route.fallback(),
  );
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Partitions' })).toBeVisible();
  await expect(page.getByRole('heading', { name: queue })).toHaveCount(0);
});

test('a failing service is not polled endlessly', async ({ page }) => {
  await startSession(page);
  await failEveryCall(page);
  let requests = 0;
  page.on('request', (request) => {
    if (request.postData()?.includes('/v1/health')) requests += 1;
  });
  await page.goto('/');
  await waitUntilSettled(page);
  await expect(page.getByText('Responds with an error').first()).toBeVisible();
  // Both services, each with a few retries. A card that refetches on every render makes seventy requests a
  // second.
  expect(requests).toBeLessThan(30);
});
