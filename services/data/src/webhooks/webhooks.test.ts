import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  approveChangeSet,
  commitChangeSet,
  createChangeSet,
  submitChangeSet,
} from '@annals/contracts/change-sets';
import { putChangePolicy } from '@annals/contracts/change-policy';
import { putOperation } from '@annals/contracts/change-set-operations';
import type { BodyOf } from '@annals/contracts/endpoint';
import { createObject, endTimeline, restoreObject } from '@annals/contracts/objects';
import { putMember, removeMember } from '@annals/contracts/partitions';
import { eraseValues } from '@annals/contracts/proofs';
import { putObjectType } from '@annals/contracts/object-types';
import * as contract from '@annals/contracts/webhooks';
import type { AuditedEvent, WebhookNews } from '@annals/kit/change-reports';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { answer, drop, hang, verify, WebhookReceiver } from '@annals/kit/testing/webhook-receiver';
import type { WebhookOptions } from '@annals/kit/webhooks/deliveries';
import type { RetrySchedule } from '@annals/kit/webhooks/retry-schedule';
import type { Claimable, Excluded } from '@annals/kit/webhooks/slot-shares';
import { isClaimable } from '@annals/kit/webhooks/webhook-table.sql';
import { people, startListener, type Listener, type Person } from '../testing/data-listener.ts';

const absent = '01890a5d-ac96-774b-bcce-b302099a8057';

describe.each(testDatabases())('webhooks, $kind', ({ open }) => {
  let database: Database;
  let receiver: WebhookReceiver;
  let service: Listener;
  let partitionId: string;
  const schedule: RetrySchedule = { pauseAfter: () => 0, giveUpAfterMs: 3_600_000 };
  let timeoutMs = 10_000;
  const warned: WebhookNews[] = [];
  const recorded: AuditedEvent[] = [];

  const start = async (webhooks: WebhookOptions = {}) =>
    startListener(database, {
      mailDelayMs: 0,
      reports: {
        record: async (event) => void recorded.push(event),
        tell: async () => undefined,
        warn: async (news) => void warned.push(news),
        follow: async () => undefined,
        forget: async () => undefined,
      },
      webhooks: {
        hosts: [receiver.host],
        schedule,
        pollEveryMs: 10,
        fetching: { deadline: () => AbortSignal.timeout(timeoutMs) },
        ...webhooks,
      },
    });

  beforeAll(async () => {
    database = await open();
    receiver = await WebhookReceiver.start();
    service = await start();
  });
  afterAll(async () => {
    await service.close();
    await receiver.close();
    await database.close();
  });
  beforeEach(async () => {
    // Those of other tests are disabled.
    await database.query(
      sql`update data.webhook set enabled = false, disabled_reason = 'SWITCHED_OFF', disabled_date = now() where enabled`,
    );
    schedule.pauseAfter = () => 0;
    schedule.giveUpAfterMs = 3_600_000;
    timeoutMs = 10_000;
    warned.length = 0;
    partitionId = await service.makePartition();
    receiver.reset();
  });

  const create = async (
    body: Partial<BodyOf<typeof contract.createWebhook>> = {},
    as: Person = 'owner',
  ) => {
    const answered = await service.call(contract.createWebhook, {
      as,
      params: { partitionId },
      body: { url: receiver.url, eventTypes: [...contract.webhookEventTypes], ...body },
    });
    return answered;
  };
  const made = async (body: Partial<BodyOf<typeof contract.createWebhook>> = {}) => {
    const { status, body: webhook } = await create(body);
    expect(status).toBe(201);
    return { ...webhook, secret: webhook.secret ?? '' };
  };
  const write = async (objectData: object, more: object = {}, type = 'PRODUCT') => {
    const answered = await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type, objectData, ...more } as BodyOf<typeof createObject>,
    });
    expect(answered.status).toBe(201);
    return answered.body;
  };
  const get = async (webhookId: string) =>
    (await service.call(contract.getWebhook, { as: 'owner', params: { partitionId, webhookId } }))
      .body;
  const attemptsOf = async (webhookId: string) =>
    (
      await service.call(contract.listWebhookAttempts, {
        as: 'owner',
        params: { partitionId, webhookId },
      })
    ).body.data;
  const change = async (
    webhookId: string,
    body: BodyOf<typeof contract.changeWebhook>,
    as: Person = 'owner',
  ) => service.call(contract.changeWebhook, { as, params: { partitionId, webhookId }, body });
  const typesSent = () => receiver.accepted.map(({ type }) => type);
  const sequences = () => receiver.accepted.map(({ sequence }) => sequence);
  const behind = async (webhookId: string, wanted: number) =>
    vi.waitFor(async () => expect((await get(webhookId)).behind).toBe(wanted), {
      timeout: 300_000,
      interval: 50,
    });

  it('sends each kind of event once, in order, signed', async () => {
    const { id: webhookId, secret, behind: atFirst } = await made({ includeData: true });
    expect(atFirst).toBe(0);
    const first = await write({ name: 'Anvil', price: 10 }, { reason: 'New' });
    const timelineId = first.timelineId ?? '';
    const second = await write(
      { name: 'Anvil', price: 12 },
      { timelineId, predecessorId: first.id },
    );
    const params = { partitionId, timelineId };
    await service.call(endTimeline, { as: 'editor', params, body: {} });
    await service.call(restoreObject, { as: 'editor', params, body: { objectId: second.id } });
    await service.call(putObjectType, {
      as: 'owner',
      params: { partitionId, type: 'PRODUCT' },
      body: { jsonSchema: { type: 'object' } },
    });
    await service.call(eraseValues, {
      as: 'owner',
      params: { partitionId, objectId: first.id },
      body: { paths: ['/name'], reason: 'Asked for.', legalBasis: 'GDPR Art. 17' },
    });
    await behind(webhookId, 0);
    expect(typesSent()).toEqual([
      'object.created',
      'object.changed',
      'object.ended',
      'object.restored',
      'schema.changed',
      'values.erased',
    ]);
    for (const received of receiver.accepted) verify(secret, received);
    expect(new Set(receiver.accepted.map(({ id }) => id)).size).toBe(6);
    const [created, changed] = receiver.accepted;
    expect(created?.data).toMatchObject({
      partitionId,
      index: 0,
      sequence: 1,
      timelineId,
      objectId: first.id,
      objectType: 'PRODUCT',
      reason: 'New',
      author: { userId: people.editor.userId, name: 'EDITOR' },
      changes: [{ path: '/name' }, { path: '/price' }],
      object: { id: first.id, objectData: { name: 'Anvil', price: 10 } },
    });
    expect(changed?.data['changes']).toEqual([{ path: '/price', before: 10 }]);
    expect(changed?.data).not.toHaveProperty('erasedBefore');
    const { state, lastDeliveredDate, behindSinceDate } = await get(webhookId);
    expect({ state, behindSinceDate }).toEqual({ state: 'ACTIVE', behindSinceDate: null });
    expect(lastDeliveredDate).not.toBeNull();
  });

  it('delivers in order despite dropped, refused, redirected and hanging requests', async () => {
    timeoutMs = 1_000;
    receiver.reactions.push(
      drop,
      answer(500, {}, 'out of order'),
      hang,
      answer(302, { location: 'http://127.0.0.1/' }),
    );
    const { id: webhookId, secret } = await made();
    for (const price of [1, 2, 3]) await write({ price });
    await behind(webhookId, 0);
    expect(sequences()).toEqual([1, 2, 3]);
    expect(receiver.all.slice(0, 5).map(({ sequence }) => sequence)).toEqual([1, 1, 1, 1, 1]);
    expect(new Set(receiver.all.slice(0, 5).map(({ id }) => id)).size).toBe(1);
    for (const received of receiver.all) verify(secret, received);
    const attempts = (await attemptsOf(webhookId)).toReversed();
    expect(attempts.map(({ number, outcome, status }) => ({ number, outcome, status }))).toEqual([
      { number: 1, outcome: 'FAILED', status: null },
      { number: 2, outcome: 'FAILED', status: 500 },
      { number: 3, outcome: 'FAILED', status: null },
      { number: 4, outcome: 'FAILED', status: 302 },
      { number: 5, outcome: 'DELIVERED', status: 200 },
      { number: 1, outcome: 'DELIVERED', status: 200 },
      { number: 1, outcome: 'DELIVERED', status: 200 },
    ]);
    expect(attempts[2]?.error?.messageCode).toBe('receiverTimeout');
    expect(await get(webhookId)).toMatchObject({ state: 'ACTIVE', failingSinceDate: null });
  });

  it.each([
    [{}],
    [{ includeData: true }],
    [{ includeProof: true }],
    [{ includeData: true, includeProof: true }],
  ])('sends the data of a version once: %j', async (options) => {
    const { id: webhookId } = await made(options);
    const first = await write({ text: 'kilimanjaro', price: 1 });
    await write(
      { text: 'kilimanjaro', price: 2 },
      { timelineId: first.timelineId ?? '', predecessorId: first.id },
    );
    await behind(webhookId, 0);
    const [created, changed] = receiver.accepted;
    expect(created?.body.split('kilimanjaro')).toHaveLength(2);
    const hasData = Object.keys(options).length > 0;
    expect(changed?.data['changes']).toEqual([
      { path: '/price', before: 1, ...(hasData ? {} : { after: 2 }) },
    ]);
  });

  it('waits as long as the receiver asks', async () => {
    receiver.reactions.push(answer(429, { 'retry-after': '3600' }));
    const { id: webhookId } = await made();
    await write({ price: 1 });
    await vi.waitFor(async () => expect((await get(webhookId)).state).toBe('FAILING'), {
      timeout: 45_000,
      interval: 50,
    });
    const { nextAttemptDate } = await get(webhookId);
    expect(Date.parse(nextAttemptDate ?? '') - Date.now()).toBeGreaterThan(3_000_000);
    expect(receiver.all).toHaveLength(1);
  });

  it('gives up at once if the receiver says that it is gone', async () => {
    receiver.reactions.push(answer(410));
    const { id: webhookId } = await made({ description: 'Gone' });
    await write({ price: 1 });
    await vi.waitFor(async () => expect((await get(webhookId)).state).toBe('GIVEN_UP'), {
      timeout: 45_000,
      interval: 50,
    });
    await vi.waitFor(() => expect(warned).toMatchObject([{ webhook: { id: webhookId } }]), {
      timeout: 30_000,
      interval: 50,
    });
    expect(receiver.all).toHaveLength(1);
    await change(webhookId, { enabled: true });
    await behind(webhookId, 0);
    expect(sequences()).toEqual([1]);
  });

  it('reaches other partitions while the receivers of one do not answer', async () => {
    const silent = await WebhookReceiver.start();
    silent.defaultReaction = hang;
    await service.close();
    service = await start({ hosts: [silent.host, receiver.host] });
    try {
      for (let count = 0; count < contract.maxWebhooks; count += 1) await made({ url: silent.url });
      await write({ price: 1 });
      await silent.until(() => silent.concurrent === 3);
      partitionId = await service.makePartition();
      const { id: webhookId } = await made();
      await write({ price: 2 });
      await behind(webhookId, 0);
      expect(silent.all).toHaveLength(3);
    } finally {
      await service.close();
      await silent.close();
      service = await start();
    }
  });

  it('is shared by what the database knows of the last response of a receiver', async () => {
    const { id: webhookId, userId } = await made();
    const nobody: Excluded = { all: false, users: [], partitions: [] };
    const everybody = { ...nobody, all: true };
    const mayBeClaimed = async (excluded: Partial<Claimable>) => {
      const now = { notFast: nobody, notUntried: nobody, notSlow: nobody, ...excluded };
      const [row] = await database.query<{ may: boolean }>(
        sql`select ${isClaimable(now, sql`w.partition_id`)} as may from data.webhook w where w.id = ${webhookId}`,
      );
      return row?.may;
    };
    /** By which of the limits it is bound. */
    const boundBy = async (excluded: Excluded) => {
      const limits = ['notFast', 'notUntried', 'notSlow'] as const;
      const bound: string[] = [];
      for (const limit of limits)
        if ((await mayBeClaimed({ [limit]: excluded })) === false) bound.push(limit);
      return bound;
    };
    expect(await boundBy(everybody)).toEqual(['notUntried']);
    await write({ price: 1 });
    await behind(webhookId, 0);
    expect(await boundBy(everybody)).toEqual(['notFast']);
    expect(await boundBy({ ...nobody, users: [userId] })).toEqual(['notFast']);
    expect(await boundBy({ ...nobody, partitions: [partitionId] })).toEqual(['notFast']);
    expect(await boundBy({ ...nobody, users: [absent], partitions: [absent] })).toEqual([]);

    await service.close();
    timeoutMs = 1_100;
    schedule.pauseAfter = () => 3_600_000;
    receiver.reactions.push(hang);
    service = await start();
    await write({ price: 2 });
    await vi.waitFor(async () => expect((await get(webhookId)).failingSinceDate).not.toBeNull(), {
      timeout: 300_000,
    });
    expect(await boundBy(everybody)).toEqual(['notSlow']);
    // So that nothing is sent.
    await change(webhookId, { enabled: false });
    await change(webhookId, { description: 'The same address' });
    expect(await boundBy(everybody)).toEqual(['notSlow']);
    await change(webhookId, { url: `${receiver.url}/new` });
    expect(await boundBy(everybody)).toEqual(['notUntried']);

    // The address is changed while a response is awaited.
    let respond: () => void = () => undefined;
    receiver.reactions.push((_, response) => {
      respond = () => void response.end('ok');
    });
    const sent = receiver.all.length;
    await change(webhookId, { enabled: true });
    await receiver.until(() => receiver.all.length > sent);
    await change(webhookId, { url: `${receiver.url}/newer` });
    respond();
    await behind(webhookId, 0);
    expect(await boundBy(everybody)).toEqual(['notUntried']);
  });

  it('lets others have their turn while one still has messages to send', async () => {
    await service.close();
    service = await start({ turnMs: 0 });
    const accept = receiver.defaultReaction;
    try {
      const ids: string[] = [];
      for (let count = 0; count < 5; count += 1) ids.push((await made()).id);
      await write({ price: 1 });
      for (const id of ids) await behind(id, 0);
      receiver.reset();
      const responses: ServerResponse[] = [];
      receiver.defaultReaction = (_, response) => void responses.push(response);
      await write({ price: 2 });
      await write({ price: 3 });
      await receiver.until(() => receiver.all.length === 4);
      responses[0]?.end();
      await receiver.until(() => receiver.all.length === 5);
      const sending = receiver.all.map(({ id }) => id.split('_')[1]);
      expect(sending).toHaveLength(ids.length);
      expect(new Set(sending)).toEqual(new Set(ids));
    } finally {
      receiver.defaultReaction = accept;
      await service.close();
      service = await start();
    }
  });

  it('shows the request and the response of an attempt, without signature and secret', async () => {
    receiver.reactions.push(answer(500, { 'content-type': 'text/plain' }, 'broken'));
    const { id: webhookId, secret } = await made();
    await write({ price: 1 });
    await behind(webhookId, 0);
    const failed = (await attemptsOf(webhookId)).at(-1);
    const { status, body } = await service.call(contract.getWebhookAttempt, {
      as: 'owner',
      params: { partitionId, webhookId, attemptId: failed?.id ?? '' },
    });
    expect(status).toBe(200);
    expect(body.response).toEqual({ status: 500, contentType: 'text/plain', body: 'broken' });
    expect(body.request.body).toBe(receiver.all[0]?.body);
    expect(body.request.headers).toMatchObject({
      'webhook-id': receiver.all[0]?.id,
      'webhook-timestamp': receiver.all[0]?.headers['webhook-timestamp'],
    });
    const reported = JSON.stringify(body) + JSON.stringify(await get(webhookId));
    expect(reported).not.toContain(secret.replace('whsec_', ''));
    const signature = String(receiver.all[0]?.headers['webhook-signature']);
    expect(reported).not.toContain(signature.replace('v1,', ''));
    const [row] = await database.query<{ text: string }>(
      sql`select w::text as text from data.webhook w where partition_id = ${partitionId} and id = ${webhookId}`,
    );
    const bytes = Buffer.from(secret);
    expect(row?.text).not.toContain(bytes.toString('hex'));
    expect(row?.text).not.toContain(
      Buffer.from(secret.replace('whsec_', ''), 'base64').toString('hex'),
    );
  });

  it('sends only what its filters select', async () => {
    const target = await write({ name: 'Tools' }, {}, 'CATEGORY');
    const to = target.timelineId ?? '';
    const onPrice = await made({ query: 'changes:price', eventTypes: ['object.changed'] });
    const ofType = await made({ objectTypes: ['CATEGORY'] });
    const referring = await made({ references: [{ name: 'category', timelineId: to }] });
    const cheap = await made({ query: 'price<10 author:editor' });
    const first = await write({ name: 'Anvil', price: 12 });
    const timelineId = first.timelineId ?? '';
    const references = [{ name: 'category', timelineId: to }];
    const second = await write(
      { name: 'Big anvil', price: 12 },
      { timelineId, predecessorId: first.id, references },
    );
    await write({ name: 'Big anvil', price: 9 }, { timelineId, predecessorId: second.id });
    await write({ name: 'Machines' }, {}, 'CATEGORY');
    for (const { id } of [onPrice, ofType, referring, cheap]) await behind(id, 0);
    const sentTo = (webhookId: string) =>
      receiver.accepted
        .filter(({ id }) => id.startsWith(`msg_${webhookId}_`))
        .map(({ sequence }) => sequence);
    expect(sentTo(onPrice.id)).toEqual([4]);
    expect(sentTo(ofType.id)).toEqual([5]);
    // The fourth version removed the reference, which counts as a change of what refers to it.
    expect(sentTo(referring.id)).toEqual([3, 4]);
    expect(sentTo(cheap.id)).toEqual([4]);
  });

  it('signs with both secrets for a day after a rotation', async () => {
    const { id: webhookId, secret: before } = await made();
    const params = { partitionId, webhookId };
    const { status, body } = await service.call(contract.rotateWebhookSecret, {
      as: 'owner',
      params,
    });
    expect(status).toBe(200);
    const after = body.secret ?? '';
    expect(after).toMatch(/^whsec_/);
    expect(after).not.toBe(before);
    expect((await get(webhookId)).previousSecretUntilDate).toBe(body.previousSecretUntilDate);
    await write({ price: 1 });
    await receiver.until(() => receiver.accepted.length === 1);
    const [both] = receiver.accepted;
    if (!both) throw new Error('Nothing was sent.');
    verify(before, both);
    verify(after, both);
    expect(() =>
      new Webhook('whsec_AAAA').verify(both.body, both.headers as Record<string, string>),
    ).toThrow(/No matching signature/);
    await database.query(
      sql`update data.webhook set previous_until = now() - interval '1 second' where id = ${webhookId}`,
    );
    await write({ price: 2 });
    await receiver.until(() => receiver.accepted.length === 2);
    const [, late] = receiver.accepted;
    if (!late) throw new Error('Nothing was sent.');
    verify(after, late);
    expect(() => verify(before, late)).toThrow(/No matching signature/);
    expect((await get(webhookId)).previousSecretUntilDate).toBeNull();
  });

  it('gives up after failing for too long, and resumes where it stopped', async () => {
    schedule.giveUpAfterMs = 0;
    const refusing = answer(503);
    const accept = receiver.defaultReaction;
    receiver.defaultReaction = refusing;
    const { id: webhookId } = await made({ description: 'Shop' });
    await write({ price: 1 });
    await write({ price: 2 });
    await vi.waitFor(async () => expect((await get(webhookId)).state).toBe('GIVEN_UP'), {
      timeout: 300_000,
      interval: 50,
    });
    expect(await get(webhookId)).toMatchObject({ enabled: false, behind: 2 });
    await vi.waitFor(
      () =>
        expect(warned).toMatchObject([
          {
            partition: { id: partitionId, name: 'Products' },
            webhook: { id: webhookId, name: 'Shop' },
            recipients: [people.owner.userId],
          },
        ]),
      { timeout: 300_000, interval: 50 },
    );
    const attend = async (as: Person) =>
      (await service.call(contract.webhooksToAttend, { as })).body.data.map(({ id }) => id);
    expect(await attend('owner')).toContain(webhookId);
    expect(await attend('editor')).not.toContain(webhookId);
    receiver.defaultReaction = accept;
    expect((await change(webhookId, { enabled: true })).body).toMatchObject({
      state: 'ACTIVE',
      enabled: true,
    });
    await behind(webhookId, 0);
    expect(sequences()).toEqual([1, 2]);
    expect(await attend('owner')).not.toContain(webhookId);
  });

  it('waits as scheduled, and retries at once when its owner changes it', async () => {
    schedule.pauseAfter = () => 3_600_000;
    receiver.reactions.push(answer(500));
    const { id: webhookId } = await made();
    await write({ price: 1 });
    await vi.waitFor(async () => expect((await get(webhookId)).state).toBe('FAILING'), {
      timeout: 300_000,
      interval: 50,
    });
    const {
      nextAttemptDate,
      failingSinceDate,
      behind: left,
      behindSinceDate,
    } = await get(webhookId);
    expect(Date.parse(nextAttemptDate ?? '') - Date.now()).toBeGreaterThan(3_000_000);
    expect(failingSinceDate).not.toBeNull();
    expect(left).toBe(1);
    expect(behindSinceDate).not.toBeNull();
    await change(webhookId, { description: 'Repaired' });
    await behind(webhookId, 0);
    expect(sequences()).toEqual([1]);
  });

  it('reports a filter that can no longer be applied as a failed attempt, and resumes once it can', async () => {
    schedule.pauseAfter = () => 3_600_000;
    const { id: webhookId } = await made({ query: 'type:PRODUCT' });
    // As if it had been stored while the language still supported it.
    await database.query(sql`update data.webhook set query = 'ref:Anvil' where id = ${webhookId}`);
    await write({ name: 'Anvil' });
    await vi.waitFor(async () => expect((await get(webhookId)).state).toBe('FAILING'), {
      timeout: 300_000,
      interval: 50,
    });
    const attempts = await attemptsOf(webhookId);
    expect(attempts).toMatchObject([{ outcome: 'FAILED', number: 1, status: null }]);
    expect(attempts[0]?.error?.messageCode).toBe('filterNotApplicable');
    expect((await change(webhookId, { query: 'type:PRODUCT' })).status).toBe(200);
    await behind(webhookId, 0);
    expect(await get(webhookId)).toMatchObject({ state: 'ACTIVE', failingSinceDate: null });
  });

  it('is not sent by two servers at the same time', async () => {
    const others = await Promise.all([start(), start()]);
    try {
      const { id: webhookId } = await made();
      for (let price = 1; price <= 30; price += 1) await write({ price });
      await behind(webhookId, 0);
      expect(sequences()).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
      expect(receiver.maxConcurrent).toBe(1);
    } finally {
      await Promise.all(others.map((other) => other.close()));
    }
  });

  it('continues on another server if one crashes while sending', async () => {
    const { id: webhookId } = await made();
    await database.query(
      sql`update data.webhook set holder = ${absent}, held_until = now() + interval '1 hour' where id = ${webhookId}`,
    );
    await write({ price: 1 });
    expect((await get(webhookId)).behind).toBe(1);
    await database.query(
      sql`update data.webhook set held_until = now() - interval '1 second' where id = ${webhookId}`,
    );
    await behind(webhookId, 0);
    expect(sequences()).toEqual([1]);
  });

  it.each([{ includeData: true, includeProof: true }, {}])(
    'sends rules and committed change sets: %j',
    async (included) => {
      const { id: webhookId } = await made(included);
      const rule = {
        types: null,
        approvals: 1,
        approvers: { roles: ['OWNER' as const], userIds: [people.owner.userId] },
        reasonRequired: false,
        signatureRequired: false,
      };
      await service.call(putChangePolicy, {
        as: 'owner',
        params: { partitionId },
        body: { rules: [rule], breakGlass: true },
      });
      const { body: set } = await service.call(createChangeSet, {
        as: 'editor',
        params: { partitionId },
        body: { title: 'New prices' },
      });
      const params = { partitionId, changeSetId: set.id };
      await service.call(putOperation, {
        as: 'editor',
        params: { ...params, operationId: randomUUID() },
        body: { operation: 'create', type: 'PRODUCT', objectData: { price: 1 }, references: [] },
      });
      const { body: submitted } = await service.call(submitChangeSet, { as: 'editor', params });
      const { revision } = submitted;
      await service.call(approveChangeSet, { as: 'owner', params, body: { revision } });
      await service.call(commitChangeSet, { as: 'editor', params, body: {} });
      await behind(webhookId, 0);
      expect(typesSent().toSorted()).toEqual([
        'changeSet.committed',
        'object.created',
        'policy.changed',
      ]);
      const messageOf = (type: string) => receiver.accepted.find((each) => each.type === type);
      expect(messageOf('policy.changed')?.data['rules']).toEqual(
        included.includeData ? [rule] : undefined,
      );
      expect(messageOf('changeSet.committed')?.data).toMatchObject({
        changeSetId: set.id,
        operationCount: 1,
        approvedBy: [people.owner.userId],
      });
    },
  );

  it('replays from a version or a moment on, with the same ids', async () => {
    const { id: webhookId } = await made();
    for (const price of [1, 2, 3]) await write({ price });
    await behind(webhookId, 0);
    const ids = receiver.accepted.map(({ id }) => id);
    const params = { partitionId, webhookId };
    const replay = async (body: BodyOf<typeof contract.replayWebhook>) =>
      service.call(contract.replayWebhook, { as: 'owner', params, body });
    expect((await replay({ sequence: 2 })).status).toBe(200);
    await receiver.until(() => receiver.accepted.length === 5);
    expect(receiver.accepted.slice(3).map(({ id }) => id)).toEqual(ids.slice(1));
    await behind(webhookId, 0);
    await replay({ from: '2020-01-01T00:00:00Z' });
    await receiver.until(() => receiver.accepted.length === 8);
    await behind(webhookId, 0);
    expect((await replay({ from: '2990-01-01T00:00:00Z' })).body.behind).toBe(0);
    // Other entries are replayed too if no version was written since.
    const since = new Date().toISOString();
    await service.call(putObjectType, {
      as: 'owner',
      params: { partitionId, type: 'PRODUCT' },
      body: { jsonSchema: { type: 'object' } },
    });
    await receiver.until(() => receiver.accepted.length === 9);
    await behind(webhookId, 0);
    expect((await replay({ from: since })).status).toBe(200);
    await receiver.until(() => receiver.accepted.length === 10);
    expect(typesSent().slice(8)).toEqual(['schema.changed', 'schema.changed']);
    await behind(webhookId, 0);
    expect((await replay({ sequence: 0 })).status).toBe(400);
    expect((await replay({})).status).toBe(400);
    expect((await replay({ sequence: 1, from: '2020-01-01T00:00:00Z' })).status).toBe(400);
  });

  it('replays everything after a moment, including imports with earlier dates and other entries', async () => {
    await write({ price: 1 });
    const since = new Date().toISOString();
    const { id: webhookId } = await made();
    await write({ price: 2 });
    await write({ price: 3 });
    await behind(webhookId, 0);
    const numbers = () => receiver.accepted.map(({ data }) => data['sequence']);
    expect(numbers()).toEqual([2, 3]);
    // With a date as an import may have.
    const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString();
    await database.query(
      sql`update data.version set modification_date = ${inAYear}::timestamptz
        where partition_id = ${partitionId} and seq = 2`,
    );
    const params = { partitionId, webhookId };
    await service.call(contract.replayWebhook, { as: 'owner', params, body: { from: since } });
    await receiver.until(() => receiver.accepted.length === 4);
    expect(numbers()).toEqual([2, 3, 2, 3]);
  });

  it('resends one message, and sends a test', async () => {
    const { id: webhookId, secret } = await made();
    await write({ price: 1 });
    await behind(webhookId, 0);
    const [attempt] = await attemptsOf(webhookId);
    const { status, body } = await service.call(contract.resendWebhookMessage, {
      as: 'owner',
      params: { partitionId, webhookId, attemptId: attempt?.id ?? '' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'RESEND', outcome: 'DELIVERED', number: 2 });
    expect(receiver.accepted[1]?.body).toBe(receiver.accepted[0]?.body);
    const tested = await service.call(contract.testWebhook, {
      as: 'owner',
      params: { partitionId, webhookId },
    });
    expect(tested.body).toMatchObject({ kind: 'TEST', outcome: 'DELIVERED', index: null });
    expect(receiver.accepted[2]?.type).toBe('webhook.test');
    for (const received of receiver.accepted) verify(secret, received);
    expect(await attemptsOf(webhookId)).toHaveLength(3);
  });

  it('sends four messages at a time for a user who asks for that, however many they ask for', async () => {
    const { id: webhookId } = await made();
    const held: ServerResponse[] = [];
    receiver.reactions.push(
      ...Array.from({ length: 4 }, () => (_: unknown, response: ServerResponse) => {
        held.push(response);
      }),
    );
    const statuses: number[] = [];
    const test = async () => {
      const params = { partitionId, webhookId };
      statuses.push((await service.call(contract.testWebhook, { as: 'owner', params })).status);
    };
    const tests = Array.from({ length: 10 }, test);
    await receiver.until(() => held.length === 4);
    await vi.waitFor(() => expect(statuses).toEqual([429, 429, 429, 429, 429, 429]));
    for (const response of held) response.end('ok');
    await Promise.all(tests);
    await test();
    expect(statuses.slice(6)).toEqual([200, 200, 200, 200, 200]);
  });

  it('reports problems with an address, and sends to no private one', async () => {
    for (const [url, message] of [
      ['nonsense', /not a valid address/],
      ['http://receiver.example/', /must start with https/],
      ['https://user:secret@receiver.example/', /user name/],
      ['https://10.0.0.1/', /public address.*WEBHOOK_HOSTS/],
      ['https://[::1]/', /public address/],
      ['https://169.254.169.254/', /public address/],
    ] as const) {
      const { status, body } = await create({ url });
      expect(status).toBe(400);
      expect(body.fields?.[0]).toMatchObject({
        path: 'body.url',
        message: expect.stringMatching(message),
      });
    }
    // Host names are resolved when something is sent.
    const { id: webhookId } = await made({ url: 'https://localhost:1/' });
    const { body } = await service.call(contract.testWebhook, {
      as: 'owner',
      params: { partitionId, webhookId },
    });
    expect(body).toMatchObject({ outcome: 'FAILED', status: null });
    expect(body.error?.message).toMatch(/public address/);
  });

  it('refuses invalid settings', async () => {
    for (const body of [
      { eventTypes: [] },
      { eventTypes: ['object.gone' as never] },
      { objectTypes: [] },
      { query: 'changes:' },
      { query: 'anvil' },
      { references: [] },
    ])
      expect((await create(body)).status).toBe(400);
    const { id: webhookId } = await made();
    expect((await change(webhookId, { query: 'is:ended' })).status).toBe(400);
    expect((await change(webhookId, { url: 'ftp://x' })).status).toBe(400);
  });

  it('is available only to owners', async () => {
    const { id: webhookId } = await made();
    const params = { partitionId, webhookId };
    await service.call(contract.testWebhook, { as: 'owner', params });
    const [attempt] = await attemptsOf(webhookId);
    const attemptId = attempt?.id ?? absent;
    const eventTypes = ['object.created'];
    const paths: [method: string, path: string, body: object | undefined, ok: number][] = [
      ['GET', '', undefined, 200],
      ['POST', '', { url: receiver.url, eventTypes }, 201],
      ['GET', `/${webhookId}`, undefined, 200],
      ['PATCH', `/${webhookId}`, {}, 200],
      ['POST', `/${webhookId}/secret`, undefined, 200],
      ['GET', `/${webhookId}/attempts`, undefined, 200],
      ['GET', `/${webhookId}/attempts/${attemptId}`, undefined, 200],
      ['POST', `/${webhookId}/attempts/${attemptId}/resend`, undefined, 200],
      ['POST', `/${webhookId}/replay`, { sequence: 1 }, 200],
      ['POST', `/${webhookId}/test`, undefined, 200],
      ['DELETE', `/${webhookId}`, undefined, 204],
    ];
    for (const [method, rest, body, ok] of paths) {
      const path = `/v1/partitions/${partitionId}/webhooks${rest}`;
      const as = async (person?: Person, at = path) =>
        (
          await service.send(method, at, {
            as: person,
            body: body === undefined ? undefined : JSON.stringify(body),
          })
        ).status;
      expect([method, rest, await as()]).toEqual([method, rest, 401]);
      expect([method, rest, await as('editor')]).toEqual([method, rest, 403]);
      expect([method, rest, await as('stranger')]).toEqual([method, rest, 404]);
      // For the list, the partition is the missing part.
      const elsewhere = path.replace(rest === '' ? partitionId : webhookId, absent);
      expect([method, rest, await as('owner', elsewhere)]).toEqual([method, rest, 404]);
      expect([method, rest, await as('owner')]).toEqual([method, rest, ok]);
    }
    expect((await service.call(contract.webhooksToAttend, { as: undefined })).status).toBe(401);
  });

  it('stops when its creator leaves, and continues for another owner', async () => {
    await service.call(putMember, {
      as: 'owner',
      params: { partitionId, userId: people.editor.userId },
      body: { role: 'OWNER' },
    });
    const { body } = await create({}, 'editor');
    const webhookId = body.id;
    expect(body.userId).toBe(people.editor.userId);
    await service.call(removeMember, {
      as: 'owner',
      params: { partitionId, userId: people.editor.userId },
    });
    expect(await get(webhookId)).toMatchObject({ enabled: false, state: 'SENDER_LEFT' });
    const { body: on } = await change(webhookId, { enabled: true });
    expect(on).toMatchObject({ enabled: true, userId: people.owner.userId });
    // A user who is not a member, and has lost their roles.
    await database.query(
      sql`update data.webhook set user_id = ${people.stranger.userId} where id = ${webhookId}`,
    );
    await service.call(createObject, {
      as: 'owner',
      params: { partitionId },
      body: { type: 'TAG', objectData: {} },
    });
    await vi.waitFor(async () => expect((await get(webhookId)).state).toBe('SENDER_LEFT'), {
      timeout: 300_000,
      interval: 50,
    });
    expect(receiver.all).toEqual([]);
  });

  it('contains nothing that was erased: neither in attempts nor in pending messages', async () => {
    const secret = 'kilimanjaro';
    const echo = receiver.defaultReaction;
    receiver.defaultReaction = (received, response) => {
      receiver.accepted.push(received);
      response.end(received.body);
    };
    const { id: webhookId } = await made({ includeData: true, includeProof: true });
    const { id: objectId } = await write({ note: secret });
    await behind(webhookId, 0);
    expect(receiver.accepted[0]?.body).toContain(secret);
    await change(webhookId, { enabled: false });
    const params = { partitionId, objectId };
    const body = { paths: ['/note'], reason: 'Asked for.', legalBasis: 'GDPR Art. 17' };
    expect((await service.call(eraseValues, { as: 'owner', params, body })).status).toBe(200);
    const stored = await database.query<{ text: string }>(
      sql`select a::text as text from data.webhook_attempt a where partition_id = ${partitionId}`,
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]?.text).not.toContain(secret);
    receiver.reset();
    await service.call(contract.replayWebhook, {
      as: 'owner',
      params: { partitionId, webhookId },
      body: { sequence: 1 },
    });
    await change(webhookId, { enabled: true });
    await receiver.until(() => receiver.accepted.length >= 2);
    await behind(webhookId, 0);
    expect(JSON.stringify(receiver.all)).not.toContain(secret);
    expect(receiver.accepted[0]?.data['erased']).toEqual([{ path: '/note', receipt: 1 }]);
    const attempts = await attemptsOf(webhookId);
    for (const { id: attemptId } of attempts) {
      const details = await service.call(contract.getWebhookAttempt, {
        as: 'owner',
        params: { partitionId, webhookId, attemptId },
      });
      expect(JSON.stringify(details.body)).not.toContain(secret);
    }
    receiver.defaultReaction = echo;
  });

  it('shows the secret once, even if the request is repeated', async () => {
    const send = async () =>
      service.call(contract.createWebhook, {
        as: 'owner',
        headers: { 'idempotency-key': 'the-first' },
        params: { partitionId },
        body: { url: receiver.url, eventTypes: ['object.created'] },
      });
    const { body: first } = await send();
    const { body: again } = await send();
    expect(first.secret).toMatch(/^whsec_/);
    expect(again).toEqual({ ...first, secret: null });
    const list = await service.call(contract.listWebhooks, {
      as: 'owner',
      params: { partitionId },
    });
    expect(list.body.data).toHaveLength(1);
    const storedRows = await database.query<{ text: string }>(
      sql`select i::text as text from data.idempotency i`,
    );
    expect(JSON.stringify(storedRows)).not.toContain(first.secret);
  });

  it('is recorded in the audit log, without the address after its host', async () => {
    const url = `${receiver.url}/token-of-receiver`;
    const { id } = await made({ url, description: 'Shop', query: 'changes:price' });
    const params = { partitionId, webhookId: id };
    const tested = await service.call(contract.testWebhook, { as: 'owner', params });
    const { messageId } = tested.body;
    const ofTest = { ...params, attemptId: tested.body.id };
    await service.call(contract.resendWebhookMessage, { as: 'owner', params: ofTest });
    await service.call(contract.replayWebhook, { as: 'owner', params, body: { sequence: 1 } });
    await change(id, { enabled: false });
    await service.call(contract.rotateWebhookSecret, { as: 'owner', params });
    await service.call(contract.deleteWebhook, { as: 'owner', params });
    const ours = () =>
      recorded.filter(
        ({ partition, action }) => partition?.id === partitionId && action.startsWith('webhook.'),
      );
    await vi.waitFor(() => expect(ours()).toHaveLength(6), { timeout: 300_000, interval: 20 });
    const receiving = new URL(receiver.url).origin;
    const settings = { receiver: receiving, eventTypes: [...contract.webhookEventTypes] };
    const base = {
      userId: people.owner.userId,
      partition: { id: partitionId, name: 'Products' },
    };
    const webhook = { id, name: 'Shop' };
    expect(ours()).toMatchObject([
      { ...base, action: 'webhook.created', after: { webhook, ...settings, enabled: true } },
      {
        ...base,
        action: 'webhook.resent',
        after: { webhook, message: messageId, eventType: contract.testEventType },
      },
      { ...base, action: 'webhook.replayed', after: { webhook, index: expect.any(Number) } },
      {
        ...base,
        action: 'webhook.changed',
        before: { enabled: true },
        after: { webhook, enabled: false },
      },
      { ...base, action: 'webhook.secretRotated', after: { webhook } },
      { ...base, action: 'webhook.deleted', before: { ...settings, enabled: false } },
    ]);
    expect(JSON.stringify(ours())).not.toMatch(/token-of-receiver|changes:price/);
  });

  it('allows at most twenty in a partition', async () => {
    for (let count = 0; count < contract.maxWebhooks; count += 1)
      await made({ url: 'https://receiver.example/' });
    const { status, body } = await create();
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'too_many_webhooks' });
  });
});
