import { readFile } from 'node:fs/promises';
import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsAs } from './calls.ts';

test.use({ timezoneId: 'UTC' });

test('the past as recorded at the time omits later imports on each page of the partition', async ({
  page,
}) => {
  await startSession(page);
  const call = await callsAs(page.context().request);
  const { id: partitionId } = await bodyOf<{ id: string }>(
    call('POST /v1/partitions', { partitionName: `Held ${Date.now()}` }),
  );
  const importRow = async (title: string, modificationDate: string) =>
    bodyOf(
      call(`POST /v1/partitions/${partitionId}/import`, {
        rows: [{ key: 'one', type: 'NOTE', objectData: { title }, modificationDate }],
      }),
    );
  await importRow('First', '2024-01-01T00:00:00Z');
  const { data } = await bodyOf<{ data: { importedDate: string; timelineId: string }[] }>(
    call(`GET /v1/partitions/${partitionId}/objects/recent`),
  );
  const between = data[0]?.importedDate ?? '';
  await importRow('Second', '2024-02-01T00:00:00Z');
  const timeline = `/v1/partitions/${partitionId}/timelines/${data[0]?.timelineId}/objects`;

  await page.goto(`${timeline}/latest?asOf=${between}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second');
  await expect(page.getByText('This service held 1 of 2 versions at that time.')).toBeVisible();
  await page.getByRole('button', { name: 'As held by this service' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First');
  await expect(page.getByText('Version 1 of 1')).toBeVisible();

  await test.step('the history marks what was recorded later', async () => {
    await page.getByRole('main').getByRole('link', { name: 'History' }).click();
    await expect(page).toHaveURL(/asHeld=true/);
    await expect(page.getByText('1 later version is marked.')).toBeVisible();
    const rows = page.getByRole('region', { name: 'History' }).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('later');
    await expect(rows.last()).not.toContainText('later');
    await expect(rows.last()).toContainText('imported');
  });

  await test.step('objects and changes of the partition omit it too', async () => {
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'Objects' })
      .click();
    await expect(page.getByRole('link', { name: 'First', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Second', exact: true })).toHaveCount(0);
    await page.goto(`/v1/partitions/${partitionId}/objects/recent?asOf=${between}&asHeld=true`);
    await expect(page.getByText('1 change', { exact: true })).toBeVisible();
  });
});

test('the history can be filtered, zoomed and exported, and follows list elements by identity', async ({
  page,
}) => {
  await startSession(page);
  await page.goto('/v1/partitions');
  await page.getByRole('link', { name: 'Product lifecycles' }).click();
  await page.getByRole('tab', { name: 'Objects' }).click();
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('node.js');
  await page.getByRole('link', { name: 'Node.js', exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: 'History' }).click();
  const axis = page.getByRole('region', { name: 'Versions over time' });
  await expect(axis).toContainText('227 versions');

  await test.step('filter by field and date, then zoom', async () => {
    await axis.getByLabel('Changed field').selectOption('/title');
    await expect(axis).toContainText('1 of 227 versions');
    await axis.getByRole('button', { name: 'Whole history' }).click();
    await expect(axis).toContainText('227 versions');
    await axis.getByRole('button', { name: 'Zoom in' }).click();
    await expect(page).toHaveURL(/from=.*to=/);
    await expect(axis).not.toContainText('227 of 227');
    const csv = page.waitForEvent('download');
    await axis.getByRole('button', { name: 'Export history as CSV' }).click();
    const text = await readFile(await (await csv).path(), 'utf8');
    expect(text).toContain('Version,Recorded,By,Changes,Reason,Imported');
    expect(text).toContain('26.6.0 → 26.7.0');
    await axis.getByRole('button', { name: 'Zoom out' }).click();
    await expect(axis).toContainText('227 versions');
  });

  await test.step('the values of an element have a lane for each state', async () => {
    await page.getByRole('tab', { name: 'Values' }).click();
    await page.getByLabel('Field', { exact: true }).selectOption('releases › 18 › lts');
    const values = page.getByRole('region', { name: 'Values of releases › 18 › lts over time' });
    await expect(values.getByRole('img', { name: /^A lane for each value/ })).toBeVisible();
    await expect(page).toHaveURL(/path=\/releases&element=18/);
    await expect(values.getByRole('row').last()).toContainText('Version');
  });
});
