import { readFile } from 'node:fs/promises';
import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsAs } from './calls.ts';

interface Person {
  email: string | null;
  lastSignInDate: string | null;
}

test('lists and exports exactly the users who have not signed in for 90 days', async ({ page }) => {
  await startSession(page);
  const call = await callsAs(page.context().request);
  const read = async () =>
    (await bodyOf<{ data: Person[] }>(call('GET /v1/users?notSignedInForDays=90&pageSize=500')))
      .data;
  const data = await read();
  const since = Date.now() - 90 * 24 * 3_600_000;
  expect(data.length).toBeGreaterThan(0);
  for (const { lastSignInDate } of data)
    expect(lastSignInDate === null || Date.parse(lastSignInDate) < since).toBe(true);

  await page.goto('/v1/users');
  const rows = page.getByRole('table', { name: 'Users' }).getByRole('row');
  const search = page.getByRole('main').getByRole('searchbox');
  await search.fill('master@example.org');
  await expect(rows.filter({ hasText: 'master@example.org' })).toHaveCount(1);
  await search.fill('');
  await page.getByRole('button', { name: 'Not signed in for 90 days' }).click();
  await expect(page).toHaveURL(/signIn=90/);
  // The filter is there to change once it is set.
  await expect(page.getByRole('combobox', { name: 'Signed in' })).toHaveValue('90');
  await search.fill('master@example.org');
  // The current user has just signed in and is not listed.
  await expect(page.getByText('No results')).toBeVisible();
  const somebody = data[0]?.email ?? '';
  await search.fill(somebody);
  await expect(rows.filter({ hasText: somebody })).toHaveCount(1);
  await search.fill('');
  await expect.poll(() => rows.count()).toBeGreaterThan(2);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  // Other tests invite users who sign in at the same time.
  const before = new Set(data.map(({ email }) => email));
  const after = new Set((await read()).map(({ email }) => email));
  const lines = text.trim().split('\n').slice(1);
  for (const email of before) if (after.has(email)) expect(text).toContain(`,${email},`);
  expect(lines.length).toBeLessThanOrEqual(new Set([...before, ...after]).size);
  expect(text).not.toContain('master@example.org');
});
