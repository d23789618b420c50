import { expect, signedIn, test } from './annals.ts';

test('an alias: made, opened, deactivated, reactivated', async ({ page, browser }) => {
  await signedIn(page);
  await page.goto('/v1/alias-urls');
  await page.getByRole('button', { name: 'New alias' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New alias' });
  await dialog.getByRole('textbox', { name: 'Alias' }).fill('node');
  await dialog.getByRole('combobox', { name: 'Partition' }).fill('Product lifecycles');
  await page.getByRole('option', { name: 'Product lifecycles' }).click();
  await dialog.getByRole('combobox', { name: 'Object' }).fill('node.js');
  await page
    .getByRole('option', { name: /^Node\.js/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Create alias' }).click();
  await expect(page).toHaveURL(/\/v1\/alias-urls\?alias=node$/);

  const target = /\/v1\/partitions\/[^/]+\/timelines\/[^/]+\/objects\/latest$/;
  await page.getByRole('link', { name: 'Open' }).click();
  await expect(page).toHaveURL(target);
  await expect(page.getByRole('heading', { level: 1, name: 'Node.js' })).toBeVisible();

  await page.goto('/v1/alias-urls?alias=node');
  await expect(page.getByRole('definition').filter({ hasText: /^1$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Alias node deactivated.')).toBeVisible();

  // somebody who is not signed in
  const stranger = await browser.newPage();
  const refused = await stranger.goto('/a/node');
  expect(refused?.status()).toBe(404);
  await expect(
    stranger.getByRole('heading', { level: 1, name: 'This alias is not active' }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Reactivate' }).click();
  await expect(page.getByText('Alias node reactivated.')).toBeVisible();
  await stranger.goto('/a/node');
  await expect(stranger).toHaveURL(/\/login\?redirect=/);
  await stranger.close();
  await page.goto('/a/node');
  await expect(page).toHaveURL(target);
  await expect(page.getByRole('heading', { level: 1, name: 'Node.js' })).toBeVisible();
});
