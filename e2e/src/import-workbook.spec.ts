import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, startSession, test } from './annals.ts';
import { addMember } from './add-member.ts';
import { bodyOf, callsAs } from './calls.ts';

const editor = 'user@example.org';
const workbook = path.join(import.meta.dirname, 'files/stock.xlsx');

interface Version {
  type: string;
  objectData: Record<string, unknown>;
}

test('an editor imports a sheet of a workbook, and takes its objects to another partition as a workbook', async ({
  page,
  request,
}) => {
  const call = await callsAs(request);
  const newPartition = async (name: string) => {
    const partitionName = `${name} ${Date.now()}`;
    const { id } = await bodyOf<{ id: string }>(call('POST /v1/partitions', { partitionName }));
    await addMember(call, id, await callsAs(request, editor), 'EDITOR');
    return id;
  };
  const objectsIn = async (id: string) => {
    const { data } = await bodyOf<{ data: Version[] }>(
      call(`GET /v1/partitions/${id}/objects/recent`),
    );
    return data
      .map(({ objectData }) => objectData)
      .toSorted((one, other) => (String(one['sku']) < String(other['sku']) ? -1 : 1));
  };
  const id = await newPartition('Stock');
  const rows = page.getByRole('table', { name: 'First rows' });

  await test.step('the sheet, its header and its hidden row are chosen with a preview', async () => {
    await startSession(page, editor);
    await page.goto(`/migrations?tab=import&partition=${id}`);
    await page.getByLabel('Choose a file').setInputFiles(workbook);
    await page.getByRole('combobox', { name: 'Sheet' }).selectOption('Stock');
    const header = page.getByRole('combobox', { name: 'Row with the names of the columns' });
    await expect(header).toHaveValue('3');
    await expect(rows.getByRole('cell', { name: 'Screens' })).toHaveCount(2);
    const merged = page.getByRole('checkbox', { name: 'Repeat the merged cell' });
    await merged.click();
    await expect(rows.getByRole('cell', { name: 'Screens' })).toHaveCount(1);
    await merged.click();
    await expect(rows.getByRole('row', { name: '7 (hidden)' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Import row 7, which is hidden' }).click();
    await expect(rows.getByText('=old code')).toHaveCount(0);
    await page.getByRole('button', { name: 'Continue with the columns' }).click();
  });

  await test.step('the types of cells are those of the workbook, and an error is refused', async () => {
    await expect(page.getByText('4 rows in the sheet Stock')).toBeVisible();
    await page.getByRole('combobox', { name: 'Type of all rows' }).fill('ARTICLE');
    await page.keyboard.press('Escape');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the mapping' }).click();
    expect(JSON.parse(await readFile(await (await download).path(), 'utf8'))).toMatchObject({
      reading: { sheet: 'Stock', withoutHidden: true },
      type: 'ARTICLE',
      columns: [{ column: 'sku', format: { type: 'text' } }, {}, {}, {}, {}, {}, {}],
    });
    await page.getByRole('button', { name: 'Preview the rows' }).click();
    await expect(page.getByRole('group', { name: 'Preview' }).getByText('3 new')).toBeVisible();
    await expect(page.getByText('#DIV/0!').first()).toBeVisible();
    await page.getByRole('button', { name: 'Import 3 rows' }).click();
    await expect(page.getByRole('group', { name: 'Result' }).getByText('3 new')).toBeVisible();
    expect((await objectsIn(id))[1]).toEqual({
      sku: '01067',
      name: 'Monitor 24" wide',
      group: 'Screens',
      price: 199.5,
      counted: '2024-12-31',
      active: true,
      value: 399,
    });
  });

  await test.step('the list of objects as a workbook comes back equal elsewhere', async () => {
    await page.goto(`/v1/partitions/${id}/objects`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'List options' }).click();
    await page.getByRole('button', { name: 'Export Excel workbook' }).click();
    const exported = await download;
    const file = path.join(path.dirname(await exported.path()), 'stock-export.xlsx');
    await exported.saveAs(file);
    const other = await newPartition('Copied stock');
    await page.goto(`/migrations?tab=import&partition=${other}`);
    await page.getByLabel('Choose a file').setInputFiles(file);
    await page.getByRole('button', { name: 'Import 3 rows' }).click();
    await expect(page.getByRole('group', { name: 'Result' }).getByText('3 new')).toBeVisible();
    expect(await objectsIn(other)).toEqual(await objectsIn(id));

    // It has the keys of the first file, which therefore changes nothing there either.
    await page.goto(`/migrations?tab=import&partition=${other}`);
    await page.getByLabel('Choose a file').setInputFiles(workbook);
    await page.getByRole('combobox', { name: 'Sheet' }).selectOption('Stock');
    await page.getByRole('checkbox', { name: 'Import row 7, which is hidden' }).click();
    await page.getByRole('button', { name: 'Continue with the columns' }).click();
    await page.getByRole('combobox', { name: 'Type of all rows' }).fill('ARTICLE');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Preview the rows' }).click();
    await expect(
      page.getByRole('group', { name: 'Preview' }).getByText('3 unchanged'),
    ).toBeVisible();
  });
});

test.describe('a file is read in a thread of its own', () => {
  const script = /\/assets\/file-worker-.*\.js$/;
  const openFile = async (page: Page) => {
    await startSession(page, editor);
    await page.goto('/migrations?tab=import');
    await page.getByRole('combobox', { name: 'Target partition' }).click();
    await page.getByRole('option').first().click();
    await page.getByLabel('Choose a file').setInputFiles(workbook);
  };
  const sheet = (page: Page) => page.getByRole('combobox', { name: 'Sheet' });

  test('which the policy of the page allows', async ({ page }) => {
    const started = page.waitForEvent('worker');
    await openFile(page);
    expect((await started).url()).toMatch(script);
    await expect(sheet(page)).toBeVisible();
    await expect.poll(() => page.workers()).toEqual([]);
  });

  test('which can be cancelled, whatever it does', async ({ page }) => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.context().route(script, async (route) => {
      await held;
      await route.abort();
    });
    await openFile(page);
    await expect(page.getByText('Reading the file')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Check the file' })).toBeVisible();
    release();
  });

  test('or on the page, if none can start', async ({ page }) => {
    let refusals = 0;
    await page.context().route(script, async (route) => {
      refusals += 1;
      await route.abort();
    });
    await openFile(page);
    await expect(sheet(page)).toBeVisible();
    expect(refusals).toBe(1);
  });
});
