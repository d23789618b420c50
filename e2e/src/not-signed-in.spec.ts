import { readFile } from 'node:fs/promises';
import { expect, signedIn, test } from './annals.ts';
import { answerOf, callsAs } from './calls.ts';
import { counted } from './counted-clicks.ts';

interface Person {
  email: string | null;
  lastSignInDate: string | null;
}

test('who has not signed in for 90 days: in three clicks from Home, as a file too', async ({
  page,
}) => {
  await signedIn(page);
  const call = await callsAs(page.context().request);
  const { data } = await answerOf<{ data: Person[] }>(
    call('GET /v1/users?notSignedInForDays=90&pageSize=500'),
  );
  const since = Date.now() - 90 * 24 * 3_600_000;
  expect(data.length).toBeGreaterThan(0);
  for (const { lastSignInDate } of data)
    expect(lastSignInDate === null || Date.parse(lastSignInDate) < since).toBe(true);

  const { clicks, click } = counted();
  await page.goto('/');
  await click(page.getByRole('navigation').getByRole('link', { name: 'Users' }).first());
  const rows = page.getByRole('table', { name: 'Users' }).getByRole('row');
  const search = page.getByRole('main').getByRole('searchbox');
  await search.fill('master@example.org');
  await expect(rows.filter({ hasText: 'master@example.org' })).toHaveCount(1);
  const signIn = page.getByRole('combobox', { name: 'Signed in' });
  await click(signIn);
  // To choose is the third.
  await signIn.selectOption('Not signed in for 90 days');
  expect(clicks()).toBe(2);
  await expect(page).toHaveURL(/signIn=90/);
  // Who has just signed in is none of them.
  await expect(page.getByText('No results')).toBeVisible();
  const somebody = data[0]?.email ?? '';
  await search.fill(somebody);
  await expect(rows.filter({ hasText: somebody })).toHaveCount(1);
  await search.fill('');
  await expect.poll(() => rows.count()).toBeGreaterThan(2);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.trim().split('\n')).toHaveLength(data.length + 1);
  expect(text).not.toContain('master@example.org');
});
