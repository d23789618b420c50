import { randomUUID } from 'node:crypto';
import { writeData } from '../annals.ts';
import { addMember } from '../add-member.ts';
import { bodyOf, type Calls, callsAs } from '../calls.ts';
import type { Journey } from './journey.ts';

interface Version {
  id: string;
  timelineId: string;
  objectData: { title: string; price: number };
}

const jsonSchema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    price: { type: 'number', minimum: 0 },
    material: { type: 'string' },
    inStock: { type: 'boolean' },
  },
  required: ['title', 'price'],
};
const catalogue = [
  { title: 'Oak table', price: 420, material: 'Oak', inStock: true },
  { title: 'Pine chair', price: 45, material: 'Pine', inStock: true },
  { title: 'Walnut sideboard', price: 890, material: 'Walnut', inStock: false },
  { title: 'Beech bench', price: 130, material: 'Beech', inStock: true },
  { title: 'Ash stool', price: 39, material: 'Ash', inStock: true },
];

/** A partition with some products that user@example.org can edit. */
async function furniture(call: Calls, editor: Calls) {
  const { id } = await bodyOf<{ id: string }>(
    call('POST /v1/partitions', { partitionName: 'Furniture' }),
  );
  const base = `/v1/partitions/${id}`;
  await addMember(call, id, editor, 'EDITOR');
  await bodyOf(call(`PUT ${base}/types/PRODUCT`, { jsonSchema }));
  const products = [];
  for (const objectData of catalogue)
    products.push(
      await bodyOf<Version>(call(`POST ${base}/objects`, { type: 'PRODUCT', objectData })),
    );
  return { base, products };
}

/** The change policy of a partition, a change proposed from the form of an object, its draft and its review. */
export async function proposing({ page, take }: Journey): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 1000 });
  const { request } = page.context();
  const call = await callsAs(request);
  const editor = await callsAs(request, 'user@example.org');
  const { base, products } = await furniture(call, editor);
  const [table, chair, , bench, stool] = products;
  if (!table || !chair || !bench || !stool) throw new Error('There are five products.');

  await page.goto(`${base}?tab=settings`);
  await page.getByRole('button', { name: 'Edit policy' }).click();
  const policy = page.getByRole('dialog', { name: 'Change policy' });
  await policy.getByRole('button', { name: 'Add rule' }).click();
  await take('change-policy', policy);
  await policy.getByRole('button', { name: 'Save policy' }).click();
  await policy.waitFor({ state: 'hidden' });

  await page.goto(`${base}/timelines/${table.timelineId}/objects/latest`);
  await page.getByRole('button', { name: 'New version' }).click();
  const form = page.getByRole('dialog', { name: 'New version of Oak table' });
  await form.getByText('JSON', { exact: true }).click();
  await writeData(form, { ...table.objectData, price: 445 });
  await form.getByRole('button', { name: 'Add to change set' }).click();
  const adding = page.getByRole('dialog', { name: 'Add Oak table to a change set' });
  await adding.getByRole('textbox', { name: 'Title' }).fill('Spring prices');
  await take('add-to-change-set', adding);
  await adding.getByRole('button', { name: 'Add to change set' }).click();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Spring prices' }).waitFor();
  const own = new URL(page.url()).pathname;
  await add(call, own, { operation: 'end', timelineId: stool.timelineId });
  await page.reload();
  await page.getByText('Ash stool').first().waitFor();
  await take('change-set', page.getByRole('main'));

  const { id } = await bodyOf<{ id: string }>(
    editor(`POST ${base}/change-sets`, {
      title: 'Wood got dearer',
      description: 'As the suppliers wrote on Monday.',
    }),
  );
  const reviewed = `${base}/change-sets/${id}`;
  for (const [{ timelineId, objectData }, price] of [
    [bench, 139],
    [chair, 49],
  ] as const)
    await add(editor, reviewed, {
      operation: 'newVersion',
      timelineId,
      objectData: { ...objectData, price },
    });
  await bodyOf(editor(`POST ${reviewed}/submit`, {}));
  await page.goto(reviewed);
  await page.getByRole('button', { name: 'Comment on price' }).first().click();
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Is this agreed with sales?');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await page.getByText('Is this agreed with sales?').waitFor();
  await take('review', page.getByRole('main'));

  await page.getByRole('button', { name: 'View with this change set' }).click();
  await page.getByRole('button', { name: 'Leave preview' }).waitFor();
  await page.getByText('Beech bench').first().waitFor();
  await take('preview');
}

async function add(call: Calls, changeSet: string, operation: object): Promise<void> {
  await bodyOf(call(`PUT ${changeSet}/operations/${randomUUID()}`, operation));
}

/** Values of an object edited where they stand, cells in the grid, one of them invalid, and a field changed in all rows. */
export async function editingMany({ page, take }: Journey): Promise<void> {
  const { request } = page.context();
  const call = await callsAs(request);
  const { base } = await furniture(call, await callsAs(request, 'user@example.org'));
  await page.goto(`${base}/objects/edit?q=type:PRODUCT`);
  const grid = page.getByRole('grid', { name: 'Objects of type PRODUCT' });
  for (const [cell, value] of [
    ['45', '49'],
    ['130', '-139'],
  ] as const) {
    await grid.getByRole('gridcell', { name: cell, exact: true }).click();
    await page.keyboard.type(value);
    await page.keyboard.press('Enter');
  }
  await page.getByText('2 changed').waitFor();
  await page.getByRole('heading', { name: 'Rows with problems' }).waitFor();
  await take('edit-grid', page.getByRole('main'));

  await page.getByRole('button', { name: 'Change a field in all 5 results' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change a field' });
  await dialog.getByRole('combobox', { name: 'Field' }).fill('material');
  await page.keyboard.press('Escape');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('Solid wood');
  await dialog.getByRole('grid').waitFor();
  await take('change-field', dialog);
  await page.goto(`${base}/objects?q=title:Pine`);
  await page.getByRole('link', { name: 'Pine chair' }).click();
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await data.getByText('45', { exact: true }).click();
  await data.getByRole('textbox', { name: 'price' }).fill('49');
  await data.getByText('Pine', { exact: true }).click();
  await data.getByRole('textbox', { name: 'material' }).fill('Scots pine');
  await page.mouse.move(0, 0);
  await page.getByText('2 changes').waitFor();
  const bar = page.getByRole('group', { name: 'Unsaved changes' }).locator('..');
  await take('edit-values', [data, bar]);
}
