import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { databaseLocations, type DatabaseLocation } from './testing/database-locations.ts';
import { ServicesUnderTest } from './testing/services-under-test.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'annals-mails-'));
let place: DatabaseLocation | undefined;
let under: ServicesUnderTest;
let master: string;
let editor: string;
let partitionId: string;

beforeAll(async () => {
  // PostgreSQL if available: the embedded database behaves the same, and starts later.
  place = await databaseLocations.at(-1)?.make();
  under = await ServicesUnderTest.start({ DATA_DIR: dataDir, ...place?.variables });
  master = await under.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
  editor = await under.createAndSignIn('editor@example.org', 'USER');
  const partition = { partitionName: 'Prices & <b>more</b>' };
  partitionId = String((await post('/v1/partitions', partition))['id']);
  await join('editor', editor);
});
afterAll(async () => {
  await under.close();
  await place?.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

const post = (url: string, data: object = {}, token = master) =>
  under.succeed('POST', url, { token, data });

async function join(name: string, token?: string) {
  const email = `${name}@example.org`;
  const own = token ?? (await under.createAndSignIn(email, 'USER'));
  const { id } = await under.succeed('GET', '/v1/users/current', { token: own });
  const data = { role: 'EDITOR' };
  await under.succeed('PUT', `/v1/partitions/${partitionId}/users/${String(id)}`, {
    token: master,
    data,
  });
  return { id: String(id), token: own };
}

const putPolicy = (breakGlass: boolean) =>
  under.succeed('PUT', `/v1/partitions/${partitionId}/change-policy`, {
    token: master,
    data: {
      breakGlass,
      rules: [
        {
          types: null,
          approvals: 1,
          approvers: { roles: ['OWNER', 'EDITOR'], userIds: [] },
          reasonRequired: false,
        },
      ],
    },
  });

async function submitted(title: string): Promise<string> {
  const sets = `/v1/partitions/${partitionId}/change-sets`;
  const set = `${sets}/${String((await post(sets, { title }, editor))['id'])}`;
  const objectData = { name: 'private-value' };
  const operation = { operation: 'create', type: 'PRICE', objectData, references: [] };
  const operations = [{ operationId: crypto.randomUUID(), operation }];
  await post(`${set}/operations`, { operations }, editor);
  await post(`${set}/submit`, {}, editor);
  return set;
}

const database = () => under.services.database;
const count = async (table: 'data.outbox' | 'authentication.mail') => {
  const rows =
    table === 'data.outbox'
      ? await database().query(sql`select from data.outbox`)
      : await database().query(sql`select from authentication.mail`);
  return rows.length;
};
/** The mails sent after the minute: recipient, subject and text. */
async function mails() {
  await database().query(sql`update data.outbox set due = clock_timestamp()`);
  await vi.waitFor(
    async () => {
      expect(await count('data.outbox')).toBe(0);
      expect(await count('authentication.mail')).toBe(0);
    },
    { timeout: 300_000 },
  );
  const directory = path.join(place?.variables['DATA_DIR'] ?? dataDir, 'mail');
  return readdirSync(directory)
    .toSorted()
    .map((name) => readFileSync(path.join(directory, name), 'utf8'))
    .map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
    .map((mail) => ({
      to: /^To: (.*)$/im.exec(mail)?.[1]?.trim() ?? '',
      subject: /^Subject: (.*)$/im.exec(mail)?.[1]?.trim() ?? '',
      mail,
    }));
}
const events = async (action: string) => {
  const url = `/v1/events?action=${action}`;
  const { data } = await under.succeed('GET', url, { token: master });
  return data as Record<string, unknown>[];
};

it('notifies approvers in their language, except those who switched it off or are disabled', async () => {
  const [ada, ben, cid] = [await join('ada'), await join('ben'), await join('cid')];
  const patch = (data: object, token: string) =>
    under.succeed('PATCH', '/v1/users/current', { token, data });
  expect(await patch({ lang: 'de' }, ada.token)).toMatchObject({ changeSetMails: true });
  expect(await patch({ changeSetMails: false }, ben.token)).toMatchObject({
    changeSetMails: false,
  });
  const status = { token: master, data: { status: 'DISABLED' } };
  await under.succeed('PUT', `/v1/users/${cid.id}/status`, status);
  await putPolicy(false);
  const set = await submitted('New <i>prices</i>');
  await post(`${set}/comments`, { text: 'private-value' }, editor);
  const written = await mails();
  expect(written.map(({ to }) => to).toSorted()).toEqual(['ada@example.org', 'master@example.org']);
  const toMaster = written.find(({ to }) => to === 'master@example.org');
  expect(toMaster?.subject).toBe('Review requested: New <i>prices</i>');
  expect(toMaster?.mail).toContain(`https://annals.example.org${set}`);
  expect(toMaster?.mail).toContain('New &lt;i&gt;prices&lt;/i&gt;');
  expect(toMaster?.mail).toContain('Prices &amp; &lt;b&gt;more&lt;/b&gt;');
  const toAda = written.find(({ to }) => to === 'ada@example.org');
  expect(toAda?.mail).toContain('<html lang="de">');
  for (const { mail } of written) expect(mail).not.toContain('private-value');
});

it('ignores repeated reports', async () => {
  await putPolicy(true);
  const { id: userId } = await under.succeed('GET', '/v1/users/current', { token: master });
  const partition = { id: partitionId, name: 'Prices' };
  const changeSet = { id: crypto.randomUUID(), name: 'Twice' };
  const recipients = [String(userId)];
  const event = { id: crypto.randomUUID(), kind: 'APPROVED' as const, userName: null, recipients };
  const before = (await mails()).length;
  const { reports } = under.services.authentication;
  for (let time = 0; time < 2; time += 1)
    await reports.tell({ partition, changeSet, events: [event] });
  const written = await mails();
  expect(written).toHaveLength(before + 1);
  expect(written.filter(({ subject }) => subject.includes('Twice'))).toHaveLength(1);
  const at = '2026-03-01T12:00:00.000000Z';
  const source = { address: null, requestId: null, credential: null };
  const commit = { id: crypto.randomUUID(), at, userId: String(userId), partition, source };
  for (let time = 0; time < 2; time += 1)
    await reports.record({
      ...commit,
      action: 'changeSet.committedWithoutApprovals',
      after: { changeSet, reason: 'Fire' },
    });
  expect(await events('changeSet.committedWithoutApprovals')).toHaveLength(1);
});

it('removes the erased title of a change set from queued mails', async () => {
  const changeSet = { id: crypto.randomUUID(), name: 'Mrs. Miller called' };
  const other = { id: crypto.randomUUID(), name: 'Mrs. Miller called again' };
  for (const each of [changeSet, other]) {
    const parameters = { changeSet: { partition: changeSet, changeSet: each, events: [] } };
    await database().query(sql`
      insert into authentication.mail (id, kind, recipient, parameters, lang, created, next_attempt)
      values (${crypto.randomUUID()}, 'CHANGE_SET', 'ada@example.org', ${JSON.stringify(parameters)}::jsonb, 'en', now(),
        now() + interval '1 day')`);
  }
  const { reports } = under.services.authentication;
  await reports.forget([], [{ ...changeSet, name: 'Erased, receipt 1' }]);
  const waiting = await database().query<{ name: string }>(sql`
    delete from authentication.mail where kind = 'CHANGE_SET'
    returning parameters #>> '{changeSet,changeSet,name}' as name`);
  expect(waiting.map(({ name }) => name).toSorted()).toEqual([
    'Erased, receipt 1',
    'Mrs. Miller called again',
  ]);
});

it('records a commit without approvals in the audit log, and each change of the policy', async () => {
  await putPolicy(false);
  await putPolicy(true);
  const set = await submitted('Urgent');
  const reason = 'The shop is down.';
  await post(`${set}/commit`, { breakGlass: { reason } });
  const found = await vi.waitFor(
    async () => {
      const [first] = await events('changeSet.committedWithoutApprovals');
      expect(first).toMatchObject({ after: { reason } });
      return first;
    },
    { timeout: 300_000 },
  );
  expect(found).toMatchObject({
    actor: { name: 'master@example.org' },
    subject: `partition/${partitionId}`,
    subjectName: 'Prices & <b>more</b>',
    before: null,
    after: { changeSet: { id: set.split('/').at(-1), name: 'Urgent' } },
    address: '127.0.0.1',
    requestId: expect.any(String),
  });
  const [changed] = await events('changePolicy.changed');
  expect(changed).toMatchObject({
    before: { breakGlass: false },
    after: { breakGlass: true, version: expect.any(Number) },
  });
  expect(await under.services.authentication.verifyAuditLog()).toMatchObject({ intact: true });
});

it('records actions on a webhook of a partition in the audit log', async () => {
  const webhooks = `/v1/partitions/${partitionId}/webhooks`;
  const url = 'https://receiver.invalid/secret';
  const { id } = await post(webhooks, {
    url,
    description: 'Shop',
    eventTypes: ['changeSet.committed'],
  });
  await post(`${webhooks}/${String(id)}/replay`, { from: '2020-01-01T00:00:00Z' });
  await under.succeed('DELETE', `${webhooks}/${String(id)}`, { token: master });
  const deleted = await vi.waitFor(
    async () => {
      const [first] = await events('webhook.deleted');
      expect(first).toBeDefined();
      return first;
    },
    { timeout: 300_000 },
  );
  const reported = { receiver: 'https://receiver.invalid', eventTypes: ['changeSet.committed'] };
  expect(deleted).toMatchObject({
    subject: `partition/${partitionId}`,
    before: { ...reported, enabled: true },
    after: { webhook: { id, name: 'Shop' } },
  });
  expect((await events('webhook.created'))[0]).toMatchObject({
    actor: { name: 'master@example.org' },
    after: { ...reported, webhook: { id, name: 'Shop' } },
  });
  expect((await events('webhook.replayed'))[0]).toMatchObject({
    subject: `partition/${partitionId}`,
    before: null,
    after: { index: expect.any(Number), webhook: { id, name: 'Shop' } },
  });
});
