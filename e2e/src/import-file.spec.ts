import { oneInEvery } from '@annals/contracts/testing/exhaustive';
import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsAs } from './calls.ts';

const lighthouse = (version: number, objectData: object) =>
  JSON.stringify({
    key: 'lighthouse',
    type: 'BUILDING',
    modificationDate: `2024-0${version}-01T00:00:00Z`,
    objectData,
    references: [],
  });

const files = [
  {
    name: 'buildings.ndjson',
    mimeType: 'application/x-ndjson',
    lines: [
      lighthouse(1, { title: 'Lighthouse', height: 30 }),
      lighthouse(2, { title: 'Lighthouse', height: 31 }),
      JSON.stringify({
        key: 'keeper',
        type: 'PERSON',
        objectData: { title: 'Keeper' },
        references: [{ name: 'worksAt', key: 'lighthouse' }],
      }),
    ],
    rows: 3,
    became: '2 new, 1 changed',
    shows: ['Lighthouse', 'Keeper'],
  },
  {
    name: 'boats.csv',
    mimeType: 'text/csv',
    lines: [
      'key;type;title;length;ref:harbour',
      'cove;HARBOUR;Cove;;',
      'gull;BOAT;Gull;7.5;cove',
      'tern;BOAT;Tern;6;cove',
    ],
    rows: 3,
    became: '3 new',
    shows: ['Cove', 'Gull', 'Tern'],
  },
] as const;

for (const { name, mimeType, lines, rows, became, shows } of oneInEvery(files.length, files))
  test(`${name} is previewed, imported and listed among the runs`, async ({ page, request }) => {
    const call = await callsAs(request);
    const partitionName = `Imported ${name} ${Date.now()}`;
    const { id } = await bodyOf<{ id: string }>(call('POST /v1/partitions', { partitionName }));
    const written = async () =>
      (await bodyOf<{ data: unknown[] }>(call(`GET /v1/partitions/${id}/objects/recent`))).data
        .length;
    await startSession(page);
    await page.goto(`/migrations?tab=import&partition=${id}`);
    await expect(page.getByRole('combobox', { name: 'Target partition' })).toHaveValue(
      partitionName,
    );
    const choose = page.getByLabel('Choose a file');
    await choose.setInputFiles({ name, mimeType, buffer: Buffer.from(`${lines.join('\n')}\n`) });

    await test.step('the dry run previews every row and writes none', async () => {
      await expect(page.getByText(`${rows} of ${rows} rows`)).toBeVisible();
      await expect(page.getByRole('group', { name: 'Preview' })).toBeVisible();
      expect(await written()).toBe(0);
    });

    await page.getByRole('button', { name: `Import ${rows} rows` }).click();
    const outcome = page.getByRole('group', { name: 'Result', exact: true });
    for (const count of became.split(', ')) await expect(outcome.getByText(count)).toBeVisible();
    expect(await written()).toBe(rows);

    await test.step('the run shows the same result', async () => {
      await page.getByRole('link', { name: 'Show the run' }).click();
      const run = page.getByRole('region', { name: 'Import', exact: true });
      for (const label of [name, became, 'Done'])
        await expect(run.getByText(label, { exact: true })).toBeVisible();
      await page.getByRole('link', { name: 'All runs' }).click();
      const row = page.getByRole('row').filter({ hasText: partitionName });
      await expect(row).toContainText(became);
    });

    await page.goto(`/v1/partitions/${id}/objects`);
    for (const title of shows)
      await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
  });

test('a file is imported into a change set if the policy requires approvals, and written when it is committed', async ({
  page,
  request,
}) => {
  const call = await callsAs(request);
  const partitionName = `Proposed by file ${Date.now()}`;
  const { id } = await bodyOf<{ id: string }>(call('POST /v1/partitions', { partitionName }));
  const base = `/v1/partitions/${id}`;
  const cove = { key: 'cove', type: 'HARBOUR', objectData: { title: 'Cove' }, references: [] };
  await bodyOf(call(`POST ${base}/import`, { rows: [cove] }));
  const rules = [{ types: null, approvals: 1, approvers: { roles: ['OWNER'], userIds: [] } }];
  await bodyOf(call(`PUT ${base}/change-policy`, { rules }));
  const objects = async () =>
    (
      await bodyOf<{ data: { objectData: { title: string }; references: { name: string }[] }[] }>(
        call(`GET ${base}/objects/recent`),
      )
    ).data;

  await startSession(page);
  await page.goto(`/migrations?tab=import&partition=${id}`);
  await expect(page.getByRole('radio', { name: 'Into a new change set' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Directly into the partition' })).toBeHidden();
  await page.getByRole('textbox', { name: 'Title' }).fill('Boats of June');
  const lines = [
    'key;type;title;ref:harbour',
    'gull;BOAT;Gull;quay',
    'quay;HARBOUR;Quay;',
    'cove;HARBOUR;Cove of seals;',
    'tern;BOAT;Tern;nowhere',
  ];
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'boats.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${lines.join('\n')}\n`),
  });
  // Whether it goes into the new change set is chosen first.
  await page.getByRole('button', { name: 'Check the file' }).click();

  await test.step('an invalid row is reported by its number in the file', async () => {
    const preview = page.getByRole('group', { name: 'Preview', exact: true });
    for (const count of ['2 new', '1 changed', '1 refused'])
      await expect(preview.getByText(count)).toBeVisible();
    const wrong = page
      .getByRole('row')
      .filter({ hasText: 'It refers to nowhere, which is not in' });
    await expect(wrong.getByRole('cell').first()).toHaveText('5');
  });

  await page.getByRole('button', { name: 'Add 3 changes' }).click();
  await page.getByRole('link', { name: 'Open the change set' }).click();
  await expect(page.getByRole('heading', { name: 'Boats of June' })).toBeVisible();
  expect(await objects()).toHaveLength(1);
  const changeSetId = new URL(page.url()).pathname.split('/').at(-1);
  const check = await bodyOf<{ valid: boolean }>(
    call(`GET ${base}/change-sets/${changeSetId}/check`),
  );
  expect(check.valid).toBe(true);

  await test.step('the commit writes the rows of the file', async () => {
    await bodyOf(call(`PUT ${base}/change-policy`, { rules: [] }));
    await bodyOf(call(`POST ${base}/change-sets/${changeSetId}/submit`));
    await bodyOf(call(`POST ${base}/change-sets/${changeSetId}/commit`, {}));
    const written = await objects();
    expect(written.map(({ objectData: { title } }) => title).toSorted()).toEqual([
      'Cove',
      'Cove of seals',
      'Gull',
      'Quay',
    ]);
    const gull = written.find(({ objectData: { title } }) => title === 'Gull');
    expect(gull?.references).toMatchObject([{ name: 'harbour', type: 'HARBOUR' }]);
  });
});
