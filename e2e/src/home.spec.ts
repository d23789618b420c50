import { failEveryCall } from './altered-replies.ts';
import { expect, signedIn, test } from './annals.ts';
import { settled } from './at-rest.ts';

test('Home begins with what needs attention; services that run stand at the end', async ({
  page,
}) => {
  await signedIn(page);
  await page.goto('/');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expect(attention.getByRole('link', { name: /users who never signed in/ })).toBeVisible();
  const services = page.getByRole('region', { name: 'Services' });
  await expect(services.getByText('Operational')).toHaveCount(2);
  const regions = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  const order = ['Needs attention', 'Partitions', 'Services'];
  expect(regions.filter((title) => order.includes(title))).toEqual(order);
});

test('a certificate that ends soon is a problem of the system', async ({ page }) => {
  await signedIn(page);
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
    await settled(page);
    return (await card.count()) === 0 ? 0 : Number.parseInt((await card.textContent()) ?? '', 10);
  };
  const others = await problems();
  const expiresDate = new Date(Date.now() - 3_600_000).toISOString();
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  certificates = [{ id, name: 'Harbour', host: 'idp.example', expiresDate, failure: null }];
  expect(await problems()).toBe(others + 1);
});

test('somebody for whom nothing waits begins with their partitions', async ({ page }) => {
  await signedIn(page, 'user@example.org');
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

test('a service that does not answer is not asked without end', async ({ page }) => {
  await signedIn(page);
  await failEveryCall(page);
  let asked = 0;
  page.on('request', (request) => {
    if (request.postData()?.includes('/v1/health')) asked += 1;
  });
  await page.goto('/');
  await settled(page);
  await expect(page.getByText('Not responding').first()).toBeVisible();
  // Both services, each with a few retries. A card that refetches on every render makes seventy requests a
  // second.
  expect(asked).toBeLessThan(30);
});
