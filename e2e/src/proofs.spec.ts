import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsAs } from './calls.ts';
import { createObject } from './create-object.ts';
import { downloadProof, verifyByCommand, verifyOffline } from './offline-verifier.ts';

const secret = 'Wanda Farthingale-Quill';

async function proofOf(page: Page, directory: string, name: string): Promise<string> {
  const file = join(directory, name);
  await downloadProof(page, file);
  return file;
}

const verdictOffline = async (browser: Browser, file: string) =>
  (await verifyOffline(browser, file)).verdict;

test('the proof of a version shows an erased value, in the console and offline', async ({
  page,
  browser,
  request,
}, { outputDir }) => {
  const first = await createObject(
    request,
    { title: 'Loan 4711', borrower: secret, amount: 120 },
    { title: 'Loan 4711', borrower: secret, amount: 90 },
  );
  await startSession(page);
  await page.goto(`/v1/partitions/${first.partitionId}/objects/${first.id}`);
  await page.getByRole('button', { name: 'Verify in this browser' }).click();
  await expect(page.getByText('Intact', { exact: true })).toBeVisible();
  const before = await proofOf(page, outputDir, 'before.proof.json');

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Erase values…' }).click();
  await expect(page.getByRole('dialog', { name: 'Erase values of Loan 4711' })).toBeVisible();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /^borrower/ }).check();
  await dialog.getByLabel('Reason').fill('Request of the data subject');
  await dialog.getByLabel('Legal basis').fill('Art. 17(1)(b) GDPR, consent withdrawn');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('2 values in 2 versions')).toBeVisible();
  await dialog.getByLabel(/type “Loan 4711”/).fill('Loan 4711');
  await dialog.getByRole('button', { name: 'Erase permanently' }).click();
  await expect(page.getByText(/Receipt \d+: 2 values were erased permanently/)).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(secret);

  await page.getByRole('button', { name: 'Verify in this browser' }).click();
  await expect(page.getByText('Intact, with erased values')).toBeVisible();
  const after = await proofOf(page, outputDir, 'after.proof.json');
  const text = await readFile(after, 'utf8');
  expect(text).not.toContain(secret);

  const forged = join(outputDir, 'forged.proof.json');
  await writeFile(forged, text.replace('"amount": 90', '"amount": 900'));
  const intact = await verifyOffline(browser, before);
  expect(intact.verdict).toBe('intact');
  // Names come from the file, so the proven id is shown next to each.
  expect(intact.sheet).toMatch(
    /ByMira Master \(a name from the file, not proven; the ID is\) [\da-f-]{36}/,
  );
  expect(await verdictOffline(browser, after)).toMatch(/^erased, receipt \d+$/);
  expect(await verdictOffline(browser, forged)).toBe('TAMPERED');
});

test('an erased reason is shown with who erased it, in the console and offline', async ({
  page,
  browser,
  request,
}, { outputDir }) => {
  const reason = `${secret} called us`;
  const { partitionId, timelineId } = await createObject(request, { title: 'Loan 4712' });
  const call = await callsAs(request);
  const { id } = await bodyOf<{ id: string }>(
    call(`POST /v1/partitions/${partitionId}/timelines/${timelineId}/end`, { reason }),
  );
  await startSession(page);
  await page.goto(`/v1/partitions/${partitionId}/objects/${id}`);
  const main = page.getByRole('main');
  await expect(main).toContainText(reason);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Erase the reason…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Request of the data subject');
  await dialog.getByLabel('Legal basis').fill('Art. 17(1)(b) GDPR, consent withdrawn');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('The reason of 1 version of 1 object')).toBeVisible();
  await dialog.getByLabel(/type “Loan 4712”/).fill('Loan 4712');
  await dialog.getByRole('button', { name: 'Erase permanently' }).click();
  await expect(page.getByText(/Receipt \d+: the reason of 1 version was erased/)).toBeVisible();
  const erased = /Erased on .*\d{4} by Mira Master/;
  await expect(main.getByText(erased)).toBeVisible();
  await expect(main).not.toContainText(reason);

  await page.getByRole('button', { name: 'Verify in this browser' }).click();
  await expect(page.getByText('Intact, with erased values')).toBeVisible();
  const file = await proofOf(page, outputDir, 'erased-reason.proof.json');
  expect(await readFile(file, 'utf8')).not.toContain(secret);
  const offline = await verifyOffline(browser, file);
  expect(offline.verdict).toMatch(/^erased, receipt \d+$/);
  expect(offline.sheet).toMatch(/Reason for the changeErased on \S+ by Mira Master/);
  const { code, output } = await verifyByCommand(file);
  expect([code, output]).toEqual([0, expect.stringMatching(/reason {6}erased on \S+ by /)]);

  const timeline = `/v1/partitions/${partitionId}/timelines/${timelineId}/objects`;
  await page.goto(timeline);
  await expect(main.getByText(erased).first()).toBeVisible();
  await page.goto(`/v1/partitions/${partitionId}/objects/recent`);
  await expect(main.getByText(erased).first()).toBeVisible();
});

test(
  'a whole partition can be verified in the browser, and its bundle offline',
  { tag: '@exhaustive' },
  async ({ page, browser, request }, { outputDir }) => {
    const call = await callsAs(request);
    const { data } = await bodyOf<{ data: { id: string; partitionName: string }[] }>(
      call('GET /v1/partitions'),
    );
    const partition = data.find(({ partitionName }) => partitionName === 'Product lifecycles');
    await startSession(page);
    await page.goto(`/v1/partitions/${partition?.id}?tab=proofs`);
    await page.getByRole('button', { name: 'Verify everything' }).click();
    await expect(page.getByText(/entries?, all as they were written and signed/)).toBeVisible();
    const file = join(outputDir, 'partition.proof.ndjson');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download bundle' }).click(),
    ]);
    await download.saveAs(file);
    expect(await verdictOffline(browser, file)).toMatch(/^intact$|^erased, receipt /);

    const lines = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, lines.toSpliced(5, 2, lines[6] ?? '', lines[5] ?? '').join('\n'));
    expect(await verdictOffline(browser, file)).toBe('TAMPERED');
  },
);
