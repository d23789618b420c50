import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, signedIn, test } from './annals.ts';
import { answerOf, callsAs } from './calls.ts';

/** Counts clicks: each question is answered at most three clicks from Home. */
function counted(): { clicks: () => number; click: (target: Locator) => Promise<void> } {
  let clicks = 0;
  return {
    clicks: () => clicks,
    click: async (target) => {
      clicks += 1;
      await target.click();
    },
  };
}

interface Found {
  id: string;
  name: string;
}

/** A partition that somebody was added to and removed from again, and a moment between. */
async function formerMember(page: Page) {
  const call = await callsAs(page.context().request);
  const { id: partitionId } = await answerOf<Found>(
    call('POST /v1/partitions', { partitionName: `Access ${Date.now()}` }),
  );
  const { data } = await answerOf<{ data: Found[] }>(call('GET /v1/users?name=Uwe%20User'));
  const [user] = data;
  if (!user) throw new Error('The demo has Uwe User.');
  const member = `/v1/partitions/${partitionId}/users/${user.id}`;
  const { sinceDate: moment } = await answerOf<{ sinceDate: string }>(
    call(`PUT ${member}`, { role: 'EDITOR' }),
  );
  await answerOf(call(`DELETE ${member}`));
  return { partitionId, moment };
}

const accessRows = (page: Page) =>
  page.getByRole('table', { name: 'Who has access' }).getByRole('row');

test('who could see it that day: in three clicks from Home', async ({ page }) => {
  await signedIn(page);
  const { clicks, click } = counted();
  await page.goto('/');
  await click(page.getByRole('link', { name: /^Product lifecycles/ }).first());
  await click(page.getByRole('tab', { name: 'Access' }));
  // Now: the person who looks, and members that joined with the demo.
  await expect(accessRows(page).filter({ hasText: '(you)' }).first()).toBeVisible();
  await expect(accessRows(page).filter({ hasText: 'Uwe User' })).toHaveCount(1);
  await click(page.getByRole('button', { name: /As of/ }));
  const day = new Date(Date.now() - 90 * 24 * 3_600_000).toISOString().slice(0, 10);
  await page.getByLabel('Date and time').fill(`${day}T12:00:00`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`asOf=${day}`));
  expect(clicks()).toBeLessThanOrEqual(3);
  // That day: an auditor, who read everything already, and nobody who was added since.
  await expect(accessRows(page).filter({ hasText: 'Birgit Reiter' })).toContainText('Role Auditor');
  await expect(accessRows(page).filter({ hasText: 'Uwe User' })).toHaveCount(0);
});

test('a member who was removed is in the list of that moment, and in its file', async ({
  page,
}) => {
  await signedIn(page);
  const { partitionId, moment } = await formerMember(page);
  await page.goto(`/v1/partitions/${partitionId}?tab=access`);
  await expect(accessRows(page).filter({ hasText: 'Auditor' }).first()).toBeVisible();
  await expect(accessRows(page).filter({ hasText: 'Uwe User' })).toHaveCount(0);
  await page.goto(`/v1/partitions/${partitionId}?asOf=${moment}&tab=access`);
  const former = accessRows(page).filter({ hasText: 'Uwe User' });
  await expect(former).toHaveCount(1);
  await expect(former).toContainText('Member: Editor');
  await expect(page.getByText('only known for today')).toBeVisible();
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile(await (await csv).path(), 'utf8');
  expect(text).toContain('Uwe User');
  expect(text).toContain('Member: Editor');
});

test('what this person can open, and why: in three clicks from Home', async ({ page }) => {
  await signedIn(page);
  const call = await callsAs(page.context().request);
  const { id } = await answerOf<Found>(call('GET /v1/users/forName/auditor@example.org'));
  const { clicks, click } = counted();
  await page.goto('/');
  await click(page.getByRole('button', { name: /^Search or jump to/ }));
  await page.getByRole('combobox', { name: 'Command palette' }).fill('auditor@example.org');
  await click(page.getByRole('option').filter({ hasText: 'auditor@example.org' }).first());
  await expect(page).toHaveURL(new RegExp(`/v1/users/${id}`));
  await click(page.getByRole('tab', { name: 'Access' }));
  expect(clicks()).toBeLessThanOrEqual(3);
  const opens = page.getByRole('region', { name: 'What this person can open, and why' });
  await expect(opens).toContainText('can read every partition');
  await expect(opens.getByRole('list', { name: 'Reason' })).toContainText('Auditor');
});

test('each page of an object leads to who has access', { tag: '@exhaustive' }, async ({ page }) => {
  await signedIn(page);
  const call = await callsAs(page.context().request);
  const { data } = await answerOf<{ data: { id: string; partitionName: string }[] }>(
    call('GET /v1/partitions'),
  );
  const partition = data.find(({ partitionName }) => partitionName === 'Product lifecycles');
  const found = await answerOf<{ data: { timelineId: string; id: string }[] }>(
    call(`POST /v1/partitions/${partition?.id}/objects/search`, { type: 'PRODUCT' }),
  );
  const [{ timelineId, id } = { timelineId: '', id: '' }] = found.data;
  const base = `/v1/partitions/${partition?.id}`;
  for (const path of [
    `${base}/objects/${id}`,
    `${base}/objects/referencedBy/${id}`,
    `${base}/timelines/${timelineId}/objects`,
    `${base}/timelines/${timelineId}/objects/latest`,
    `${base}/users`,
  ]) {
    await page.goto(path);
    await page.getByRole('link', { name: 'Who has access' }).click();
    await expect(page).toHaveURL(/tab=access/);
    await expect(accessRows(page).nth(1)).toBeVisible();
  }
});
