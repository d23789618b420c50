import type { Page } from '@playwright/test';
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
  // Everyone with an open invitation has never signed in: one matter, one item.
  const item = waiting.getByRole('link', {
    name: /^\d+\+? users have never signed in, \d+\+? of them have an open invitation Remind$/,
  });
  await expect(item).toBeVisible();
  await expect(waiting.getByRole('link', { name: /^\d+\+? open invitation/ })).toHaveCount(0);
  const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  const order = [queue, /^Partitions$/, /^More pages$/];
  expect(titles.filter((title) => order.some((one) => one.test(title)))).toHaveLength(3);
  expect(order.map((one) => titles.findIndex((title) => one.test(title)))).toEqual(
    order.map((one) => titles.findIndex((title) => one.test(title))).toSorted((a, b) => a - b),
  );
  await item.click();
  await expect(page).toHaveURL(/\/user-management\?.*tab=invitations/);
});

test('Home offers nothing twice', async ({ page }) => {
  await startSession(page);
  const setProblems = await controlProblems(page);
  await page.goto('/');
  const tiles = page.getByRole('region', { name: 'More pages' });
  const tile = tiles.getByRole('link', { name: /^System status/ });
  const problems = page.getByRole('link', { name: /problems? with the system Check$/ });
  await expect(problems).toBeVisible();
  await expect(tiles).toBeVisible();
  await expect(tile).toHaveCount(0);
  // The question mark above leads to the guide.
  const whatsHere = page.getByRole('region', { name: 'What’s here' });
  await expect(whatsHere.getByRole('button')).toHaveCount(1);
  await expect(whatsHere.getByRole('link')).toHaveCount(0);
  setProblems(false);
  await page.reload();
  await expect(tile).toContainText('Both services are operational');
  await expect(problems).toHaveCount(0);
});

/** Gives the system a problem, or takes all from it, whatever other tests have done. */
async function controlProblems(page: Page) {
  let hasProblems = true;
  const expiresDate = new Date(Date.now() - 3_600_000).toISOString();
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  await page.route('**/api/annals', async (route) => {
    const sent = route.request().postData() ?? '';
    if (sent.includes('/system/provider-certificates"'))
      return route.fulfill({
        json: {
          certificates: hasProblems
            ? [{ id, name: 'Harbour', host: 'idp.example', expiresDate, failure: null }]
            : [],
        },
      });
    return !hasProblems && sent.includes('/system"')
      ? route.fulfill({ status: 403, json: { error: 'forbidden', message: 'Not now.' } })
      : route.fallback();
  });
  return (next: boolean) => {
    hasProblems = next;
  };
}

test('Home leads to all partitions only if there are more than it shows', async ({ page }) => {
  let hasMore = false;
  await page.route('**/api/annals', async (route) => {
    if (!/"\/v1\/partitions\?[^"]*sort=-lastChangeDate/.test(route.request().postData() ?? ''))
      return route.fallback();
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: object[] };
    return route.fulfill({
      response,
      json: { data: data.slice(0, 1), nextCursor: hasMore ? 'next' : null, hasMore },
    });
  });
  await startSession(page);
  await page.goto('/');
  const partitions = page.getByRole('region', { name: 'Partitions' });
  await expect(partitions.getByRole('link')).toHaveCount(1);
  hasMore = true;
  await page.reload();
  await partitions.getByRole('link', { name: 'All partitions' }).click();
  await expect(page).toHaveURL(/\/v1\/partitions$/);
});

const tilesOf = [
  ['master@example.org', ['Audit log', 'Access changes', 'Import and export', 'Roles']],
  ['auditor@example.org', ['Audit log', 'Access changes', 'Import and export', 'Roles']],
  ['user@example.org', ['Import and export', 'Roles']],
] as const;

for (const [username, names] of tilesOf)
  test(`Home has a tile for each page that ${username} may open and that stands nowhere else`, async ({
    page,
  }) => {
    await startSession(page, username);
    await controlProblems(page);
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

test('own changes open from the account menu, and sign-in rules from the identity providers', async ({
  page,
}) => {
  await startSession(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Account: Mira Master' }).click();
  await page.getByRole('link', { name: 'My changes' }).click();
  await expect(page).toHaveURL(/\/v1\/partitions\/all\/users\/[^/]+$/);
  await page.goto('/v1/identity-providers');
  await page.getByRole('main').getByRole('link', { name: 'Sign-in rules' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign-in rules' })).toBeVisible();
});
