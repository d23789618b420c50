import { expect, signedIn, test } from './annals.ts';

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

test('somebody for whom nothing waits begins with their partitions', async ({ page }) => {
  await signedIn(page, 'user@example.org');
  // Other tests ask the same person for reviews.
  await page.route('**/api/annals', async (route) =>
    /partitions\/all\/(?:change-sets|webhooks)"/.test(route.request().postData() ?? '')
      ? route.fulfill({ json: { data: [] } })
      : route.fallback(),
  );
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Partitions' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toHaveCount(0);
});
