import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsAs } from './calls.ts';

interface Made {
  id: string;
  timelineId: string;
}

test('an owner switches the record of reads on, a reader is told, and the owner sees who looked', async ({
  page,
  browser,
}) => {
  await startSession(page);
  const { request } = page.context();
  const call = await callsAs(request);
  const partition = await bodyOf<Made>(
    call('POST /v1/partitions', { partitionName: `Patients ${Date.now()}` }),
  );
  const path = `/v1/partitions/${partition.id}`;
  const objectData = { name: 'Ada Lovelace' };
  const ada = await bodyOf<Made>(call(`POST ${path}/objects`, { type: 'PATIENT', objectData }));
  const { id: readerId } = await bodyOf<Made>(
    (await callsAs(request, 'user@example.org'))('GET /v1/users/current'),
  );
  await bodyOf(call(`PUT ${path}/users/${readerId}`, { role: 'READER' }));

  await page.goto(`${path}?tab=reads`);
  await expect(page.getByText('nobody can tell who looked')).toBeVisible();
  await page.getByRole('tab', { name: 'Settings' }).click();
  const panel = page.getByRole('region', { name: 'Record of reads' });
  await panel.getByRole('radio', { name: 'Objects and exports' }).check();
  await panel.getByRole('button', { name: 'Save recording' }).click();
  await expect(page.getByText('Recording of reads saved')).toBeVisible();
  await expect(page.getByText('Reads of objects and exports are recorded')).toBeVisible();

  const other = await browser.newContext();
  const reader = await other.newPage();
  await startSession(reader, 'user@example.org');
  await reader.goto(`${path}/timelines/${ada.timelineId}/objects/latest`);
  await expect(reader.getByText('Reads of objects and exports are recorded')).toBeVisible();
  await reader.goto(`${path}/timelines/${ada.timelineId}/objects`);
  await expect(reader.getByRole('tab', { name: 'Blame' })).toBeVisible();
  await expect(reader.getByRole('tab', { name: 'Who looked' })).toHaveCount(0);
  await other.close();

  await page.goto(`${path}/timelines/${ada.timelineId}/objects/latest`);
  await page.getByRole('link', { name: 'Reads of objects and exports are recorded' }).click();
  const reads = page.getByRole('table', { name: 'Recorded reads' });
  const read = reads.getByRole('row').filter({ hasText: 'Opened the object' });
  await expect(read.filter({ hasText: 'Uwe User' }).first()).toContainText('Session');
  await expect(page.getByText('Reads are recorded since')).toBeVisible();

  await test.step('on a notebook and a tablet it shows whole what they looked at', async () => {
    await bodyOf(
      call(
        `GET ${path}/timelines/${ada.timelineId}/objects/latest?asOf=${new Date().toISOString()}`,
      ),
    );
    await bodyOf(call(`POST ${path}/objects/search`, { query: 'name:Ada type:PATIENT is:active' }));
    for (const width of [1280, 768]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${path}?tab=reads`);
      await expect(reads.getByText('name:Ada type:PATIENT').first()).toBeVisible();
      await expect(reads.getByText('Listed the references to the object').first()).toBeVisible();
      const cut = await reads
        .getByRole('cell')
        .evaluateAll((cells) =>
          cells.flatMap(({ scrollWidth, clientWidth, textContent }) =>
            scrollWidth > clientWidth ? [textContent] : [],
          ),
        );
      expect(cut, `${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await page.goto(`/v1/users/${readerId}?tab=reads`);
  const looked = page.getByRole('table', { name: 'What they looked at' });
  await expect(
    looked.getByRole('row').filter({ hasText: 'Opened the object' }).first(),
  ).toContainText('Ada Lovelace');

  // The change of the setting is an event.
  await page.goto(`/audit-log?action=readRecording.changed&subject=partition/${partition.id}`);
  const events = page.getByRole('table', { name: 'Audit log' });
  await expect(events.getByRole('row').filter({ hasText: 'reads' }).first()).toBeVisible();
});
