import { expect, startSession, test } from './annals.ts';

test('an alias can be created, opened, deactivated and reactivated', async ({ page, browser }, {
  repeatEachIndex,
  retry,
}) => {
  // A retry finds the alias of the first attempt.
  const alias = `node${'-again'.repeat(repeatEachIndex + retry)}`;
  await startSession(page);
  await page.goto('/v1/alias-urls');
  await page.getByRole('button', { name: 'New alias' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New alias' });
  await dialog.getByRole('textbox', { name: 'Alias' }).fill(alias);
  await dialog.getByRole('combobox', { name: 'Partition' }).fill('Product lifecycles');
  await page.getByRole('option', { name: 'Product lifecycles' }).click();
  await dialog.getByRole('combobox', { name: 'Object' }).fill('node.js');
  await page
    .getByRole('option', { name: /^Node\.js/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Create alias' }).click();
  await expect(page).toHaveURL(new RegExp(`/v1/alias-urls\\?alias=${alias}$`));

  const target = /\/v1\/partitions\/[^/]+\/timelines\/[^/]+\/objects\/latest$/;
  await page.getByRole('link', { name: 'Open' }).click();
  await expect(page).toHaveURL(target);
  await expect(page.getByRole('heading', { level: 1, name: 'Node.js' })).toBeVisible();

  await page.goto(`/v1/alias-urls?alias=${alias}`);
  await expect(page.getByRole('definition').filter({ hasText: /^1$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText(`Alias ${alias} deactivated.`)).toBeVisible();

  // a visitor who is not signed in
  const stranger = await browser.newPage();
  const refused = await stranger.goto(`/a/${alias}`);
  expect(refused?.status()).toBe(404);
  await expect(
    stranger.getByRole('heading', { level: 1, name: 'This alias is not active' }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Reactivate' }).click();
  await expect(page.getByText(`Alias ${alias} reactivated.`)).toBeVisible();
  await stranger.goto(`/a/${alias}`);
  await expect(stranger).toHaveURL(/\/login\?redirect=/);
  await stranger.close();
  await page.goto(`/a/${alias}`);
  await expect(page).toHaveURL(target);
  await expect(page.getByRole('heading', { level: 1, name: 'Node.js' })).toBeVisible();
});
