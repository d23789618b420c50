import { expect, startSession, test } from './annals.ts';

test('a page that cannot be loaded offline says so and opens once the network is back', async ({
  page,
}) => {
  await startSession(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello');
  await page.context().setOffline(true);
  // Not a page of the menu, because those are preloaded.
  await page.evaluate(() => window.__TSR_ROUTER__?.history.push('/audit-log'));
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible();
});

test('a page that waits for its data offline says so', async ({ page }) => {
  await startSession(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello');
  const notice = page.getByText('You are offline.');
  await expect(notice).toHaveCount(0);
  await page.context().setOffline(true);
  await expect(notice).toBeVisible();
  await page.context().setOffline(false);
  await expect(notice).toHaveCount(0);
});
