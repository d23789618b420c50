import type { Page } from '@playwright/test';
import { expect, startSession, test } from './annals.ts';
import { addMember } from './add-member.ts';
import { bodyOf, callsAs } from './calls.ts';

const editor = 'user@example.org';

/**
 * The format that a German spreadsheet program on Windows saves: semicolons, decimal commas, umlauts and byte
 * 0x80 for the euro sign.
 */
const lines = [
  'Kundennr.;Name;Straße;PLZ;Umsatz;Rabatt;Währung;Betreuer',
  '1001;Müller & Söhne;Hauptstraße 1;01067;1.234,50;7,5;€;anna',
  ';;;;;;;',
  '1002;"Größe; Maß";Kölner Ring 2;50667;viel;10,0;€;anna',
  '1003;Café Zoë;;10115;99,90;2,5;€;',
];
const spreadsheet = () => ({
  name: 'Kunden.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\r\n')}\r\n`.replaceAll('€', '\u0080'), 'latin1'),
});

const jsonSchema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    address: {
      type: 'object',
      properties: { street: { type: 'string', title: 'Straße' }, plz: { type: 'string' } },
    },
    umsatz: { type: 'number' },
  },
  required: ['title'],
};

interface Version {
  type: string;
  objectData: Record<string, unknown>;
  references: { name: string }[];
}

test('an editor imports a spreadsheet, maps its columns and fixes an invalid row', async ({
  page,
  request,
}) => {
  const call = await callsAs(request);
  const partitionName = `Customers ${Date.now()}`;
  const { id } = await bodyOf<{ id: string }>(call('POST /v1/partitions', { partitionName }));
  await addMember(call, id, await callsAs(request, editor), 'EDITOR');
  await bodyOf(call(`PUT /v1/partitions/${id}/types/CUSTOMER`, { jsonSchema }));
  const rows = [{ key: 'anna', type: 'PERSON', objectData: { title: 'Anna' } }];
  await bodyOf(call(`POST /v1/partitions/${id}/import`, { rows }));
  const customers = async () => {
    const { data } = await bodyOf<{ data: Version[] }>(
      call(`GET /v1/partitions/${id}/objects/recent`),
    );
    return data.filter(({ type }) => type === 'CUSTOMER').toReversed();
  };
  const check = page.getByRole('button', { name: 'Check the file' });
  const preview = page.getByRole('button', { name: 'Preview the rows' });
  const outcome = (name: string) => page.getByRole('group', { name, exact: true });

  await test.step('the form starts with the partition', async () => {
    await startSession(page, editor);
    await page.goto(`/migrations?tab=import&partition=${id}`);
    await expect(page.getByRole('combobox', { name: 'Target partition' })).toHaveValue(
      partitionName,
    );
  });

  await test.step('a mapping of the columns is proposed from schema, names and values', async () => {
    await page.getByLabel('Choose a file').setInputFiles(spreadsheet());
    await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveValue('windows-1252');
    await expect(page.getByRole('cell', { name: 'Müller & Söhne' })).toBeVisible();
    await page.getByRole('button', { name: 'Continue with the columns' }).click();
    await expect(
      page.getByText('3 rows, separated by semicolons, Western European (Windows-1252)'),
    ).toBeVisible();
    const type = page.getByRole('combobox', { name: 'Type of all rows' });
    await type.fill('');
    await preview.click();
    await expect(page.getByText('Enter the type:')).toBeVisible();
    await expect(type).toBeFocused();
    await type.fill('CUSTOMER');
    await expect(page.getByRole('combobox', { name: 'Key column' })).toHaveValue('0');
    const field = (column: string) =>
      page.getByRole('combobox', { name: `Field or reference: ${column}`, exact: true });
    await expect(field('Straße')).toHaveValue('address.street');
    await expect(field('Name')).toHaveValue('title');
    const readAs = (column: string) =>
      page.getByRole('combobox', { name: `Read as: ${column}`, exact: true });
    await expect(readAs('Umsatz')).toHaveValue('number');
    await expect(readAs('Rabatt')).toHaveValue('number');
    await expect(readAs('PLZ')).toHaveValue('text');
    await expect(
      page.getByRole('combobox', { name: 'Written as: Umsatz', exact: true }),
    ).toHaveValue('number ,');
    await page
      .getByRole('combobox', { name: 'Import as: Betreuer', exact: true })
      .selectOption('Reference');
    await field('Betreuer').fill('managerRef');
    await page.keyboard.press('Escape');
  });

  await test.step('the mapping survives a reload', async () => {
    await expect(page.getByText('You can reload this page')).toBeVisible();
    await stored(page, 'managerRef');
    await page.reload();
    await expect(page.getByText(`Kunden.csv for ${partitionName}, opened`)).toBeVisible();
    await page.getByRole('button', { name: 'Continue with the columns' }).click();
    await expect(page.getByRole('combobox', { name: 'Type of all rows' })).toHaveValue('CUSTOMER');
    await expect(
      page.getByRole('combobox', { name: 'Field or reference: Betreuer', exact: true }),
    ).toHaveValue('managerRef');
    await preview.click();
  });

  await test.step('the invalid row is found by its number in the file and fixed', async () => {
    await expect(outcome('Preview').getByText('2 new')).toBeVisible();
    await page.getByRole('button', { name: '1 unreadable' }).click();
    const wrong = page.getByRole('row').filter({ hasText: 'Umsatz: “viel”. Not a number.' });
    await expect(wrong.getByRole('checkbox', { name: 'Import row 4' })).toBeChecked();
    await correct(page, 'viel', 'Umsatz, row 4', '2.000');
    await page.getByLabel('Reason', { exact: true }).fill('From the spreadsheet of sales');
    await stored(page, '2.000');
    await stored(page, 'From the spreadsheet of sales');
    await page.reload();
    await expect(page.getByText('1 row corrected')).toBeVisible();
    await page.getByRole('button', { name: 'Continue with the rows' }).click();
    await expect(outcome('Preview').getByText('3 new')).toBeVisible();
    await expect(page.getByLabel('Reason', { exact: true })).toHaveValue(
      'From the spreadsheet of sales',
    );
    await page.getByRole('button', { name: 'Import 3 rows' }).click();
    await expect(outcome('Result').getByText('3 new')).toBeVisible();
    // An imported file is no longer stored.
    await expect.poll(() => draftIn(page)).toBe('[]');
    expect((await customers()).map(({ objectData }) => objectData)).toEqual([
      {
        Kundennr: '1001',
        title: 'Müller & Söhne',
        address: { street: 'Hauptstraße 1', plz: '01067' },
        umsatz: 1234.5,
        Rabatt: 7.5,
        Währung: '€',
      },
      {
        Kundennr: '1002',
        title: 'Größe; Maß',
        address: { street: 'Kölner Ring 2', plz: '50667' },
        umsatz: 2000,
        Rabatt: 10,
        Währung: '€',
      },
      {
        Kundennr: '1003',
        title: 'Café Zoë',
        address: { plz: '10115' },
        umsatz: 99.9,
        Rabatt: 2.5,
        Währung: '€',
      },
    ]);
    expect((await customers()).map(({ references }) => references.map(({ name }) => name))).toEqual(
      [['managerRef'], ['managerRef'], []],
    );
  });

  await test.step('the result links to the objects', async () => {
    await page.getByRole('link', { name: 'Show the objects' }).click();
    await expect(page).toHaveURL(`/v1/partitions/${id}/objects?type=CUSTOMER`);
    await expect(page.getByRole('link', { name: 'Café Zoë', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Anna', exact: true })).toBeHidden();
  });

  await test.step('the import is one entry among the recent changes', async () => {
    await page.goto(`/v1/partitions/${id}`);
    const changes = page.getByRole('region', { name: 'Recent changes' });
    const imported = changes.getByRole('button', { name: '3 changes made together by Uwe User' });
    await expect(changes.getByRole('link', { name: 'Anna' })).toBeVisible();
    await expect(changes.getByRole('link', { name: 'Café Zoë' })).toBeHidden();
    await imported.click();
    await expect(changes.getByRole('link', { name: 'Café Zoë' })).toBeVisible();
  });

  await test.step('importing the file again changes only what differs', async () => {
    await page.goto(`/migrations?tab=import&partition=${id}`);
    await page.getByLabel('Choose a file').setInputFiles(spreadsheet());
    await page.getByRole('button', { name: 'Continue with the columns' }).click();
    await page.getByRole('combobox', { name: 'Type of all rows' }).fill('CUSTOMER');
    // The reference name differs from the column name, so the mapping does not suggest it.
    const reference = page.getByRole('combobox', { name: 'Import as: Betreuer', exact: true });
    await reference.selectOption('Reference');
    await page
      .getByRole('combobox', { name: 'Field or reference: Betreuer', exact: true })
      .fill('managerRef');
    await page.keyboard.press('Escape');
    await preview.click();
    await expect(outcome('Preview').getByText('2 unchanged')).toBeVisible();
    await page.getByRole('button', { name: '1 unreadable' }).click();
    await correct(page, 'viel', 'Umsatz, row 4', '2.500,25');
    await page.getByRole('button', { name: 'Check the corrected rows' }).click();
    await expect(page.getByRole('gridcell', { name: '2000 → 2.500,25' })).toBeVisible();
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await expect(outcome('Result').getByText('1 changed')).toBeVisible();
    const versions = await customers();
    expect(versions).toHaveLength(4);
    expect(versions[3]?.objectData).toMatchObject({ title: 'Größe; Maß', umsatz: 2500.25 });
  });

  await test.step('the import is undone from its page, by a change set', async () => {
    await page.getByRole('link', { name: 'Show the run' }).click();
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByRole('button', { name: 'Create the change set' }).click();
    await expect(
      page.getByRole('heading', { name: 'Undo the import of Kunden.csv' }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Commit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Commit' }).click();
    await expect.poll(async () => (await customers()).length).toBe(5);
    expect((await customers())[4]?.objectData).toMatchObject({ umsatz: 2000 });
  });

  await test.step('a key of an object of another type is reported for its row', async () => {
    await page.goto(`/migrations?tab=import&partition=${id}`);
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'Bestellungen.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Nr,Text\n1001,Eins\n2001,Zwei\n'),
    });
    await check.click();
    await page.getByRole('combobox', { name: 'Type of all rows' }).fill('ORDER');
    await preview.click();
    await expect(outcome('Preview').getByText('1 new')).toBeVisible();
    await expect(outcome('Preview').getByText('1 refused')).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: 'The key 1001 is a CUSTOMER' });
    await expect(row.getByRole('checkbox', { name: 'Import row 2' })).toBeVisible();
  });

  await test.step('discarding a file and signing out remove it from the browser', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('Unfinished import')).toBeHidden();
    expect(await draftIn(page)).toBe('[]');
    await page.getByLabel('Choose a file').setInputFiles(spreadsheet());
    await check.click();
    await page.getByRole('button', { name: 'Continue with the columns' }).click();
    await expect(page.getByText('You can reload this page')).toBeVisible();
    expect(await draftIn(page)).toContain('Kunden.csv');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(/login/);
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
  });
});

/** Types another text into the cell of the grid with this text. */
async function correct(page: Page, before: string, label: string, text: string): Promise<void> {
  await page.getByRole('gridcell', { name: before }).last().dblclick();
  await page.getByRole('textbox', { name: label }).fill(text);
  await page.keyboard.press('Enter');
}

/** The unfinished import that the browser stores, as JSON. */
async function draftIn(page: Page): Promise<string> {
  return page.evaluate(
    async () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('annals.drafts');
        opening.addEventListener('error', () => reject(new Error('It cannot be opened.')));
        opening.addEventListener('success', () => {
          const database = opening.result;
          const names = [...database.objectStoreNames];
          const found: unknown[] = [];
          const reading = database.transaction(names);
          for (const name of names) {
            const values = reading.objectStore(name).getAll();
            values.addEventListener('success', () => {
              for (const value of values.result as { file?: File }[])
                found.push({ ...value, file: value.file?.name });
            });
          }
          reading.addEventListener('complete', () => {
            database.close();
            resolve(JSON.stringify(found));
          });
        });
      }),
  );
}

/** Waits until a change is in IndexedDB, because a reload could otherwise come first. */
async function stored(page: Page, text: string): Promise<void> {
  await expect.poll(() => draftIn(page)).toContain(text);
}
