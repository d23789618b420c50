import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, signedIn, test } from './annals.ts';
import { objectWith } from './object-with.ts';
import { verifiedOffline } from './offline-verifier.ts';

test('evidence of an object is handed out, and checked with nothing but the file', async ({
  page,
  browser,
  request,
}, { outputDir }) => {
  const object = await objectWith(
    request,
    { title: 'Loan 4712', amount: 120 },
    { title: 'Loan 4712', amount: 90 },
  );
  await signedIn(page);
  await page.goto(`/v1/partitions/${object.partitionId}/objects/${object.id}`);
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
  const { verdict } = await verifiedOffline(
    browser,
    join(root, proof),
    join(root, 'verifier.html'),
  );
  expect(verdict).toBe('intact');
  const offline = await browser.newContext({ offline: true });
  const elsewhere = await offline.newPage();
  await elsewhere.goto(pathToFileURL(join(root, 'report.html')).href);
  await expect(elsewhere.getByRole('heading', { name: 'Loan 4712' })).toBeVisible();
  await expect(elsewhere.getByText('Wer Zugriff hatte')).toBeVisible();
  await offline.close();
});
