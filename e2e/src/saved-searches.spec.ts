import type { Page } from '@playwright/test';
import { expect, startSession, test } from './annals.ts';
import { addMember } from './add-member.ts';
import { bodyOf, callsAs } from './calls.ts';
import { countClicks } from './count-clicks.ts';

interface Created {
  id: string;
}

const query = 'changes:latest changed:2020..';
const openSearches = async (page: Page) => {
  await page.getByRole('button', { name: 'Searches' }).click();
  return page.getByRole('dialog', { name: 'Saved searches' });
};

test('an editor shares a search for changes, a reader opens it by name, and an owner removes it', async ({
  page,
  request,
}) => {
  const call = await callsAs(request);
  const { id } = await bodyOf<Created>(
    call('POST /v1/partitions', { partitionName: `Searched ${Date.now()}` }),
  );
  await addMember(call, id, await callsAs(request, 'user@example.org'), 'EDITOR');
  await addMember(call, id, await callsAs(request, 'admin@example.org'), 'READER');
  const objects = `POST /v1/partitions/${id}/objects`;
  const first = await bodyOf<Created & { timelineId: string }>(
    call(objects, { type: 'PRODUCT', objectData: { title: 'Node.js', latest: '26.6.0' } }),
  );
  await bodyOf(
    call(objects, {
      timelineId: first.timelineId,
      predecessorId: first.id,
      objectData: { title: 'Node.js', latest: '26.7.0' },
    }),
  );
  const name = `New releases <i>of</i> ${Date.now()}`;

  await test.step('the editor saves and shares it', async () => {
    await startSession(page, 'user@example.org');
    await page.goto(`/v1/partitions/${id}/objects/recent`);
    const field = page.getByRole('combobox', { name: 'Search', exact: true });
    await field.fill(query);
    await field.press('Enter');
    await expect(page).toHaveURL(/q=changes/);
    const searches = await openSearches(page);
    await searches.getByLabel('Save this search').fill(name);
    await searches.getByRole('button', { name: 'Save search' }).click();
    await expect(searches.getByText(`“${name}” saved`)).toBeVisible();
    await searches.getByRole('button', { name: `Share “${name}”` }).click();
    await expect(searches.getByText(`“${name}” is shared`)).toBeVisible();
  });

  await test.step('the reader opens it by name with one click from Home', async () => {
    await startSession(page, 'admin@example.org');
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    const { clicks, click } = countClicks();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill(name.slice(0, 12));
    const found = page.getByRole('group', { name: 'Saved searches' });
    await click(found.getByRole('option').filter({ hasText: name }));
    await expect(page.getByRole('combobox', { name: 'Search', exact: true })).toHaveValue(query);
    const table = page.getByRole('table', { name: 'Recent changes' });
    await expect(table.getByRole('row').nth(1)).toContainText('26.6.0→26.7.0');
    expect(clicks()).toBe(1);

    const searches = await openSearches(page);
    const shared = searches.getByRole('list', { name: 'Shared in this partition' });
    await expect(shared.getByText(/^Shared by /)).toBeVisible();
    await expect(shared.getByRole('button')).toHaveCount(1);
    await expect(searches.getByLabel(/^Share with everyone/)).toHaveCount(0);
    await searches.getByLabel('Save this search').fill('For me');
    await searches.getByRole('button', { name: 'Save search' }).click();
    await expect(searches.getByRole('list', { name: 'My searches' })).toContainText('For me');
  });

  await test.step('an owner removes the shared search and sees no private one', async () => {
    await startSession(page);
    await page.goto(`/v1/partitions/${id}/objects/recent`);
    const searches = await openSearches(page);
    await expect(searches.getByRole('listitem')).toHaveCount(1);
    await searches.getByRole('button', { name: `Delete “${name}”` }).click();
    await searches.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(searches.getByText(/stores a query, its order/)).toBeVisible();
  });
});

test('a saved search of objects opens with its columns, can be renamed, and its deletion can be undone', async ({
  page,
}) => {
  await startSession(page);
  const call = await callsAs(page.context().request);
  const partitionName = `Searched ${Date.now()}`;
  const { id } = await bodyOf<Created>(call('POST /v1/partitions', { partitionName }));
  for (const type of ['NOTE', 'PLACE'])
    await bodyOf(
      call(`POST /v1/partitions/${id}/objects`, { type, objectData: { title: `A ${type}` } }),
    );
  await page.goto(`/v1/partitions/${id}/objects?q=type%3ANOTE&sort=-created&columns=-lastChange`);
  const header = page.getByRole('columnheader', { name: 'Last change' });
  await expect(page.getByRole('columnheader', { name: 'References' })).toBeVisible();
  await expect(header).toHaveCount(0);
  await expect(page).not.toHaveURL(/columns/);
  const searches = await openSearches(page);
  await searches.getByLabel('Save this search').fill('Notes');
  await page.keyboard.press('Enter');
  await expect(searches.getByText('“Notes” saved')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`/v1/partitions/${id}/objects?columns=lastChange`);
  await expect(page.getByRole('link', { name: 'A PLACE', exact: true })).toBeVisible();
  await expect(header).toBeVisible();
  await openSearches(page);
  await searches.getByRole('button', { name: /^Notes/ }).click();
  await expect(page).toHaveURL(/\?q=type:NOTE&sort=-created$/);
  await expect(header).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'A PLACE', exact: true })).toHaveCount(0);

  await test.step('the palette opens it with its columns too', async () => {
    await page.goto(`/v1/partitions/${id}/objects?columns=lastChange`);
    await expect(header).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('Notes');
    const found = page.getByRole('group', { name: 'Saved searches' }).getByRole('option');
    await found.filter({ hasText: partitionName }).click();
    await expect(page).toHaveURL(/\?q=type:NOTE&sort=-created$/);
    await expect(header).toHaveCount(0);
  });

  await openSearches(page);
  await searches.getByRole('button', { name: 'Rename “Notes”' }).click();
  await searches.getByLabel('New name for “Notes”').fill('All notes');
  await page.keyboard.press('Enter');
  await expect(searches.getByText('Renamed to “All notes”')).toBeVisible();
  await searches.getByRole('button', { name: 'Delete “All notes”' }).click();
  await expect(searches.getByText(/stores a query, its order/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();
  await openSearches(page);
  await expect(searches.getByRole('listitem')).toContainText('All notes');
});
