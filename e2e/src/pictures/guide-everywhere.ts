import type { Journey } from './journey.ts';

/** Features of all pages: lists with views, the command palette, keyboard shortcuts. */
export async function everywhere({ page, take }: Journey): Promise<void> {
  await page.goto('/v1/users?status=ACTIVE&sort=-lastSignInDate');
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Save as view').fill('Active, newest sign-in first');
  await take('saved-view');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('lifecyc');
  await page.getByRole('option', { name: 'Product lifecycles' }).waitFor();
  await take('palette', page.getByRole('dialog'));
  await page.keyboard.press('Escape');

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.waitFor();
  await take('shortcuts', sheet);
}

const rows = [
  'key;type;title;length;ref:harbour',
  'cove;HARBOUR;Cove;;',
  'gull;BOAT;Gull;7.5;cove',
  'tern;BOAT;Tern;6;cove',
  'auk;;Auk;5;cove',
];

/** The dry run of an import, and an export. */
export async function movingData({ page, take }: Journey): Promise<void> {
  await page.goto('/migrations?tab=import');
  await page.getByRole('combobox', { name: 'Target partition' }).fill('Product');
  await page.getByRole('option', { name: /Product lifecycles/ }).click();
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'boats.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${rows.join('\n')}\n`),
  });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('group', { name: 'Preview' }).waitFor();
  await take('import-dry-run', page.getByRole('main'));
  await page.goto('/migrations?tab=export');
  await take('export', page.getByRole('main'));
}
