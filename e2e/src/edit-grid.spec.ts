import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsAs } from './calls.ts';

interface Version {
  timelineId: string;
  modificationCount: number;
  modificationDate: string;
  objectData: object;
}

test('two objects are edited in the grid and saved in one transaction', async ({
  page,
  request,
}) => {
  const call = await callsAs(request);
  const { id } = await bodyOf<{ id: string }>(
    call('POST /v1/partitions', { partitionName: 'Prices in a grid' }),
  );
  const base = `/v1/partitions/${id}`;
  for (const objectData of [
    { title: 'Oak table', price: 120 },
    { title: 'Pine chair', price: 45 },
  ])
    await bodyOf(call(`POST ${base}/objects`, { type: 'PRODUCT', objectData }));

  await startSession(page);
  await page.goto(`${base}/objects`);
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('button', { name: 'Edit in a grid' }).click();
  const grid = page.getByRole('grid', { name: 'Objects of type PRODUCT' });

  // Typing overwrites a cell and Enter confirms it; the arrow key moves to the next row.
  await grid.getByRole('gridcell', { name: '45', exact: true }).click();
  await page.keyboard.type('50');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 changed')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+d');
  await expect(page.getByText('2 changed')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('1 changed')).toBeVisible();
  await page.keyboard.press('Control+y');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Spring prices');
  await page.getByRole('button', { name: 'Save 2 objects' }).click();
  await expect(page.getByRole('main').getByText('2 objects saved')).toBeVisible();

  const { data } = await bodyOf<{ data: Version[] }>(call(`POST ${base}/objects/search`, {}));
  expect(data.map(({ objectData }) => objectData)).toEqual(
    expect.arrayContaining([
      { title: 'Oak table', price: 50 },
      { title: 'Pine chair', price: 50 },
    ]),
  );
  // A transaction gives all of its versions the same date.
  expect(new Set(data.map(({ modificationDate }) => modificationDate)).size).toBe(1);
  expect(data.map(({ modificationCount }) => modificationCount)).toEqual([2, 2]);
});
