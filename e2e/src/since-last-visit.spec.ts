import type { Page } from '@playwright/test';
import { expect, startSession, test } from './annals.ts';
import { addMember } from './add-member.ts';
import { bodyOf, callsAs } from './calls.ts';

interface Created {
  id: string;
  timelineId: string;
}

/** Only this browser determines the last visit: other tests use sessions of the same user. */
async function withoutOtherSessions(page: Page) {
  await page.route('**/api/annals', async (route) =>
    route.request().postData()?.includes('/sessions"')
      ? route.fulfill({ json: { data: [], nextCursor: null, hasMore: false } })
      : route.fallback(),
  );
}

test('Home shows what changed since the last visit, and lists an import with one click', async ({
  page,
  request,
}) => {
  const call = await callsAs(request);
  const partitionName = `Visited ${Date.now()}`;
  const { id } = await bodyOf<Created>(call('POST /v1/partitions', { partitionName }));
  await addMember(call, id, await callsAs(request, 'user@example.org'), 'READER');
  const objects = `POST /v1/partitions/${id}/objects`;
  const before = await bodyOf<Created>(
    call(objects, { type: 'PRODUCT', objectData: { title: 'Node.js', latest: '26.6.0' } }),
  );

  await test.step('the last visit was two hours ago', async () => {
    await withoutOtherSessions(page);
    await startSession(page, 'user@example.org');
    await page.clock.setFixedTime(Date.now() - 2 * 3_600_000);
    await page.goto('/');
    await expect(page.getByRole('link', { name: partitionName }).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Since your last visit' })).toHaveCount(0);
  });

  await bodyOf(
    call(objects, {
      timelineId: before.timelineId,
      predecessorId: before.id,
      objectData: { title: 'Node.js', latest: '26.7.0' },
    }),
  );
  const modificationDate = new Date().toISOString();
  await bodyOf(
    call(`POST /v1/partitions/${id}/import`, {
      rows: Array.from({ length: 30 }, (_, index) => ({
        key: `note-${index}`,
        type: 'NOTE',
        objectData: { title: `Note ${index}` },
        references: [],
        modificationDate,
      })),
    }),
  );

  let clicks = 0;
  await page.clock.setFixedTime(Date.now());
  await page.goto('/');
  const since = page.getByRole('region', { name: 'Since your last visit' });
  const changed = since.getByRole('region', { name: partitionName });
  await expect(changed.getByText('latest26.6.0→26.7.0')).toBeVisible();
  await expect(since.getByText('2 hours ago')).toBeVisible();
  const imported = changed.getByRole('button', { name: /^Import of 30 objects by / });
  await expect(imported).toHaveAttribute('aria-expanded', 'false');
  expect(clicks).toBe(0);

  await imported.click();
  clicks += 1;
  await expect(changed.getByRole('link', { name: 'Note 29', exact: true })).toBeVisible();
  expect(clicks).toBe(1);

  await test.step('one click leads to the changes of the partition since then', async () => {
    await changed.getByRole('link', { name: '32 changes since then' }).click();
    await expect(page).toHaveURL(new RegExp(`${id}/objects/recent\\?at=1$`));
  });
});

test('an empty partition offers each user the next steps that they are permitted', async ({
  page,
  request,
}) => {
  const call = await callsAs(request);
  const { id } = await bodyOf<Created>(
    call('POST /v1/partitions', { partitionName: `Empty ${Date.now()}` }),
  );
  await startSession(page);
  await page.goto(`/v1/partitions/${id}`);
  const steps = page.getByRole('region', { name: 'Next steps' });
  await expect(steps.getByRole('link')).toHaveText([
    'Define a type',
    'Create the first object',
    'Import a file',
    'Make the first API call',
  ]);
  await steps.getByRole('link', { name: 'Create the first object' }).click();
  await expect(page.getByRole('dialog', { name: 'New object' })).toBeVisible();

  await addMember(call, id, await callsAs(request, 'user@example.org'), 'READER');
  await startSession(page, 'user@example.org');
  await page.goto(`/v1/partitions/${id}`);
  await expect(steps.getByRole('link')).toHaveText(['Make the first API call']);
});
