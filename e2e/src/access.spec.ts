import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsAs } from './calls.ts';

interface Item {
  id: string;
  name: string;
}

/** A partition to which a user was added and removed again, and a moment in between. */
async function createFormerMember(page: Page) {
  const call = await callsAs(page.context().request);
  const { id: partitionId } = await bodyOf<Item>(
    call('POST /v1/partitions', { partitionName: `Access ${Date.now()}` }),
  );
  const { data } = await bodyOf<{ data: Item[] }>(call('GET /v1/users?name=Uwe%20User'));
  const [user] = data;
  if (!user) throw new Error('The demo has no Uwe User.');
  const member = `/v1/partitions/${partitionId}/users/${user.id}`;
  const { sinceDate: moment } = await bodyOf<{ sinceDate: string }>(
    call(`PUT ${member}`, { role: 'EDITOR' }),
  );
  await bodyOf(call(`DELETE ${member}`));
  return { partitionId, moment };
}

const accessRows = (page: Page) =>
  page.getByRole('table', { name: 'Who has access' }).getByRole('row');

test('lists and exports a removed member as of a time when they had access', async ({ page }) => {
  await startSession(page);
  const { partitionId, moment } = await createFormerMember(page);
  await page.goto(`/v1/partitions/${partitionId}?tab=access`);
  await expect(accessRows(page).filter({ hasText: 'Auditor' }).first()).toBeVisible();
  await expect(accessRows(page).filter({ hasText: 'Uwe User' })).toHaveCount(0);
  await page.goto(`/v1/partitions/${partitionId}?asOf=${moment}&tab=access`);
  const former = accessRows(page).filter({ hasText: 'Uwe User' });
  await expect(former).toHaveCount(1);
  await expect(former).toContainText('Member: Editor');
  await expect(page.getByText('only known for today')).toBeVisible();
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile(await (await csv).path(), 'utf8');
  expect(text).toContain('Uwe User');
  expect(text).toContain('Member: Editor');
});

test(
  'links to who has access from each page of an object',
  { tag: '@exhaustive' },
  async ({ page }) => {
    await startSession(page);
    const call = await callsAs(page.context().request);
    const { data } = await bodyOf<{ data: { id: string; partitionName: string }[] }>(
      call('GET /v1/partitions'),
    );
    const partition = data.find(({ partitionName }) => partitionName === 'Product lifecycles');
    const found = await bodyOf<{ data: { timelineId: string; id: string }[] }>(
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
  },
);
