import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventWebhook, EventWebhookAttempt } from '@annals/contracts/event-webhooks';
import type { ResponseOf } from '@annals/contracts/endpoint';
import type { AuditEvent } from '@annals/contracts/events';
import { maxEventWebhooks } from '@annals/contracts/event-webhooks';
import type { getAuthenticationSystem } from '@annals/contracts/system';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { answer, drop, verify, WebhookReceiver } from '@annals/kit/testing/webhook-receiver';
import type { RetrySchedule } from '@annals/kit/webhooks/retry-schedule';
import { RunningService } from '../testing/running-service.ts';
import { mailsTo, writtenMails } from '../testing/written-mails.ts';

const absent = '01890a5d-ac96-774b-bcce-b302099a8057';
const path = '/v1/event-webhooks';
const auditor = 'auditor@example.org';

interface Sent {
  seq: number;
  hash: string;
  previousHash: string;
  hashed: string;
  event: AuditEvent;
}

describe.each(testDatabases())('webhooks of the audit log, $kind', ({ open }) => {
  let database: Database;
  let receiver: WebhookReceiver;
  let running: RunningService;
  let token: string;
  let masterId: string;
  const schedule: RetrySchedule = { pauseAfter: () => 0, giveUpAfterMs: 3_600_000 };

  const start = () =>
    RunningService.start(database, {
      webhooks: { hosts: [receiver.host], schedule, pollEveryMs: 10 },
    });

  beforeAll(async () => {
    database = await open();
    receiver = await WebhookReceiver.start();
    running = await start();
    const master = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    ({ token, userId: masterId } = master);
    await running.createAndSignIn('second@example.org', 'GLOBAL_MASTER');
    await running.createAndSignIn(auditor, 'AUDITOR');
  });
  afterAll(async () => {
    await running.stop();
    await receiver.close();
    await database.close();
  });
  beforeEach(async () => {
    await database.query(sql`delete from authentication.event_webhook`);
    schedule.pauseAfter = () => 0;
    schedule.giveUpAfterMs = 3_600_000;
    receiver.reset();
  });

  const call = async (
    method: string,
    address: string,
    body?: unknown,
    as: string | undefined = token,
  ) => running.call(method, address, { token: as, body });
  const made = async (body: object = {}) => {
    const answered = await call('POST', path, { url: receiver.url, ...body });
    expect(answered.status).toBe(201);
    return answered.body as unknown as EventWebhook & { secret: string };
  };
  const get = async (id: string) =>
    (await call('GET', `${path}/${id}`)).body as unknown as EventWebhook;
  const attemptsOf = async (id: string) =>
    (await call('GET', `${path}/${id}/attempts`)).body.data as unknown as EventWebhookAttempt[];
  /** Any recorded event. */
  const record = async (change: string) =>
    expect(
      (await call('POST', '/v1/events/configuration', { changes: [change], accessChanges: [] }))
        .status,
    ).toBe(204);
  const upToDate = async (id: string) =>
    vi.waitFor(async () => expect((await get(id)).behind).toBe(0), {
      timeout: 300_000,
      interval: 50,
    });
  const state = async (id: string, wanted: string) =>
    vi.waitFor(async () => expect((await get(id)).state).toBe(wanted), {
      timeout: 300_000,
      interval: 50,
    });
  const sent = () => receiver.accepted.map(({ data }) => data as unknown as Sent);
  const types = () => receiver.accepted.map(({ type }) => type);
  const events = async (query: string) =>
    (await call('GET', `/v1/events?${query}`)).body.data as unknown as AuditEvent[];

  /** The count on the system page. */
  const notDelivering = async () =>
    (
      (await call('GET', '/v1/system')).body as unknown as ResponseOf<
        typeof getAuthenticationSystem
      >
    ).eventWebhooks?.notDelivering;

  it('counts as not delivering after failing for five minutes, or when it stopped', async () => {
    schedule.pauseAfter = () => 3_600_000;
    receiver.reactions.push(answer(500));
    const { id } = await made();
    await state(id, 'FAILING');
    expect(await notDelivering()).toEqual([]);
    const since = (minutes: number) =>
      database.query(sql`update authentication.event_webhook
        set failing_since = statement_timestamp() - ${minutes} * interval '1 minute' where id = ${id}`);
    await since(4);
    expect(await notDelivering()).toEqual([]);
    await since(6);
    expect(await notDelivering()).toEqual([id]);
    await call('PATCH', `${path}/${id}`, { enabled: false });
    expect(await notDelivering()).toEqual([]);
  });

  it('sends each event once, in the order of the chain, signed, as in the list of events', async () => {
    const { id, secret } = await made();
    await record('Creates the role EDITORS.');
    await record('Creates the role READERS.');
    await upToDate(id);
    expect(types()).toEqual([
      'eventWebhook.created',
      'configuration.applied',
      'configuration.applied',
    ]);
    for (const received of receiver.accepted) verify(secret, received);
    const listed = (await events('pageSize=3')).toReversed();
    expect(sent().map(({ event }) => event)).toEqual(listed);
    expect(receiver.accepted.map(({ id: messageId }) => messageId)).toEqual(
      listed.map(({ seq }) => `msg_${id}_${seq}`),
    );
  });

  it('includes the number in the chain and the hash, which follows from the previous hash', async () => {
    const { id } = await made();
    await call('POST', `${path}/${id}/replay`, { seq: 1 });
    await upToDate(id);
    const chain = new Map(sent().map((each) => [each.seq, each]));
    const count = Math.max(...chain.keys());
    let hash = createHash('sha256').update('annals events').digest('hex');
    for (let seq = 1; seq <= count; seq += 1) {
      const link = chain.get(seq);
      expect(link?.previousHash).toBe(hash);
      hash = createHash('sha256')
        .update(Buffer.from(hash, 'hex'))
        .update(link?.hashed ?? '')
        .digest('hex');
      expect(link?.hash).toBe(hash);
    }
    const [head] = await database.query<{ seq: number; hash: Buffer }>(
      sql`select seq, hash from authentication.event_head`,
    );
    expect({ seq: head?.seq, hash: head?.hash.toString('hex') }).toEqual({ seq: count, hash });
  });

  it('sends only the actions and the outcome it is set to', async () => {
    const actions = await made({ actions: ['configuration.applied'] });
    const failures = await made({ outcome: 'FAILURE' });
    await record('Creates the role EDITORS.');
    await call('POST', '/v1/events/configuration', {
      changes: [],
      accessChanges: [],
      stopped: 'It has changed.',
    });
    await upToDate(actions.id);
    await upToDate(failures.id);
    const sentTo = (id: string) =>
      receiver.accepted.filter((each) => each.id.startsWith(`msg_${id}_`)).map(({ type }) => type);
    expect(sentTo(actions.id)).toEqual(['configuration.applied']);
    expect(sentTo(failures.id)).toEqual(['configuration.stopped']);
  });

  it('delivers in order despite dropped and refused requests', async () => {
    receiver.reactions.push(drop, answer(500, {}, 'out of order'), answer(302));
    const { id } = await made();
    await record('Creates the role EDITORS.');
    await upToDate(id);
    expect(types()).toEqual(['eventWebhook.created', 'configuration.applied']);
    const attempts = (await attemptsOf(id)).toReversed();
    expect(attempts.map(({ number, outcome, status }) => ({ number, outcome, status }))).toEqual([
      { number: 1, outcome: 'FAILED', status: null },
      { number: 2, outcome: 'FAILED', status: 500 },
      { number: 3, outcome: 'FAILED', status: 302 },
      { number: 4, outcome: 'DELIVERED', status: 200 },
      { number: 1, outcome: 'DELIVERED', status: 200 },
    ]);
    expect(new Set(attempts.slice(0, 4).map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('resumes after a restart where it stopped, and is sent by one server at a time', async () => {
    const { id } = await made();
    await upToDate(id);
    await running.stop();
    const others = [await start(), await start()];
    try {
      running = others[0] ?? running;
      for (let count = 0; count < 10; count += 1) await record(`Creates the role R${count}.`);
      await upToDate(id);
      const places = sent().map(({ seq }) => seq);
      expect(places).toEqual(places.map((_, index) => (places[0] ?? 0) + index));
      expect(places).toHaveLength(11);
      expect(receiver.maxConcurrent).toBe(1);
    } finally {
      await others[1]?.stop();
    }
  });

  it('shows the request and the response of an attempt, without signature and secret', async () => {
    receiver.reactions.push(answer(500, { 'content-type': 'text/plain' }, 'broken'));
    const { id, secret } = await made();
    await upToDate(id);
    const failed = (await attemptsOf(id)).at(-1);
    const { status, body } = await call('GET', `${path}/${id}/attempts/${failed?.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      request: { body: receiver.all[0]?.body },
      response: { status: 500, contentType: 'text/plain', body: 'broken' },
    });
    const reported = JSON.stringify([body, await get(id), await events('pageSize=5')]);
    expect(reported).not.toContain(secret.replace('whsec_', ''));
    const signature = String(receiver.all[0]?.headers['webhook-signature']);
    expect(reported).not.toContain(signature.replace('v1,', ''));
  });

  it('signs with both secrets for a day after a rotation', async () => {
    const { id, secret: before } = await made();
    await upToDate(id);
    const { status, body } = await call('POST', `${path}/${id}/secret`);
    expect(status).toBe(200);
    const { secret: after } = body as unknown as { secret: string };
    expect(after).not.toBe(before);
    await upToDate(id);
    const both = receiver.accepted.at(-1);
    if (!both) throw new Error('Nothing was sent.');
    expect(both.type).toBe('eventWebhook.secretRotated');
    verify(before, both);
    verify(after, both);
    await database.query(
      sql`update authentication.event_webhook set previous_until = now() - interval '1 second'`,
    );
    await record('Creates the role EDITORS.');
    await upToDate(id);
    const late = receiver.accepted.at(-1);
    if (!late) throw new Error('Nothing was sent.');
    verify(after, late);
    expect(() => verify(before, late)).toThrow(/No matching signature/);
  });

  it('gives up after failing for too long, and resumes where it stopped', async () => {
    schedule.giveUpAfterMs = 0;
    const accept = receiver.defaultReaction;
    receiver.defaultReaction = answer(503);
    const { id } = await made({ description: 'SIEM' });
    await state(id, 'GIVEN_UP');
    expect(await get(id)).toMatchObject({ enabled: false });
    expect(await notDelivering()).toEqual([id]);
    const [mail] = await mailsTo(running.mailDirectory, 'second@example.org');
    expect(mail?.subject).toBe('Webhook given up: SIEM');
    expect(mail?.text).toContain(`/audit-log/webhooks/${id}`);
    expect((await mailsTo(running.mailDirectory, 'master@example.org')).length).toBeGreaterThan(0);
    const mails = await writtenMails(running.mailDirectory);
    const others = mails.filter(({ to }) => to?.some(({ address }) => address === auditor));
    expect(others).toEqual([]);
    const [given] = await events('action=eventWebhook.givenUp');
    expect(given).toMatchObject({ subject: `eventWebhook/${id}`, actor: null });
    receiver.defaultReaction = accept;
    const changed = await call('PATCH', `${path}/${id}`, { enabled: true });
    expect(changed.body).toMatchObject({ state: 'ACTIVE', enabled: true });
    expect(await notDelivering()).toEqual([]);
    await upToDate(id);
    expect(types().filter((type) => type !== 'mail.sent')).toEqual([
      'eventWebhook.created',
      'eventWebhook.givenUp',
      'eventWebhook.changed',
    ]);
  });

  it('waits as scheduled, and retries at once when it is changed', async () => {
    schedule.pauseAfter = () => 3_600_000;
    receiver.reactions.push(answer(500));
    const { id } = await made();
    await state(id, 'FAILING');
    const { nextAttemptDate, behindSinceDate } = await get(id);
    expect(Date.parse(nextAttemptDate ?? '') - Date.now()).toBeGreaterThan(3_000_000);
    expect(behindSinceDate).not.toBeNull();
    await call('PATCH', `${path}/${id}`, { description: 'Repaired' });
    await upToDate(id);
    expect(types()).toEqual(['eventWebhook.created', 'eventWebhook.changed']);
  });

  it('stops when the user in whose name it sends is no longer a master', async () => {
    const { id } = await made();
    await upToDate(id);
    const { userId } = await running.createAndSignIn(`user-${Date.now()}@example.org`, 'USER');
    await upToDate(id);
    await database.query(sql`update authentication.event_webhook set user_id = ${userId}`);
    const before = receiver.all.length;
    await record('Creates the role EDITORS.');
    await state(id, 'SENDER_LEFT');
    expect(receiver.all).toHaveLength(before);
    const changed = await call('PATCH', `${path}/${id}`, { enabled: true });
    expect(changed.body).toMatchObject({ state: 'ACTIVE', userId: masterId });
  });

  it('is recorded in the audit log itself, without the address after its host', async () => {
    const { id } = await made({ description: 'SIEM', url: `${receiver.url}/token-of-receiver` });
    await call('PATCH', `${path}/${id}`, { enabled: false, actions: ['user.created'] });
    await call('POST', `${path}/${id}/secret`);
    await call('POST', `${path}/${id}/replay`, { seq: 1 });
    const tested = (await call('POST', `${path}/${id}/test`)).body;
    const { id: attemptId, messageId } = tested as { id?: string; messageId?: string };
    await call('POST', `${path}/${id}/attempts/${String(attemptId)}/resend`);
    expect((await call('DELETE', `${path}/${id}`)).status).toBe(204);
    const reported = (await events(`subject=eventWebhook/${id}`)).toReversed();
    const origin = new URL(receiver.url).origin;
    const settings = { receiver: origin, description: 'SIEM', outcome: null };
    expect(
      reported.map(({ action, actor, before, after }) => [action, actor?.id, before, after]),
    ).toEqual([
      ['eventWebhook.created', masterId, null, { ...settings, actions: null, enabled: true }],
      [
        'eventWebhook.changed',
        masterId,
        { actions: null, enabled: true },
        { actions: ['user.created'], enabled: false },
      ],
      ['eventWebhook.secretRotated', masterId, null, null],
      ['eventWebhook.replayed', masterId, null, { seq: 1 }],
      ['eventWebhook.resent', masterId, null, { messageId, eventType: 'webhook.test' }],
      [
        'eventWebhook.deleted',
        masterId,
        { ...settings, actions: ['user.created'], enabled: false },
        null,
      ],
    ]);
    expect(JSON.stringify(reported)).not.toContain('token-of-receiver');
    expect((await call('GET', `${path}/${id}`)).status).toBe(404);
  });

  it('replays from a number or a moment on, with the same ids', async () => {
    const { id } = await made({ actions: ['configuration.applied'] });
    await record('Creates the role EDITORS.');
    await upToDate(id);
    const [first] = sent();
    const again = async (body: object) => {
      receiver.reset();
      expect((await call('POST', `${path}/${id}/replay`, body)).status).toBe(200);
      await upToDate(id);
      return receiver.accepted.map(({ id: messageId }) => messageId);
    };
    expect(await again({ seq: first?.seq })).toEqual([`msg_${id}_${first?.seq}`]);
    expect(await again({ from: first?.event.at })).toContain(`msg_${id}_${first?.seq}`);
    expect(await again({ from: '2100-01-01T00:00:00Z' })).toEqual([]);
    expect(await again({ seq: 1_000_000_000 })).toEqual([]);
    await record('Creates the role READERS.');
    await upToDate(id);
    expect(types()).toEqual(['configuration.applied']);
  });

  it('sends a test and resends a message now', async () => {
    const { id, secret } = await made();
    await upToDate(id);
    const tested = await call('POST', `${path}/${id}/test`);
    expect(tested.body).toMatchObject({ kind: 'TEST', outcome: 'DELIVERED', seq: null });
    expect(receiver.accepted.map(({ type }) => type)).toContain('webhook.test');
    const delivered = (await attemptsOf(id)).find(({ kind }) => kind === 'DELIVERY');
    const resent = await call('POST', `${path}/${id}/attempts/${delivered?.id}/resend`);
    expect(resent.body).toMatchObject({
      kind: 'RESEND',
      number: 2,
      seq: delivered?.seq,
      messageId: delivered?.messageId,
    });
    // The test and the resending are events themselves, which may arrive in between.
    const [first] = receiver.accepted;
    expect(receiver.accepted.filter(({ body }) => body === first?.body)).toHaveLength(2);
    for (const received of receiver.accepted) verify(secret, received);
    const failed = await call('GET', `${path}/${id}/attempts?outcome=FAILED`);
    expect(failed.body.data).toEqual([]);
  });

  it.each([
    ['an address that is not a URL', { url: 'receiver' }],
    ['an address without TLS', { url: 'http://receiver.example/' }],
    ['a private address', { url: 'https://10.0.0.1/' }],
    ['an unknown action', { url: 'https://receiver.example/', actions: ['user.eaten'] }],
    ['no action', { url: 'https://receiver.example/', actions: [] }],
    ['an unknown outcome', { url: 'https://receiver.example/', outcome: 'MAYBE' }],
  ])('refuses %s', async (_, body) => {
    expect((await call('POST', path, body)).status).toBe(400);
    const { id } = await made();
    expect((await call('PATCH', `${path}/${id}`, body)).status).toBe(400);
  });

  it('refuses a replay without a start, and with two', async () => {
    const { id } = await made();
    const replay = (body: object) => call('POST', `${path}/${id}/replay`, body);
    expect((await replay({})).status).toBe(400);
    expect((await replay({ seq: 1, from: '2026-01-01T00:00:00Z' })).status).toBe(400);
    expect((await replay({ seq: 0 })).status).toBe(400);
  });

  it('refuses an edit of an outdated version', async () => {
    const { id } = await made();
    const { status } = await running.call('PATCH', `${path}/${id}`, {
      token,
      body: { description: 'x' },
      headers: { 'if-match': '"7"' },
    });
    expect(status).toBe(412);
  });

  it('allows at most twenty', async () => {
    for (let count = 0; count < maxEventWebhooks; count += 1)
      await made({ url: 'https://receiver.invalid/', actions: ['user.offboarded'] });
    const { status, body } = await call('POST', path, { url: receiver.url });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'too_many_webhooks' });
  });

  it('requires a master for each call', async () => {
    const { id } = await made();
    await upToDate(id);
    const attemptId = (await attemptsOf(id))[0]?.id ?? '';
    const calls = (webhookId: string, attempt: string): [string, string, object?][] => [
      ['GET', `${path}/${webhookId}`],
      ['PATCH', `${path}/${webhookId}`, { description: 'x' }],
      ['POST', `${path}/${webhookId}/secret`],
      ['GET', `${path}/${webhookId}/attempts`],
      ['GET', `${path}/${webhookId}/attempts/${attempt}`],
      ['POST', `${path}/${webhookId}/attempts/${attempt}/resend`],
      ['POST', `${path}/${webhookId}/replay`, { seq: 1 }],
      ['POST', `${path}/${webhookId}/test`],
      ['DELETE', `${path}/${webhookId}`],
    ];
    const all = [['GET', path], ['POST', path, { url: receiver.url }], ...calls(id, attemptId)] as [
      string,
      string,
      object?,
    ][];
    const role = {
      name: `KEEPER_${Date.now()}`,
      description: '',
      permissions: ['roles:write', 'events:read'],
      scope: 'unit',
    };
    expect((await call('POST', '/v1/roles', role)).status).toBe(201);
    for (const each of ['AUDITOR', 'ORG_ADMIN', role.name]) {
      const email = `${each.toLowerCase()}-${Date.now()}@example.org`;
      const { token: other } = await running.createAndSignIn(email, each);
      for (const [method, address, body] of all)
        expect([each, method, address, (await call(method, address, body, other)).status]).toEqual([
          each,
          method,
          address,
          403,
        ]);
    }
    for (const [method, address, body] of all)
      expect((await running.call(method, address, { body })).status).toBe(401);
    for (const [method, address, body] of calls(absent, absent))
      expect([address, (await call(method, address, body)).status]).toEqual([address, 404]);
    for (const [method, address, body] of calls(id, absent).slice(4, 6))
      expect((await call(method, address, body)).status).toBe(404);
  });
});
