import { expect, signedIn, test } from './annals.ts';

test('without network a page that is not loaded yet says so, and opens when the network is back', async ({
  page,
  complaints,
}) => {
  await signedIn(page);
  // Pages of the menu are loaded ahead: this one must not be.
  await page.route('**/assets/*ApplicationsPage*', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Applications' }).click();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await page.unroute('**/assets/*ApplicationsPage*');
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Applications', level: 1 })).toBeVisible();
  // The failed loads are what this is about.
  complaints.length = 0;
});
