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
  await page.getByRole('option', { name: 'Product lifecycles' }).first().waitFor();
  await take('palette', page.getByRole('dialog', { name: 'Command palette' }));
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

/** As a spreadsheet program in Germany saves it. */
const spreadsheet = [
  'Number;Name;Length;Launched',
  'B-007;Gull;7,5;03.05.2019',
  'B-008;Tern;6;21.04.2021',
  'B-012;Auk;5,25;30.06.2023',
];

/** The columns of an import, the dry run of another one, and an export. */
export async function movingData({ page, take }: Journey): Promise<void> {
  const open = async (name: string, lines: readonly string[]) => {
    await page.goto('/migrations?tab=import');
    await page.getByRole('combobox', { name: 'Target partition' }).fill('Product');
    await page.getByRole('option', { name: /Product lifecycles/ }).click();
    await page
      .getByLabel('Choose a file')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) });
  };
  // The columns are taken whole, below the questions about the rows.
  await page.setViewportSize({ width: 1280, height: 1200 });
  await open('boats of the club.csv', spreadsheet);
  await page.getByRole('combobox', { name: 'Type of all rows' }).fill('BOAT');
  await page.keyboard.press('Escape');
  await take('import-columns', [page.getByText(/^Columns of boats/), page.getByRole('table')]);
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await open('boats.csv', rows);
  await page.getByRole('group', { name: 'Preview' }).waitFor();
  await take('import-dry-run', page.getByRole('main'));
  await page.goto('/migrations?tab=export');
  await take('export', page.getByRole('main'));
}
