import { readFile } from 'node:fs/promises';
import { expect, submitPassword, startSession, test } from './annals.ts';

test('a failed sign-in appears live and can be exported', async ({ page }) => {
  await startSession(page, 'auditor@example.org');
  await page.goto('/audit-log?action=signIn.failed');
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');

  // A sign-in fails in another browser context.
  const other = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  const elsewhere = await other?.newPage();
  if (!elsewhere) throw new Error('There is a browser.');
  await elsewhere.goto('/login');
  await submitPassword(elsewhere, 'user@example.org', 'not the password');
  await expect(elsewhere.getByRole('alert').first()).toBeVisible();
  await other?.close();
  await expect(rows.filter({ hasText: 'Uwe User' }).first()).toBeVisible();

  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile(await (await csv).path(), 'utf8');
  expect(text).toContain('Sign-in failed');
  const ndjson = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export NDJSON' }).click();
  const [line = ''] = (await readFile(await (await ndjson).path(), 'utf8')).split('\n');
  expect(JSON.parse(line)).toMatchObject({ action: 'signIn.failed' });
});

test('a history links to the audit log of the same unit', async ({ page }) => {
  await startSession(page);
  await page.goto('/v1/organizational-units');
  await page.getByRole('link', { name: 'Engineering' }).first().click();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('link', { name: 'Open in the audit log' }).click();
  await expect(page).toHaveURL(/\/audit-log\?subject=unit(%2F|\/)/);
  await expect(page.getByRole('button', { name: 'Remove the filter Engineering' })).toBeVisible();
});

test('the palette offers an auditor the units, which the menu does not contain', async ({
  page,
}) => {
  await startSession(page, 'auditor@example.org');
  await page.goto('/');
  await page.getByRole('button', { name: /^Search or jump to/ }).click();
  await expect(page.getByRole('option', { name: 'Organizational Units' })).toBeVisible();
  await expect(
    page.getByRole('navigation').getByRole('link', { name: 'Organizational Units' }),
  ).toHaveCount(0);
});
