import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsAs } from './calls.ts';

test.use({ timezoneId: 'UTC' });

interface Created {
  id: string;
}

test('imported objects appear on the page of recent changes without a reload', async ({
  page,
  request,
}) => {
  const call = await callsAs(request);
  const { id } = await bodyOf<Created>(
    call('POST /v1/partitions', { partitionName: `Followed ${Date.now()}` }),
  );
  const importRows = (from: number, count: number) =>
    bodyOf(
      call(`POST /v1/partitions/${id}/import`, {
        rows: Array.from({ length: count }, (_, index) => ({
          key: `note-${from + index}`,
          type: 'NOTE',
          objectData: { title: `Note ${from + index}` },
          references: [],
        })),
      }),
    );
  await importRows(1, 60);
  await startSession(page);
  await page.goto(`/v1/partitions/${id}/objects/recent`);
  const list = page.getByRole('grid', { name: 'Recent changes' });
  await expect(list.getByRole('link', { name: 'Note 60' })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Follow live' })).toContainText('Live');

  await test.step('rows are added at the top, and the total grows', async () => {
    for (const batch of [1, 2, 3]) {
      const last = 60 + batch * 20;
      await importRows(last - 19, 20);
      await expect(list.getByRole('link', { name: `Note ${last}`, exact: true })).toBeVisible();
      await expect(page.getByText(`${last} changes`, { exact: true })).toBeVisible();
      await expect(list).toHaveAttribute('aria-rowcount', String(last + 1));
    }
  });

  await test.step('while scrolled down, new rows wait and the URL keeps the position', async () => {
    await list.getByRole('row').nth(1).focus();
    await page.keyboard.press('End');
    await expect(list.getByRole('link', { name: 'Note 1', exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\?at=\d+$/);
    await importRows(121, 5);
    await expect(list.getByRole('link', { name: 'Note 1', exact: true })).toBeVisible();
    await page.getByRole('button', { name: '5 new' }).click();
    await expect(list.getByRole('link', { name: 'Note 125', exact: true })).toBeVisible();
    await expect(page).not.toHaveURL(/at=/);
  });

  await test.step('nothing is added while paused', async () => {
    const live = page.getByRole('switch', { name: 'Follow live' });
    await live.click();
    await expect(live).toHaveAttribute('aria-checked', 'false');
    await importRows(126, 1);
    await live.click();
    await expect(list.getByRole('link', { name: 'Note 126', exact: true })).toBeVisible();
  });
});

test(
  'incoming references as of a past time are shown as a list and as a graph',
  { tag: '@exhaustive' },
  async ({ page, request }) => {
    const call = await callsAs(request);
    const { data } = await bodyOf<{ data: { id: string; partitionName: string }[] }>(
      call('GET /v1/partitions'),
    );
    const partition = data.find(({ partitionName }) => partitionName === 'Product lifecycles')?.id;
    const found = await bodyOf<{ data: Created[] }>(
      call(`POST /v1/partitions/${partition}/objects/search`, { type: 'CATEGORY', text: 'lang' }),
    );
    const address = `/v1/partitions/${partition}/objects/referencedBy/${found.data[0]?.id}`;
    await startSession(page);
    await page.goto(address);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Rust', exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Node.js', exact: true })).toHaveCount(0);

    await page.getByRole('button', { name: /As of/ }).click();
    await page.getByLabel('Date and time').fill('2022-03-01T00:00:00');
    await page.getByRole('button', { name: 'Go to this time' }).click();
    await expect(main.getByRole('link', { name: 'Node.js', exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Rust', exact: true })).toHaveCount(0);

    await page.getByRole('button', { name: 'Graph', exact: true }).click();
    await expect(page).toHaveURL(/view=graph/);
    const graph = page.getByRole('group', { name: 'Reference graph' });
    await expect(graph.getByRole('link', { name: 'Node.js', exact: true })).toBeVisible();
    await expect(graph.getByRole('link', { name: 'Rust', exact: true })).toHaveCount(0);
    await expect(graph.getByText('categoryRef').first()).toBeVisible();

    await page.getByRole('button', { name: 'Back to now' }).click();
    await expect(graph.getByRole('link', { name: 'Rust', exact: true })).toBeVisible();
    await graph.getByRole('button', { name: /Show outgoing references of Rust/ }).click();
    await expect(graph.getByRole('link', { name: 'rust foundation' })).toBeVisible();
    await graph.getByRole('link', { name: 'lang', exact: true }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/objects\/latest$/);
  },
);
