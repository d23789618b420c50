import { expect, startSession, test } from './annals.ts';

const searchOf = { name: 'Search', exact: true } as const;

test('the search language works on the objects page and, across partitions, in the palette', async ({
  page,
}) => {
  await startSession(page, 'user@example.org');
  await page.goto('/');
  await page
    .getByRole('link', { name: /^Product lifecycles/ })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Objects' }).click();
  const search = page.getByRole('combobox', searchOf);

  await test.step('suggestions can be chosen with the keyboard', async () => {
    await search.focus();
    await page.keyboard.type('typ');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(search).toHaveValue('type:');
    await page.keyboard.type('PROD');
    await expect(page.getByRole('option', { name: 'type:PRODUCT' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(search).toHaveValue('type:PRODUCT ');
    await page.keyboard.type('categoryRef:framework title:node.js');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Node.js', exact: true })).toBeVisible();
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  });

  await test.step('errors are reported with their position', async () => {
    await page.keyboard.type(' changed:soon');
    await page.keyboard.press('Enter');
    await expect(
      page.getByText(/“changed:soon” at character \d+: This is not a date/),
    ).toBeVisible();
  });

  await test.step('the palette searches all partitions from any page', async () => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: /^Product lifecycles/ }).first()).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('type:PRODUCT node.js');
    const found = page.getByRole('group', { name: 'Objects' });
    await expect(
      found.getByRole('option', { name: /Node\.js PRODUCT · Product lifecycles/ }),
    ).toBeVisible();
    await found.getByRole('option', { name: /^Node\.js PRODUCT · Product lifecycles/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Node\.js/);
  });
});
