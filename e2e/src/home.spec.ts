import { failEveryCall } from './altered-responses.ts';
import { expect, startSession, test } from './annals.ts';
import { waitUntilSettled } from './page-idle.ts';

test('Home shows what needs attention first and operational services last', async ({ page }) => {
  await startSession(page);
  await page.goto('/');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expect(attention.getByRole('link', { name: /users who never signed in/ })).toBeVisible();
  const services = page.getByRole('region', { name: 'Services' });
  await expect(services.getByText('Operational')).toHaveCount(2);
  const regions = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  const order = ['Needs attention', 'Partitions', 'Services'];
  expect(regions.filter((title) => order.includes(title))).toEqual(order);
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
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('link', { name: /problems? with the system$/ });
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

test('Home starts with the partitions if nothing needs attention', async ({ page }) => {
  await startSession(page, 'user@example.org');
  // Other tests request reviews from the same user.
  await page.route('**/api/annals', async (route) =>
    /partitions\/all\/(?:change-sets|webhooks)"/.test(route.request().postData() ?? '')
      ? route.fulfill({ json: { data: [] } })
      : route.fallback(),
  );
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Partitions' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toHaveCount(0);
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
