import type { Page } from '@playwright/test';
import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsAs } from './calls.ts';

interface Person {
  id: string;
  roles: string[];
  status: string;
  organizationalUnits: { id: string; name: string }[];
}

/** A user for this test only, in the unit Engineering. */
async function somebody(page: Page, name: string) {
  const call = await callsAs(page.context().request);
  const { data } = await bodyOf<{ data: { id: string; name: string }[] }>(
    call('GET /v1/organizational-units?name=Engineering'),
  );
  const unit = data.find((each) => each.name === 'Engineering');
  if (!unit) throw new Error('The demo has the unit Engineering.');
  const { id } = await bodyOf<Person>(
    call('POST /v1/users', {
      email: `${name.toLowerCase().replaceAll(' ', '.')}.${Date.now()}@example.org`,
      name,
      roles: ['USER'],
      organizationalUnitIds: [unit.id],
    }),
  );
  const now = () => bodyOf<Person>(call(`GET /v1/users/${id}`));
  return { id, call, now, unit };
}

test('an access change can be undone in the audit log once', async ({ page }) => {
  await startSession(page);
  const { id, call, now } = await somebody(page, 'Undone Once');
  await bodyOf(call(`PUT /v1/users/${id}/roles?role=AUDITOR`));
  await page.goto('/audit-log?kind=ACCESS');
  const row = page
    .getByRole('table', { name: 'Audit log' })
    .getByRole('row')
    .filter({ hasText: 'Undone Once' })
    .filter({ hasText: /added \S.* to / })
    .first();
  await row.getByRole('button', { name: /^Details/ }).click();
  const details = page.getByRole('region', { name: 'added' });
  await details.getByRole('button', { name: 'Undo' }).click();
  const asked = page.getByRole('dialog', { name: 'Undo this change?' });
  await expect(asked.getByRole('listitem')).toContainText(
    'Loses Auditor: can no longer read every',
  );
  await asked.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await now()).roles).toEqual(['USER']);

  // The entry offers no undo any more, because the undo changed it again.
  const given = page
    .getByRole('row')
    .filter({ hasText: 'Undone Once' })
    .filter({ hasText: /added \S.* to / });
  await given
    .first()
    .getByRole('button', { name: /^Details/ })
    .click();
  await expect(page.getByText('This can no longer be undone')).toBeVisible();
});

test(
  'undoing from the notification is rejected after a later change',
  { tag: '@exhaustive' },
  async ({ page }) => {
    await startSession(page);
    const { id, call, now, unit } = await somebody(page, 'Moved Meanwhile');
    await page.goto(`/v1/users/${id}`);
    const remove = page.getByRole('button', { name: `Remove from ${unit.name}` });
    await remove.click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    await bodyOf(call(`PUT /v1/users/${id}/organizational-unit?organizationalUnitId=${unit.id}`));
    await undo.click();
    await expect(page.getByRole('alert')).toContainText('changed again since then');
    expect((await now()).organizationalUnits).toHaveLength(1);

    // Without a change in between, the undo works.
    await page.reload();
    await remove.click();
    await expect(remove).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(remove).toBeVisible();
    expect((await now()).organizationalUnits).toHaveLength(1);
  },
);

test('offboarding hands over partitions and change sets, and reinstating names what cannot be restored', async ({
  page,
}) => {
  await startSession(page);
  const { id, call, now } = await somebody(page, 'Gone Too Early');
  const { id: partitionId } = await bodyOf<{ id: string }>(
    call('POST /v1/partitions', { partitionName: `Handed over ${Date.now()}` }),
  );
  await bodyOf(call(`PUT /v1/partitions/${partitionId}/users/${id}`, { role: 'OWNER' }));
  const { id: changeSetId } = await bodyOf<{ id: string }>(
    call(`POST /v1/partitions/${partitionId}/change-sets`, { title: 'New prices' }),
  );
  const changeSet = `/v1/partitions/${partitionId}/change-sets/${changeSetId}`;
  await bodyOf(call(`PATCH ${changeSet}`, { contributors: [id] }));
  await bodyOf(call(`POST /v1/partitions/${partitionId}/archive`, { archived: true }));
  await page.goto(`/v1/users/${id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Offboard' }).click();
  const offboarding = page.getByRole('dialog', { name: 'Offboard Gone Too Early?' });
  await expect(offboarding).toContainText('can be reinstated later');
  await expect(offboarding).toContainText('the ownership of Handed over');
  await expect(offboarding).toContainText('1 open change set in Handed over');
  await offboarding.getByRole('combobox', { name: 'Hand over to' }).fill('Uwe User');
  await page.getByRole('option').filter({ hasText: 'Uwe User' }).first().click();
  await offboarding.getByRole('textbox', { name: /To confirm/ }).fill('Gone Too Early');
  await offboarding.getByRole('button', { name: 'Offboard' }).click();
  await expect(page.getByText('Gone Too Early offboarded.')).toBeVisible();
  expect(await now()).toMatchObject({ status: 'DISABLED', roles: [], organizationalUnits: [] });
  const { data: members } = await bodyOf<{ data: { name: string; role: string }[] }>(
    call(`GET /v1/partitions/${partitionId}/users`),
  );
  expect(members.find(({ name }) => name === 'Uwe User')?.role).toBe('OWNER');
  expect(await bodyOf(call(`GET ${changeSet}`))).toMatchObject({
    contributors: [{ name: 'Uwe User' }],
  });

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: /^Reinstate as of .*\d\d:\d\d/ }).click();
  const asked = page.getByRole('dialog', { name: 'Reinstate Gone Too Early?' });
  await expect(asked.getByRole('listitem').filter({ hasText: 'Gains User' })).toHaveCount(1);
  await expect(asked).toContainText('Back in the unit Engineering');
  await expect(asked).toContainText('Not restored: the invitation. Send it again.');
  await expect(asked).toContainText('Stays with Uwe User: the partitions');
  await asked.getByRole('button', { name: 'Reinstate' }).click();
  await expect(page.getByText('Gone Too Early reinstated.')).toBeVisible();
  expect(await now()).toMatchObject({
    status: 'INVITED',
    roles: ['USER'],
    organizationalUnits: [{ name: 'Engineering' }],
  });
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText('Offboarded', { exact: true })).toBeVisible();
});

test(
  'the access that a unit grants is shown before a user is added',
  { tag: '@exhaustive' },
  async ({ page }) => {
    await startSession(page);
    const { id, call } = await somebody(page, 'New In Town');
    const unit = await bodyOf<{ id: string }>(
      call(`POST /v1/organizational-units?name=${encodeURIComponent(`Audit ${Date.now()}`)}`, {}),
    );
    await bodyOf(call(`PUT /v1/organizational-units/${unit.id}/roles?role=AUDITOR`));
    await page.goto(`/v1/organizational-units/${unit.id}/users`);
    await page.getByRole('button', { name: 'Add members' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').first().fill('New In Town');
    await page.getByRole('option').filter({ hasText: 'New In Town' }).first().click();
    await expect(dialog.getByRole('list', { name: 'What changes' })).toContainText(
      'Gains Auditor: can read every partition',
    );
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    // For one user there is no list of results, and there is an Undo.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone')).toBeVisible();
    const user = await bodyOf<Person>(call(`GET /v1/users/${id}`));
    expect(user.organizationalUnits.map(({ name }) => name)).toEqual(['Engineering']);
  },
);
