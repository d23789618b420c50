import type { Page } from '@playwright/test';
import { expect, startSession, test } from './annals.ts';
import { addMember } from './add-member.ts';
import { bodyOf, callsAs } from './calls.ts';

interface Created {
  id: string;
  timelineId: string;
}

/** As if the last visit had ended then, without anything marked as read before this page does so. */
async function endLastVisit(page: Page, previousDate: string) {
  let hasRead = false;
  await page.route('**/api/annals', async (route) => {
    const sent = route.request().postData() ?? '';
    if (!sent.includes('/users/current/visit"')) return route.fallback();
    hasRead ||= sent.includes('readDate');
    const response = await route.fetch();
    const visit = (await response.json()) as object;
    const unread = { readDate: null, readBeforeDate: null };
    const json = {
      ...visit,
      previousDate,
      ...(hasRead ? { readBeforeDate: previousDate } : unread),
    };
    return route.fulfill({ response, json });
  });
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

  await startSession(page, 'user@example.org');
  await endLastVisit(page, new Date(Date.now() - 2 * 3_600_000).toISOString());
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

  await test.step('what was read stays read, also in a new session, and can be opened again', async () => {
    await since.getByRole('button', { name: 'Mark as read' }).click();
    const unread = page.getByRole('region', { name: 'New since you last read' });
    await expect(unread).toBeVisible();
    await expect(unread.getByRole('region', { name: partitionName })).toHaveCount(0);
    await startSession(page, 'user@example.org');
    await page.goto('/');
    await expect(unread).toBeVisible();
    await expect(unread.getByRole('region', { name: partitionName })).toHaveCount(0);
    await unread.getByRole('button', { name: 'Show what I have read' }).click();
    await expect(changed.getByText('latest26.6.0→26.7.0')).toBeVisible();
    await expect(changed.getByRole('listitem').first()).toHaveText(/^Read up to /);
  });

  await test.step('a later change stands above the marker', async () => {
    await bodyOf(
      call(objects, { type: 'PRODUCT', objectData: { title: 'Deno', latest: '3.0.0' } }),
    );
    await page.goto('/');
    const unread = page.getByRole('region', { name: 'New since you last read' });
    const lines = unread.getByRole('region', { name: partitionName }).getByRole('listitem');
    await expect(lines).toHaveText([/Deno/]);
    await expect(unread.getByRole('button', { name: 'Mark as read' })).toBeVisible();
  });

  await test.step('one click leads to the changes of the partition since then', async () => {
    const unread = page.getByRole('region', { name: 'New since you last read' });
    await unread.getByRole('link', { name: '1 change since then' }).click();
    await expect(page).toHaveURL(new RegExp(`${id}/objects/recent\\?at=\\d+$`));
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
