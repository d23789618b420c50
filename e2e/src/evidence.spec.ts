import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsAs } from './calls.ts';
import { createObject } from './create-object.ts';
import { verifyOffline } from './offline-verifier.ts';

test('evidence of an object can be downloaded and verified with nothing but the file', async ({
  page,
  browser,
  request,
}, { outputDir }) => {
  const object = await createObject(
    request,
    { title: 'Loan 4712', amount: 120 },
    { title: 'Loan 4712', amount: 90 },
  );
  await startSession(page);
  await page.goto(`/v1/partitions/${object.partitionId}/objects/${object.id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Evidence' }).click();
  const dialog = page.getByRole('dialog', { name: 'Evidence of Loan 4712' });
  await expect(dialog.getByText('The data: 1 object, 2 versions.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Deutsch' }).check();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Create evidence' }).click();
  const download = await downloading;
  const zip = join(outputDir, 'evidence.zip');
  await download.saveAs(zip);
  await expect(dialog.getByText(/is in your downloads/)).toBeVisible();

  const root = join(outputDir, 'evidence');
  execFileSync('unzip', ['-q', zip, '-d', root]);
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: root });
  const [proof = ''] = execFileSync('find', ['proofs', '-name', '0002.proof.json'], { cwd: root })
    .toString()
    .split('\n');
  const { verdict } = await verifyOffline(browser, join(root, proof), join(root, 'verifier.html'));
  expect(verdict).toBe('intact');
  const offline = await browser.newContext({ offline: true });
  const elsewhere = await offline.newPage();
  await elsewhere.goto(pathToFileURL(join(root, 'report.html')).href);
  await expect(elsewhere.getByRole('heading', { name: 'Loan 4712', exact: true })).toBeVisible();
  await expect(elsewhere.getByText('Wer Zugriff hatte')).toBeVisible();
  await offline.close();
});

test('large evidence is created in the background and listed among the runs', async ({
  page,
  request,
}, { outputDir }) => {
  const call = await callsAs(request);
  const { id } = await bodyOf<{ id: string }>(
    call('POST /v1/partitions', { partitionName: 'Prices of years' }),
  );
  for (let from = 0; from < 1500; from += 500)
    await bodyOf(
      call(`POST /v1/partitions/${id}/import`, {
        rows: Array.from({ length: 500 }, (_, index) => ({
          key: 'price',
          type: 'PRICE',
          objectData: { amount: from + index },
          modificationDate: '2020-01-01T00:00:00Z',
        })),
      }),
    );
  await startSession(page);
  await page.goto(`/v1/partitions/${id}/objects?q=type:PRICE`);
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('button', { name: 'Evidence', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Evidence of/ });
  await dialog.getByRole('button', { name: 'Create in the background' }).click();
  await expect(dialog.getByRole('link', { name: 'Show in runs' })).toBeVisible();
  await page.goto('/migrations?tab=runs');
  const run = page.getByRole('row', { name: /Prices of years/ });
  await expect(run.getByText('Evidence')).toBeVisible();
  await run.getByRole('link').click();
  const download = page.getByRole('button', { name: 'Download' });
  await expect(download).toBeVisible({ timeout: 300_000 });
  const downloading = page.waitForEvent('download');
  await download.click();
  const zip = join(outputDir, 'prices.zip');
  await (await downloading).saveAs(zip);
  const names = execFileSync('unzip', ['-Z1', zip]).toString().split('\n');
  expect(names.filter((name) => name.endsWith('.proof.json'))).toHaveLength(1500);

  await page.getByRole('button', { name: 'Remove file' }).click();
  const question = page.getByRole('dialog', { name: 'Remove this file?' });
  await question.getByRole('button', { name: 'Remove file' }).click();
  await expect(page.getByText('No file', { exact: true })).toBeVisible();
  await expect(download).toBeHidden();
});
