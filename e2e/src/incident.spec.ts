import { expect, startSession, test } from './annals.ts';
import { bodyOf, callsAs, callsWith } from './calls.ts';
import { newPerson } from './new-person.ts';
import { demoProgram } from './demo-program.ts';

interface Made {
  id: string;
  timelineId: string;
  token: string;
}

test('whoever looks into a user sees what they did, ends their access and proposes to revert it', async ({
  page,
}) => {
  await startSession(page);
  const { request } = page.context();
  const call = await callsAs(request);
  const partition = await bodyOf<Made>(
    call('POST /v1/partitions', { partitionName: `Ledger ${Date.now()}` }),
  );
  const path = `/v1/partitions/${partition.id}`;
  await bodyOf(call(`PUT ${path}/read-recording`, { scope: 'OBJECTS' }));
  const email = await newPerson(request, `mallory.${Date.now()}@example.org`);
  const { id: userId } = await bodyOf<Made>(
    (await callsAs(request, email))('GET /v1/users/current'),
  );
  await bodyOf(call(`PUT /v1/users/${userId}/roles?role=USER`));
  const mallory = await callsAs(request, email);
  await bodyOf(call(`PUT ${path}/users/${userId}`, { role: 'OWNER' }));
  const of = { type: 'ACCOUNT', references: [] };
  const ours = await bodyOf<Made>(
    call(`POST ${path}/objects`, { ...of, objectData: { name: 'Cash', amount: 1 } }),
  );
  await bodyOf(mallory(`GET ${path}/objects/${ours.id}`));
  const change = { ...of, timelineId: ours.timelineId, objectData: { name: 'Cash', amount: 9 } };
  await bodyOf(mallory(`POST ${path}/objects`, change));
  await bodyOf(mallory(`GET ${path}/export`));
  const { id: friendId } = await bodyOf<Made>(
    (await callsAs(request, 'user@example.org'))('GET /v1/users/current'),
  );
  await bodyOf(mallory(`PUT ${path}/users/${friendId}`, { role: 'READER' }));
  const { token } = await bodyOf<Made>(
    mallory('POST /v1/tokens', {
      description: 'Way back',
      scopes: ['read'],
      expiresDate: new Date(Date.now() + 86_400_000).toISOString(),
    }),
  );
  const anonymous = callsWith(request, {});
  const wrong = { username: email, password: `${demoProgram.password}!` };
  expect((await anonymous('POST /v1/auth?type=PASSWORD', wrong)).status).toBe(401);

  await page.goto(`/v1/users/${userId}`);
  await page.getByRole('link', { name: 'Investigate' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Incident');
  const listed = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(listed('Looked at').getByText('Opened a version')).toBeVisible();
  await expect(listed('Wrote').getByRole('link', { name: 'Cash (ACCOUNT)' })).toBeVisible();
  await expect(listed('Exported').getByText('exported the partition')).toBeVisible();
  await expect(listed('Failed').getByText(/A sign-in as/)).toBeVisible();

  const dialog = page.getByRole('dialog');
  const undo = listed('Granted').getByRole('button', { name: 'Undo' });
  await expect(undo).toHaveCount(2);
  await undo.last().click();
  await expect(dialog.getByText(/^No longer a member of the partition Ledger/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(undo).toHaveCount(1);
  const members = await bodyOf<{ data: { userId: string }[] }>(call(`GET ${path}/users`));
  expect(members.data.map((member) => member.userId)).not.toContain(friendId);
  await undo.click();
  await expect(
    dialog.getByText('The API token “Way back” stops working immediately'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(undo).toHaveCount(0);
  const withToken = callsWith(request, { 'x-akarion-api-token': token });
  expect((await withToken('GET /v1/users/current')).status).toBe(401);

  await listed('Respond').getByRole('button', { name: 'All of it…' }).click();
  await expect(dialog.getByText('1 version', { exact: false })).toBeVisible();
  await expect(dialog.getByText(/session/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Do it' }).click();
  await expect(dialog).toHaveCount(0);
  expect((await mallory('GET /v1/users/current')).status).toBe(401);
  await expect(listed('Respond').getByText('Evidence files', { exact: true })).toBeVisible();

  await listed('Respond').getByRole('listitem').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Revert: changes by');
  await page.getByRole('button', { name: 'Commit', exact: true }).click();
  const asked = page.getByRole('dialog');
  if (await asked.isVisible()) await asked.getByRole('button', { name: 'Commit' }).click();
  await expect
    .poll(async () => {
      const latest = `${path}/timelines/${ours.timelineId}/objects/latest`;
      const { objectData } = await bodyOf<{ objectData: { amount: number } }>(
        call(`GET ${latest}`),
      );
      return objectData.amount;
    })
    .toBe(1);
});

test('a refused sign-in in the audit log leads to its address', async ({ page }) => {
  await startSession(page);
  const anonymous = callsWith(page.context().request, {});
  const wrong = { username: 'auditor@example.org', password: `${demoProgram.password}!` };
  expect((await anonymous('POST /v1/auth?type=PASSWORD', wrong)).status).toBe(401);
  await page.goto('/audit-log?action=signIn.failed');
  const events = page.getByRole('table', { name: 'Audit log' });
  await events
    .getByRole('row')
    .filter({ hasText: 'Odette Auditor' })
    .first()
    .getByRole('button', { name: /^Details/ })
    .click();
  const links = page.getByRole('link', { name: /^Investigate / });
  await expect(links).toHaveCount(2);
  await links.last().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Incident: ');
  await expect(page.getByText('Versions do not say from which address')).toBeVisible();
  const failed = page.getByRole('region', { name: 'Failed', exact: true });
  await expect(failed.getByText(/Odette Auditor/).first()).toBeVisible();
});

test('many events of one kind hide none of another', async ({ page }) => {
  await startSession(page);
  const { request } = page.context();
  const call = await callsAs(request);
  const { id } = await bodyOf<Made>(
    call('POST /v1/partitions', { partitionName: `Noise ${Date.now()}` }),
  );
  const path = `/v1/partitions/${id}`;
  const email = await newPerson(request, `noisy.${Date.now()}@example.org`);
  const { id: userId } = await bodyOf<Made>(
    (await callsAs(request, email))('GET /v1/users/current'),
  );
  await bodyOf(call(`PUT /v1/users/${userId}/roles?role=USER`));
  const noisy = await callsAs(request, email);
  await bodyOf(call(`PUT ${path}/users/${userId}`, { role: 'OWNER' }));
  await bodyOf(noisy(`GET ${path}/export`));
  const { id: friendId } = await bodyOf<Made>(
    (await callsAs(request, 'user@example.org'))('GET /v1/users/current'),
  );
  // More than the page shows of one list.
  for (let n = 0; n < 201; n += 1)
    await bodyOf(
      noisy(`PUT ${path}/users/${friendId}`, { role: n % 2 === 0 ? 'READER' : 'EDITOR' }),
    );

  const listed = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(async () => {
    await page.goto(`/v1/users/${userId}`);
    await page.getByRole('link', { name: 'Investigate' }).click();
    await expect(listed('Granted').getByText('The newest 200 are shown.')).toBeVisible();
  }).toPass();
  await expect(listed('Granted').getByText('200+')).toBeVisible();
  await expect(listed('Exported').getByText('exported the partition')).toBeVisible();
  await listed('Granted').getByRole('link', { name: 'All in the audit log' }).click();
  await expect(page).toHaveURL(/kind=ACCESS/);
});
