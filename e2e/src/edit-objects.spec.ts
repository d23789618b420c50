import { expect, startSession, test, writeData } from './annals.ts';
import { pressOn, tabTo } from './by-keyboard.ts';
import { createObject } from './create-object.ts';

test.use({ timezoneId: 'UTC' });

test('concurrent edits of an object in two windows are merged', async ({
  page,
  context,
  request,
}) => {
  const { partitionId, timelineId } = await createObject(request, {
    title: 'Tea round',
    place: 'kitchen',
    cups: 2,
  });
  await startSession(page);
  const latest = `/v1/partitions/${partitionId}/timelines/${timelineId}/objects/latest`;
  await page.goto(latest);
  const other = await context.newPage();
  await other.goto(latest);
  for (const [window, data] of [
    [page, { title: 'Tea round', place: 'garden', cups: 3 }],
    [other, { title: 'Tea round', place: 'terrace', cups: 2, cake: 'plum' }],
  ] as const) {
    await window.getByRole('button', { name: 'New version' }).click();
    await writeData(window.getByRole('dialog'), data);
  }
  await other.getByRole('button', { name: 'Save new version' }).click();
  await expect(other.getByText('Version 2 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Save new version' }).click();

  const merge = page.getByRole('dialog', { name: 'This object has changed since you opened it' });
  const save = merge.getByRole('button', { name: 'Save merged version' });
  await expect(save).toBeDisabled();
  await merge.getByRole('radio', { name: 'place: take mine' }).check();
  await merge.getByText('Changes against their version').click();
  await expect(merge.getByText('garden').last()).toBeVisible();
  await save.click();
  await expect(page.getByText('Version 3 of 3')).toBeVisible();
  const data = page.getByRole('region', { name: 'Data', exact: true });
  for (const value of ['garden', '3', 'plum'])
    await expect(data.getByText(value, { exact: true })).toBeVisible();
});

test('values are edited where they stand, on a phone and by keyboard alone', async ({
  page,
  request,
}) => {
  const { partitionId, timelineId } = await createObject(request, {
    title: 'Tea round',
    cups: 2,
    tags: ['warm'],
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await startSession(page);
  await page.goto(`/v1/partitions/${partitionId}/timelines/${timelineId}/objects/latest`);
  await tabTo(page, page.getByRole('treeitem').first());
  await tabTo(page, page.getByRole('treeitem', { name: 'title Tea round' }), 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'title' })).toBeFocused();
  await page.keyboard.type('Coffee round');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await tabTo(page, page.getByRole('treeitem', { name: 'cups 2' }), 'ArrowDown');
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'cups' })).toBeFocused();
  await page.keyboard.type('3');
  const bar = page.getByRole('group', { name: 'Unsaved changes' });
  await expect(bar).toContainText('2 changes');
  await expect(bar).toContainText('Tea round→Coffee round');
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  await pressOn(page, page.getByRole('button', { name: 'Save', exact: true }));
  await expect(page.getByText('Version 2 of 2')).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(page.getByRole('treeitem', { name: 'title Coffee round' })).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'cups 3' })).toBeVisible();
});

test('a reason is shown with its version and can be searched for', async ({ page, request }) => {
  const { partitionId, timelineId } = await createObject(
    request,
    { title: 'Bench', price: 80 },
    { title: 'Bench', price: 85 },
  );
  await startSession(page);
  const timeline = `/v1/partitions/${partitionId}/timelines/${timelineId}/objects`;
  await page.goto(`${timeline}/latest`);
  await page.getByRole('button', { name: 'New version' }).click();
  const dialog = page.getByRole('dialog');
  await writeData(dialog, { title: 'Bench', price: 90 });
  await dialog.getByLabel('Reason').fill('Price list of June');
  await dialog.getByRole('button', { name: 'Save new version' }).click();
  await expect(page.getByText('Version 3 of 3')).toBeVisible();
  const reason = page.getByText('Price list of June');
  await expect(reason).toBeVisible();
  await page.getByRole('button', { name: 'Verify in this browser' }).click();
  await expect(page.getByText('Intact', { exact: true })).toBeVisible();

  await page.goto(timeline);
  await page.getByLabel('Reason contains').fill('of june');
  await expect(page.getByText('1 of 3 versions')).toBeVisible();
  await page.goto(`/v1/partitions/${partitionId}/objects/recent`);
  await page.getByRole('combobox', { name: 'Search' }).fill('reason:"price list"');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row').filter({ hasText: 'Bench' })).toHaveCount(1);
  await expect(reason).toBeVisible();
});

test(
  'restoring an old version can be undone',
  { tag: '@exhaustive' },
  async ({ page, request }) => {
    const { partitionId, timelineId } = await createObject(
      request,
      { title: 'Recipe', text: 'with butter' },
      { title: 'Recipe', text: 'with oil' },
    );
    await startSession(page);
    await page.goto(`/v1/partitions/${partitionId}/timelines/${timelineId}/objects/latest`);
    await page.getByRole('link', { name: 'Previous version' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recipe, version 1');
    await page.getByRole('button', { name: 'Restore' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore version 1 of Recipe?' });
    await expect(dialog.locator('ins').getByText('butter')).toBeVisible();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText('Version 3 of 3')).toBeVisible();
    const data = page.getByRole('region', { name: 'Data', exact: true });
    await expect(data.getByText('with butter')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(data.getByText('with oil')).toBeVisible();
  },
);
