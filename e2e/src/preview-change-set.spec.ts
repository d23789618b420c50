import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsAs } from './calls.ts';

interface Created {
  id: string;
  timelineId: string;
}

test('the preview of a change set equals the partition after its commit', async ({
  page,
  browser,
  request,
}) => {
  const call = await callsAs(request);
  const { id } = await bodyOf<Created>(
    call('POST /v1/partitions', { partitionName: 'Previewed prices' }),
  );
  const base = `/v1/partitions/${id}`;
  const table = await bodyOf<Created>(
    call(`POST ${base}/objects`, { type: 'PRODUCT', objectData: { title: 'Oak table', price: 1 } }),
  );
  const old = await bodyOf<Created>(
    call(`POST ${base}/objects`, { type: 'PRODUCT', objectData: { title: 'Old stool' } }),
  );
  const stale = await bodyOf<Created>(
    call(`POST ${base}/objects`, { type: 'PRODUCT', objectData: { title: 'Bench', price: 3 } }),
  );
  const set = await bodyOf<Created>(call(`POST ${base}/change-sets`, { title: 'Spring prices' }));
  await bodyOf(
    call(`POST ${base}/change-sets/${set.id}/operations`, {
      operations: [
        {
          operationId: table.timelineId,
          operation: {
            operation: 'newVersion',
            timelineId: table.timelineId,
            objectData: { title: 'Oak table', price: 777 },
          },
        },
        {
          operationId: old.timelineId,
          operation: { operation: 'end', timelineId: old.timelineId },
        },
        {
          operationId: stale.timelineId,
          operation: {
            operation: 'newVersion',
            timelineId: stale.timelineId,
            objectData: { title: 'Bench', price: 4 },
          },
        },
        {
          operationId: set.id,
          operation: {
            operation: 'create',
            type: 'PRODUCT',
            objectData: { title: 'Garden chair' },
            references: [{ name: 'goesWith', timelineId: table.timelineId }],
          },
        },
      ],
    }),
  );
  await bodyOf(
    call(`POST ${base}/transactions`, {
      operations: [
        {
          operation: 'newVersion',
          timelineId: stale.timelineId,
          objectData: { title: 'Bench', price: 9 },
        },
      ],
    }),
  );

  await startSession(page);
  await page.goto(`${base}/change-sets/${set.id}`);
  await page.getByRole('button', { name: 'View with this change set' }).click();
  const preview = page.getByRole('region', { name: 'Preview', exact: true });
  await expect(preview.getByText('Spring prices')).toBeVisible();
  await expect(preview.getByText('1 change is not shown')).toBeVisible();
  const row = (title: string) => preview.getByRole('row', { name: title });
  await expect(row('Garden chair').getByText('New', { exact: true })).toBeVisible();
  await expect(row('Oak table').getByText('Changed', { exact: true })).toBeVisible();
  await expect(row('Old stool').getByText('Ends', { exact: true })).toBeVisible();
  await expect(row('Bench').getByText('Changed', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New object' })).toBeDisabled();

  // Opens the new object by its link in the list, and from there what it refers to.
  await preview.getByRole('link', { name: 'Garden chair' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Garden chair' })).toBeVisible();
  await expect(preview.getByText('This change set creates this object.')).toBeVisible();
  await preview.getByRole('link', { name: 'Oak table' }).click();
  await expect(preview.getByText('This change set changes this object.')).toBeVisible();
  await expect(preview.getByText('777').first()).toBeVisible();
  await expect(preview.getByRole('link', { name: 'Garden chair' })).toBeVisible();
  await expect(page).toHaveURL(/changeSet=/);

  // The graph, and a page that does not support previews.
  await preview.getByRole('link', { name: 'All incoming references' }).click();
  await page.getByRole('button', { name: 'Graph' }).click();
  await expect(preview.getByRole('link', { name: 'Garden chair' })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await preview.getByRole('link', { name: 'History' }).click();
  await expect(page.getByText('This page is not part of the preview')).toBeVisible();
  await page.getByRole('link', { name: 'Objects in the preview' }).click();
  await expect(row('Garden chair')).toBeVisible();

  // Others do not see the preview, and nothing is written.
  const context = await browser.newContext();
  const other = await context.newPage();
  await startSession(other, 'user@example.org');
  await other.goto(page.url());
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(other.getByText('Garden chair')).toHaveCount(0);
  await context.close();
  await page.getByRole('button', { name: 'Leave preview' }).click();
  await expect(page).not.toHaveURL(/changeSet=/);
  await expect(page.getByRole('link', { name: 'Oak table' })).toBeVisible();
  await expect(page.getByText('Garden chair')).toHaveCount(0);
});
