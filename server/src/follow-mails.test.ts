import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { MailServer, refusal } from '@annals/authentication/testing/mail-server';
import { databaseLocations, type DatabaseLocation } from './testing/database-locations.ts';
import { ServicesUnderTest } from './testing/services-under-test.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'annals-follow-'));
const waiting = { timeout: 300_000, interval: 50 };
let place: DatabaseLocation | undefined;
let mailServer: MailServer;
/** The mail server refuses everything for now. */
let isAway = false;
let under: ServicesUnderTest;
let master: string;
let ada: { id: string; token: string };
let partitionId: string;

beforeAll(async () => {
  mailServer = await MailServer.start({
    onMailFrom: (_address, _session, done) =>
      done(isAway ? refusal(451, 'Come back later.') : null),
  });
  // PostgreSQL if available: the embedded database behaves the same, and starts later.
  place = await databaseLocations.at(-1)?.make();
  under = await ServicesUnderTest.start({
    DATA_DIR: dataDir,
    SMTP_URL: mailServer.url,
    ...place?.variables,
  });
  master = await under.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
  const token = await under.createAndSignIn('ada@example.org', 'USER');
  const { id } = await under.succeed('GET', '/v1/users/current', { token });
  ada = { id: String(id), token };
  const partition = await under.succeed('POST', '/v1/partitions', {
    token: master,
    data: { partitionName: 'Prices & <b>more</b>' },
  });
  partitionId = String(partition['id']);
  await under.succeed('PUT', `/v1/partitions/${partitionId}/users/${ada.id}`, {
    token: master,
    data: { role: 'READER' },
  });
});
afterAll(async () => {
  await under.close();
  await mailServer.stop();
  await place?.remove();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  isAway = false;
  await database().query(sql`delete from data.subscription`);
  mailServer.mails.splice(0);
});

const database = () => under.services.database;
const write = async (data: object) =>
  (await under.succeed('POST', `/v1/partitions/${partitionId}/objects`, {
    token: master,
    data: { type: 'PRICE', ...data },
  })) as { id: string; timelineId: string };
const follow = (data: object) =>
  under.succeed('POST', `/v1/partitions/${partitionId}/subscriptions`, { token: ada.token, data });
const inOutbox = () =>
  database().query<{ kind: string }>(sql`select kind from data.outbox where kind = 'FOLLOWED'`);
/** Sends matches without waiting for their minute. */
async function untilNotified() {
  await vi.waitFor(async () => expect(await inOutbox()).not.toEqual([]), waiting);
  await database().query(sql`update data.outbox set due = clock_timestamp()`);
  await vi.waitFor(async () => expect(await inOutbox()).toEqual([]), waiting);
}
async function mailsSent(count: number) {
  await database().query(sql`update authentication.mail set next_attempt = '2000-01-01'`);
  await vi.waitFor(() => expect(mailServer.mails).toHaveLength(count), waiting);
  return mailServer.mails.map(({ to, mail }) => ({ ...mail, to }));
}

it('shows what changed, from what to what, who did it and why, and how to unsubscribe', async () => {
  const table = await write({ objectData: { name: 'Oak <i>table</i>', price: 120 } });
  const { id } = await follow({ timelineId: table.timelineId, delivery: 'IMMEDIATELY' });
  const next = await write({
    objectData: { name: 'Oak <i>table</i>', price: 130 },
    timelineId: table.timelineId,
    predecessorId: table.id,
    reason: 'Dearer oak',
  });
  await untilNotified();
  const [mail] = await mailsSent(1);
  expect(mail?.to).toEqual(['ada@example.org']);
  expect(mail?.subject).toBe('Oak <i>table</i>: 1 change');
  for (const part of ['/price: 120 → 130', 'Changed by', 'Reason: Dearer oak'])
    expect(mail?.text).toContain(part);
  const site = 'https://annals.example.org';
  for (const link of [
    `${site}/v1/partitions/${partitionId}/objects/${next.id}`,
    `${site}/subscriptions?end=${String(id)}`,
  ]) {
    expect(mail?.text).toContain(link);
    expect(mail?.html).toContain(`href="${link}"`);
  }
  expect(mail?.html).toContain('Oak &lt;i&gt;table&lt;/i&gt;');
});

it('counts a bulk and lists the first few, in the language of the reader', async () => {
  await under.succeed('PATCH', '/v1/users/current', { token: ada.token, data: { lang: 'de' } });
  await follow({ query: 'type:BULK', delivery: 'IMMEDIATELY' });
  await under.succeed('POST', `/v1/partitions/${partitionId}/transactions`, {
    token: master,
    data: {
      operations: Array.from({ length: 1000 }, (_, n) => ({
        operation: 'create',
        type: 'BULK',
        objectData: { name: `Thing ${n}` },
      })),
    },
  });
  await vi.waitFor(
    async () =>
      expect(
        await database().query(sql`select from data.subscription_match where awaits_mail`),
      ).toHaveLength(1000),
    waiting,
  );
  await untilNotified();
  const [mail] = await mailsSent(1);
  expect(mail?.subject).toContain('1.000 Änderungen');
  expect(mail?.text).toContain('Thing 4');
  expect(mail?.text).not.toContain('Thing 5');
  expect(mail?.text).toContain('995 weitere');
  expect(mail?.html).toContain('<html lang="de">');
  await under.succeed('PATCH', '/v1/users/current', { token: ada.token, data: { lang: 'en' } });
});

it('contains nothing that was erased while the mail server was unavailable', async () => {
  const person = await write({ objectData: { name: 'Grace', phone: 'old-number' } });
  await follow({ timelineId: person.timelineId, delivery: 'IMMEDIATELY' });
  const second = await write({
    objectData: { name: 'Grace', phone: 'new-number' },
    timelineId: person.timelineId,
    predecessorId: person.id,
    reason: 'Grace has moved',
  });
  isAway = true;
  await untilNotified();
  const stored = async () =>
    JSON.stringify(await database().query(sql`select parameters from authentication.mail`));
  expect(await stored()).toContain('new-number');
  expect(await stored()).toContain('Grace has moved');
  await under.succeed('POST', `/v1/partitions/${partitionId}/objects/${second.id}/erase-reason`, {
    token: master,
    data: { reason: 'Asked for.', legalBasis: 'GDPR Art. 17' },
  });
  await vi.waitFor(async () => expect(await stored()).not.toContain('has moved'), waiting);
  await under.succeed('POST', `/v1/partitions/${partitionId}/objects/${person.id}/erase`, {
    token: master,
    data: { paths: ['/phone'], reason: 'Asked for.', legalBasis: 'GDPR Art. 17' },
  });
  await vi.waitFor(async () => expect(await stored()).not.toMatch(/-number/), waiting);
  isAway = false;
  const [mail] = await mailsSent(1);
  expect(mail?.text).not.toMatch(/-number/);
  expect(mail?.text).toContain('Changed by');
});

it('is not sent to disabled users, nor twice if it is reported again', async () => {
  const table = await write({ objectData: { name: 'Table' } });
  await follow({ timelineId: table.timelineId, delivery: 'IMMEDIATELY' });
  const { reports } = under.services.authentication;
  const news = {
    id: crypto.randomUUID(),
    recipient: ada.id,
    delivery: 'DAILY' as const,
    subscriptions: [],
    moreSubscriptions: 0,
  };
  for (let time = 0; time < 2; time += 1) await reports.follow(news);
  expect(await mailsSent(1)).toHaveLength(1);
  const status = (value: string) =>
    under.succeed('PUT', `/v1/users/${ada.id}/status`, { token: master, data: { status: value } });
  await status('DISABLED');
  await write({
    objectData: { name: 'Tables' },
    timelineId: table.timelineId,
    predecessorId: table.id,
  });
  await vi.waitFor(
    async () =>
      expect(
        await database().query(
          sql`select from data.subscription where paused_reason = 'USER_DISABLED'`,
        ),
      ).toHaveLength(1),
    waiting,
  );
  await status('ACTIVE');
  expect(mailServer.mails).toHaveLength(1);
});
