import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BodyOf } from '@annals/contracts/endpoint';
import { createObject, endTimeline } from '@annals/contracts/objects';
import { putMember, removeMember } from '@annals/contracts/partitions';
import { eraseValues } from '@annals/contracts/proofs';
import * as contract from '@annals/contracts/subscriptions';
import { commitTransaction } from '@annals/contracts/transactions';
import type { ChangeReports, FollowedNews } from '@annals/kit/change-reports';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { people, startListener, type Listener, type Person } from '../testing/data-listener.ts';
import { millisecondsUntil } from './follow-mails.ts';

const absent = '01890a5d-ac96-774b-bcce-b302099a8057';
const waiting = { timeout: 300_000, interval: 20 };

describe.each(testDatabases())('subscriptions, $kind', ({ open }) => {
  let database: Database;
  let service: Listener;
  let partitionId: string;
  let reported: FollowedNews[];
  let forgotten: string[];
  let isAway: boolean;
  const disabled = new Set<string>();

  const reports: ChangeReports = {
    record: async () => undefined,
    tell: async () => undefined,
    warn: async () => undefined,
    follow: async (news) => {
      if (isAway) throw new Error('The mail worker is unavailable.');
      // An id counts once, as for the authentication service.
      if (!reported.some(({ id }) => id === news.id)) reported.push(news);
    },
    forget: async (timelineIds) => void forgotten.push(...timelineIds),
  };
  const options = {
    reports,
    mailDelayMs: 0,
    isActivePerson: async (userId: string) => !disabled.has(userId),
    subscriptions: { collectMs: 0, pollEveryMs: 20 },
  };
  const start = async () => startListener(database, options);

  beforeAll(async () => {
    database = await open();
    service = await start();
  });
  afterAll(async () => {
    await service.close();
    await database.close();
  });
  beforeEach(async () => {
    await database.query(sql`delete from data.subscription`);
    await database.query(sql`delete from data.outbox`);
    [reported, forgotten, isAway] = [[], [], false];
    disabled.clear();
    partitionId = await service.makePartition();
  });

  const follow = async (
    body: BodyOf<typeof contract.createSubscription> extends infer Body ? Partial<Body> : never,
    as: Person = 'reader',
  ) =>
    service.call(contract.createSubscription, {
      as,
      params: { partitionId },
      body: { delivery: 'HOME', ...body },
    });
  const followed = async (body: Parameters<typeof follow>[0], as: Person = 'reader') => {
    const { status, body: made } = await follow(body, as);
    expect(status).toBe(201);
    return made;
  };
  const write = async (objectData: object, more: object = {}, type = 'PRODUCT') => {
    const answered = await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type, objectData, ...more } as BodyOf<typeof createObject>,
    });
    expect(answered.status).toBe(201);
    return { ...answered.body, timelineId: answered.body.timelineId ?? '' };
  };
  const next = async (last: { id: string; timelineId: string }, objectData: object, more = {}) =>
    write(objectData, { timelineId: last.timelineId, predecessorId: last.id, ...more });
  /** Waits until everything written was checked. */
  const looked = async () =>
    vi.waitFor(async () => {
      const behind = await database.query(
        sql`select f.partition_id from data.subscription_feed f join data.log_head h using (partition_id)
          where f.partition_id = ${partitionId} and f.next_index < h.size`,
      );
      expect(behind).toEqual([]);
    }, waiting);
  const unseen = async (as: Person = 'reader') =>
    (await service.call(contract.listUnseen, { as })).body.data;
  const sequencesSeenBy = async (as: Person = 'reader') =>
    (await unseen(as)).flatMap(({ versions }) => versions.map(({ sequence }) => sequence));
  const get = async (subscriptionId: string, as: Person = 'reader') =>
    service.call(contract.getSubscription, { as, params: { subscriptionId } });
  const change = async (
    subscriptionId: string,
    body: BodyOf<typeof contract.changeSubscription>,
    headers: Record<string, string> = {},
  ) =>
    service.call(contract.changeSubscription, {
      as: 'reader',
      params: { subscriptionId },
      body,
      headers,
    });
  /** Makes due what waits or is held by a failed server, so that another server claims it. */
  const onNextServer = async (look: () => void | Promise<void>) => {
    await database.query(sql`update data.outbox set due = statement_timestamp()`);
    const other = await start();
    try {
      await vi.waitFor(
        async () => {
          await database.query(
            sql`update data.outbox set due = statement_timestamp() where due > statement_timestamp()`,
          );
          await look();
        },
        { timeout: 300_000, interval: 500 },
      );
    } finally {
      await other.close();
    }
  };

  it('shows what changed of an object, with who, why and the values, until it is seen', async () => {
    const anvil = await write({ name: 'Anvil', price: 10, tags: ['a'] });
    const other = await write({ name: 'Bell' });
    const { id, title, objectType, state } = await followed({ timelineId: anvil.timelineId });
    expect({ title, objectType, state }).toEqual({
      title: 'Anvil',
      objectType: 'PRODUCT',
      state: 'ACTIVE',
    });
    const second = await next(anvil, { name: 'Anvil', price: 12 }, { reason: 'Dearer iron' });
    await next(other, { name: 'Bells' });
    await looked();
    const [only, ...others] = await unseen();
    expect(others).toEqual([]);
    expect(only).toMatchObject({ id, unseen: 1, title: 'Anvil' });
    expect(only?.versions).toMatchObject([
      {
        sequence: second.sequence,
        objectId: second.id,
        title: 'Anvil',
        event: 'CHANGED',
        userName: 'EDITOR',
        reason: 'Dearer iron',
        changes: [
          { path: '/price', before: '10', after: '12', erased: false },
          { path: '/tags', before: '["a"]', after: null, erased: false },
        ],
      },
    ]);
    const seen = [{ subscriptionId: id, sequence: second.sequence ?? 0 }];
    expect((await service.call(contract.markSeen, { as: 'reader', body: { seen } })).status).toBe(
      204,
    );
    expect(await unseen()).toEqual([]);
    const params = { partitionId, timelineId: anvil.timelineId };
    await service.call(endTimeline, { as: 'editor', params, body: {} });
    await looked();
    expect((await unseen())[0]?.versions).toMatchObject([{ event: 'ENDED' }]);
  });

  it('follows searches of objects, including what leaves them, searches of changes, and fields', async () => {
    const cheap = await write({ name: 'Anvil', price: 5, note: 'iron thing' });
    const gone = await write({ name: 'Bell', price: 5 });
    const bySearch = await followed({ query: 'price<10' });
    const byWords = await followed({ query: 'iron' });
    const byChange = await followed({ query: 'changes:price', searched: 'changes' });
    const byField = await followed({ query: '', paths: ['/note'] });
    const left = await next(gone, { name: 'Bell', price: 50 });
    const noted = await next(cheap, { name: 'Anvil', price: 5, note: 'an iron one' });
    const added = await write({ name: 'Cup', price: 1 });
    const renamed = await next(left, { name: 'Big bell', price: 50 });
    await looked();
    const numbersOf = new Map(
      (await unseen()).map(({ id, versions }) => [
        id,
        versions.map(({ sequence }) => sequence).toSorted((one, other) => one - other),
      ]),
    );
    expect(numbersOf.get(bySearch.id)).toEqual([left.sequence, noted.sequence, added.sequence]);
    expect(numbersOf.get(byWords.id)).toEqual([noted.sequence]);
    expect(numbersOf.get(byChange.id)).toEqual([left.sequence]);
    expect(numbersOf.get(byField.id)).toEqual([noted.sequence]);
    expect([...numbersOf.values()].flat()).not.toContain(renamed.sequence);
    const ofField = (await unseen()).find(({ id }) => id === byField.id);
    expect(ofField?.versions[0]?.changes.map(({ path }) => path)).toEqual(['/note']);
  });

  it('follows references to an object, now or before the change, together with a search and fields', async () => {
    const maker = await write({ name: 'Smith & Sons' }, {}, 'MAKER');
    const another = await write({ name: 'Bell Foundry' }, {}, 'MAKER');
    const references = (to: { timelineId: string }, name = 'makerRef') => ({
      references: [{ name, timelineId: to.timelineId }],
    });
    const anvil = await write({ name: 'Anvil', price: 5 }, references(maker));
    await write({ name: 'Bell', price: 5 }, references(another));
    const toMaker = [{ timelineId: maker.timelineId.toUpperCase() }];
    const all = await followed({ query: '', references: toMaker });
    expect(all.references).toEqual([
      { timelineId: maker.timelineId, title: 'Smith & Sons', objectType: 'MAKER' },
    ]);
    const byName = await followed({
      query: '',
      references: [{ name: 'sellerRef', timelineId: maker.timelineId }],
    });
    const cheap = await followed({ query: 'price<10', references: toMaker });
    const changes = await followed({
      query: 'changes:price',
      searched: 'changes',
      references: toMaker,
    });
    const field = await followed({ query: '', references: toMaker, paths: ['/price'] });
    const renamed = await next(anvil, { name: 'Big anvil', price: 5 }, references(maker));
    const dearer = await next(renamed, { name: 'Big anvil', price: 50 }, references(maker));
    const left = await next(dearer, { name: 'Big anvil', price: 50 }, references(another));
    await next(left, { name: 'Anvil', price: 50 }, references(another));
    const sold = await write({ name: 'Cup', price: 50 }, references(maker, 'sellerRef'));
    await looked();
    const numbersOf = new Map(
      (await unseen()).map(({ id, versions }) => [
        id,
        versions.map(({ sequence }) => sequence).toSorted((one, other) => one - other),
      ]),
    );
    const numbers = (...versions: { sequence?: number | undefined }[]) =>
      versions.map(({ sequence }) => sequence);
    expect(numbersOf.get(all.id)).toEqual(numbers(renamed, dearer, left, sold));
    expect(numbersOf.get(byName.id)).toEqual(numbers(sold));
    expect(numbersOf.get(cheap.id)).toEqual(numbers(renamed, dearer));
    expect(numbersOf.get(changes.id)).toEqual(numbers(dearer));
    expect(numbersOf.get(field.id)).toEqual(numbers(dearer));
    const moved = await change(all.id, { references: [{ timelineId: another.timelineId }] });
    expect(moved.body.references).toMatchObject([{ title: 'Bell Foundry' }]);
    expect((await change(cheap.id, { references: null })).body.references).toBeNull();
    expect(
      await follow({ query: '', references: [{ timelineId: another.timelineId }] }),
    ).toMatchObject({ status: 409, body: { code: 'already_followed' } });
  });

  it('names referenced objects in a mail, and removes the name once it is erased', async () => {
    const maker = await write({ name: 'Secret maker' }, {}, 'MAKER');
    const { timelineId } = maker;
    const { id } = await followed({
      query: 'type:PRODUCT',
      references: [{ timelineId }],
      delivery: 'DAILY',
    });
    await write({ name: 'Anvil' }, { references: [{ name: 'makerRef', timelineId }] });
    await looked();
    await onNextServer(() => expect(reported).toHaveLength(1));
    expect(reported[0]?.subscriptions).toMatchObject([
      { id, object: null, references: [{ timelineId, title: 'Secret maker', type: 'MAKER' }] },
    ]);
    await service.call(eraseValues, {
      as: 'owner',
      params: { partitionId, objectId: maker.id },
      body: { paths: ['/name'], reason: 'Asked for.', legalBasis: 'GDPR Art. 17' },
    });
    expect((await get(id)).body.references).toMatchObject([{ timelineId, title: null }]);
    await vi.waitFor(() => expect(forgotten).toContain(timelineId), waiting);
    await service.call(removeMember, {
      as: 'owner',
      params: { partitionId, userId: people.reader.userId },
    });
    expect((await get(id)).body.references).toMatchObject([{ title: null, objectType: null }]);
  });

  it('does not notify users of their own changes', async () => {
    const anvil = await write({ name: 'Anvil' });
    await followed({ timelineId: anvil.timelineId }, 'editor');
    await followed({ timelineId: anvil.timelineId });
    const second = await next(anvil, { name: 'Anvils' });
    await looked();
    expect(await sequencesSeenBy()).toEqual([second.sequence]);
    expect(await unseen('editor')).toEqual([]);
  });

  it('sends one mail for a bulk of changes, with their number and the first ones', async () => {
    const { id } = await followed({ query: 'type:PRODUCT', delivery: 'IMMEDIATELY' });
    await service.call(commitTransaction, {
      as: 'editor',
      params: { partitionId },
      body: {
        operations: Array.from({ length: 450 }, (_, n) => ({
          operation: 'create' as const,
          type: 'PRODUCT',
          objectData: { name: `Thing ${n}` },
        })),
      },
    });
    await looked();
    await vi.waitFor(() => expect(countTold()).toBe(450), waiting);
    const [first] = reported;
    expect(first?.recipient).toBe(people.reader.userId);
    expect(first?.subscriptions).toMatchObject([
      { id, query: 'type:PRODUCT', object: null, partition: { name: 'Products' } },
    ]);
    expect(first?.subscriptions[0]?.versions.map(({ title }) => title)).toEqual(
      [0, 1, 2, 3, 4].map((n) => `Thing ${n}`),
    );
    expect(new Set(reported.map(({ id: mailId }) => mailId)).size).toBe(reported.length);
  });

  const countTold = () =>
    reported
      .flatMap(({ subscriptions }) => subscriptions)
      .reduce((sum, { count }) => sum + count, 0);

  it('collects the daily ones of all partitions in one mail', async () => {
    const before = new Date();
    await followed({ query: '', delivery: 'DAILY' });
    const first = partitionId;
    partitionId = await service.makePartition('Prices');
    await followed({ query: '', delivery: 'DAILY' });
    await write({ name: 'Anvil' });
    await looked();
    partitionId = first;
    await write({ name: 'Bell' });
    await looked();
    const [written, ...more] = await database.query<{ created: string; due: string }>(
      sql`select created, due from data.outbox where kind = 'FOLLOWED'`,
    );
    expect(more).toEqual([]);
    const wait = Date.parse(written?.due ?? '') - Date.parse(written?.created ?? '');
    expect(wait).toBeLessThanOrEqual(millisecondsUntil(7, before));
    expect(wait).toBeGreaterThanOrEqual(millisecondsUntil(7, new Date()));
    expect(reported).toEqual([]);
    await onNextServer(() => expect(reported).toHaveLength(1));
    expect(reported[0]?.delivery).toBe('DAILY');
    expect(reported[0]?.subscriptions.map(({ partition }) => partition.name)).toEqual([
      'Prices',
      'Products',
    ]);
  });

  it('resends the same mail after a failure, and puts later changes into the next one', async () => {
    isAway = true;
    const anvil = await write({ name: 'Anvil' });
    await followed({ timelineId: anvil.timelineId, delivery: 'IMMEDIATELY' });
    const second = await next(anvil, { name: 'Anvil 2' });
    await vi.waitFor(
      async () =>
        expect(
          await database.query(sql`select id from data.outbox where details ? 'begun'`),
        ).toHaveLength(1),
      waiting,
    );
    await next(second, { name: 'Anvil 3' });
    await looked();
    isAway = false;
    await onNextServer(() => expect(reported).toHaveLength(2));
    expect(
      reported.map(({ subscriptions }) => subscriptions[0]?.versions.map((v) => v.title)),
    ).toEqual(expect.arrayContaining([['Anvil 2'], ['Anvil 3']]));
    expect(await database.query(sql`select id from data.outbox`)).toEqual([]);
  });

  it('skips and repeats nothing with several servers that come and go', async () => {
    await followed({ query: 'type:PRODUCT', delivery: 'IMMEDIATELY' });
    const others = [await start(), await start()];
    const written: (number | undefined)[] = [];
    for (let n = 0; n < 30; n++) {
      written.push((await write({ name: `Thing ${n}` })).sequence);
      if (n === 10) await others.pop()?.close();
      if (n === 20) others.push(await start());
    }
    await looked();
    for (const other of others) await other.close();
    await onNextServer(() => expect(countTold()).toBe(30));
    const noted = await database.query<{ seq: number }>(
      sql`select seq from data.subscription_match where partition_id = ${partitionId} order by seq`,
    );
    expect(noted.map(({ seq }) => seq)).toEqual(written);
    expect(countTold()).toBe(30);
  });

  it('resumes where it was after nobody checked', async () => {
    const anvil = await write({ name: 'Anvil' });
    await followed({ timelineId: anvil.timelineId });
    await service.close();
    const quiet = await startListener(database, {
      ...options,
      subscriptions: { pollEveryMs: 3_600_000 },
    });
    service = quiet;
    // A check started by a server that crashed.
    await database.query(
      sql`update data.subscription_feed set holder = ${absent}, held_until = statement_timestamp() - interval '1 second'`,
    );
    const second = await next(anvil, { name: 'Anvils' });
    expect(await unseen()).toEqual([]);
    await quiet.close();
    service = await start();
    await looked();
    expect(await sequencesSeenBy()).toEqual([second.sequence]);
  });

  it('pauses when access ends: nothing is reported, the state says why, and it can be resumed or deleted', async () => {
    const anvil = await write({ name: 'Anvil' });
    const { id } = await followed({ timelineId: anvil.timelineId, delivery: 'DAILY' });
    const second = await next(anvil, { name: 'Secret' });
    await looked();
    const member = { partitionId, userId: people.reader.userId };
    await service.call(removeMember, { as: 'owner', params: member });
    expect(await unseen()).toEqual([]);
    expect((await get(id)).body).toMatchObject({
      state: 'NO_ACCESS',
      partitionName: null,
      title: null,
      unseen: 0,
    });
    expect((await change(id, { active: true })).status).toBe(403);
    await onNextServer(async () =>
      expect(await database.query(sql`select id from data.outbox`)).toEqual([]),
    );
    expect(reported).toEqual([]);
    await service.call(putMember, { as: 'owner', params: member, body: { role: 'READER' } });
    await next(second, { name: 'While paused' });
    expect((await change(id, { active: true })).body.state).toBe('ACTIVE');
    const later = await next(
      { id: (await newestOf(anvil.timelineId)) ?? '', timelineId: anvil.timelineId },
      { name: 'Later' },
    );
    await looked();
    expect(await sequencesSeenBy()).toEqual([later.sequence, second.sequence]);
  });

  const newestOf = async (timelineId: string) =>
    (
      await database.query<{ id: string }>(
        sql`select v.object_id as id from data.head h join data.version v on v.partition_id = h.partition_id and v.seq = h.seq
          where h.partition_id = ${partitionId} and h.timeline_id = ${timelineId}`,
      )
    )[0]?.id;

  it('does not notify a user who lost access or was disabled before the mail', async () => {
    const anvil = await write({ name: 'Anvil' });
    const { id } = await followed({ timelineId: anvil.timelineId, delivery: 'DAILY' });
    const second = await next(anvil, { name: 'Anvils' });
    await looked();
    disabled.add(people.reader.userId);
    await onNextServer(async () =>
      expect(await database.query(sql`select id from data.outbox`)).toEqual([]),
    );
    expect(reported).toEqual([]);
    expect((await get(id)).body.state).toBe('USER_DISABLED');
    disabled.clear();
    expect((await change(id, { active: true })).body.state).toBe('ACTIVE');
    disabled.add(people.reader.userId);
    await next(second, { name: 'Anvil 3' });
    await looked();
    expect((await get(id)).body.state).toBe('USER_DISABLED');
  });

  it('never shows what was erased, neither on Home nor in an unwritten mail', async () => {
    const anvil = await write({ name: 'Anvil', secret: 'old-secret', kept: 1 });
    await followed({ timelineId: anvil.timelineId, delivery: 'DAILY' });
    const second = await next(anvil, { name: 'Anvil', secret: 'new-secret', kept: 2 });
    await looked();
    expect(JSON.stringify(await unseen())).toContain('old-secret');
    for (const objectId of [anvil.id, second.id])
      await service.call(eraseValues, {
        as: 'owner',
        params: { partitionId, objectId },
        body: { paths: ['/secret'], reason: 'Asked for.', legalBasis: 'GDPR Art. 17' },
      });
    const shown = await unseen();
    expect(JSON.stringify(shown)).not.toMatch(/old-secret|new-secret/);
    expect(shown[0]?.versions[0]?.changes).toContainEqual({
      path: '/kept',
      before: '1',
      after: '2',
      erased: false,
    });
    await vi.waitFor(() => expect(forgotten).toContain(anvil.timelineId), waiting);
    await onNextServer(() => expect(reported).toHaveLength(1));
    expect(JSON.stringify(reported)).not.toMatch(/old-secret|new-secret/);
    const stored = [
      await database.query(sql`select m::text as row from data.subscription_match m`),
      await database.query(sql`select s::text as row from data.subscription s`),
    ];
    expect(JSON.stringify(stored)).not.toMatch(/secret/);
  });

  it('lists, changes, pauses and deletes one’s own, by version', async () => {
    const anvil = await write({ name: 'Anvil' });
    const one = await followed({ timelineId: anvil.timelineId });
    const two = await followed({ query: 'type:TAG' });
    const list = async (query: object = {}) =>
      (await service.call(contract.listSubscriptions, { as: 'reader', query })).body.data.map(
        ({ id }) => id,
      );
    expect(await list()).toEqual([one.id, two.id]);
    expect(await list({ timelineId: anvil.timelineId })).toEqual([one.id]);
    expect(await list({ partitionId: absent })).toEqual([]);
    const changed = await change(two.id, { paths: ['/price'], delivery: 'DAILY' });
    expect(changed.body).toMatchObject({ paths: ['/price'], delivery: 'DAILY', version: 2 });
    expect((await change(two.id, { delivery: 'HOME' }, { 'if-match': '"1"' })).status).toBe(412);
    expect((await change(two.id, { query: 'changes:' })).status).toBe(400);
    expect((await change(one.id, { query: 'type:TAG' })).status).toBe(400);
    expect((await change(one.id, { active: false })).body.state).toBe('PAUSED');
    await next(anvil, { name: 'Anvils' });
    await looked();
    expect(await unseen()).toEqual([]);
    const params = { subscriptionId: one.id };
    expect((await service.call(contract.deleteSubscription, { as: 'reader', params })).status).toBe(
      204,
    );
    expect(await list()).toEqual([two.id]);
  });

  it('is created once per key, up to a limit', async () => {
    const anvil = await write({ name: 'Anvil' });
    const send = async (key: string) =>
      service.call(contract.createSubscription, {
        as: 'reader',
        params: { partitionId },
        body: { timelineId: anvil.timelineId, delivery: 'HOME' },
        headers: { 'idempotency-key': key },
      });
    const first = await send('0123456789abcdef-1');
    const again = await send('0123456789abcdef-1');
    expect(again.body.id).toBe(first.body.id);
    expect(await send('0123456789abcdef-2')).toMatchObject({
      status: 409,
      body: { code: 'already_followed' },
    });
    await database.query(
      sql`insert into data.subscription (partition_id, id, user_id, query, searched, delivery, from_index, created_date, changed_date)
        select ${partitionId}, gen_random_uuid(), ${people.reader.userId}, 'q' || n, 'objects', 'HOME', 0, now(), now()
        from generate_series(2, ${contract.maxSubscriptions}::integer) n`,
    );
    expect(await follow({ query: 'type:ONE-MORE' })).toMatchObject({
      status: 409,
      body: { code: 'too_many_subscriptions' },
    });
  });

  it('refuses what cannot be followed, and callers without access', async () => {
    const anvil = await write({ name: 'Anvil' });
    const { id } = await followed({ timelineId: anvil.timelineId });
    expect((await follow({})).status).toBe(400);
    expect((await follow({ timelineId: anvil.timelineId, query: '' })).status).toBe(400);
    expect((await follow({ query: 'is:nothing' })).status).toBe(400);
    expect((await follow({ query: '', paths: ['price'] })).status).toBe(400);
    const references = [{ timelineId: anvil.timelineId }];
    expect((await follow({ timelineId: anvil.timelineId, references })).status).toBe(400);
    expect((await follow({ query: '', references: [] })).status).toBe(400);
    expect(await change(id, { references })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'body.references', message: 'Only a search has references.' }] },
    });
    expect((await follow({ timelineId: absent })).status).toBe(404);
    expect((await follow({ query: '' }, 'stranger')).status).toBe(404);
    disabled.add(people.reader.userId);
    expect((await follow({ query: '' })).status).toBe(403);
    disabled.clear();
    const body = { seen: [{ subscriptionId: id, sequence: 99 }] };
    expect((await service.call(contract.markSeen, { as: 'owner', body })).status).toBe(204);
    expect((await get(id, 'owner')).status).toBe(404);
    for (const method of ['GET', 'DELETE'])
      expect((await service.send(method, `/v1/subscriptions/${id}`)).status).toBe(401);
    for (const endpoint of [contract.getSubscription, contract.deleteSubscription] as const)
      for (const subscriptionId of [id, absent])
        expect(
          (await service.call(endpoint, { as: 'owner', params: { subscriptionId } })).status,
        ).toBe(404);
    await next(anvil, { name: 'Anvils' });
    await looked();
    expect(await sequencesSeenBy()).toHaveLength(1);
  });

  it('offers no mails if no service sends them', async () => {
    const alone = await startListener(database, { subscriptions: options.subscriptions });
    const create = async (delivery: contract.Delivery) =>
      alone.call(contract.createSubscription, {
        as: 'reader',
        params: { partitionId },
        body: { query: '', delivery },
      });
    expect(await create('DAILY')).toMatchObject({ status: 409, body: { code: 'no_mails' } });
    expect((await create('HOME')).status).toBe(201);
    await alone.close();
  });
});

describe('the hour of the daily mail', () => {
  it('is the next one on the clock of the server', () => {
    const hour = 3_600_000;
    expect(millisecondsUntil(7, new Date(2026, 4, 5, 6, 0))).toBe(hour);
    expect(millisecondsUntil(7, new Date(2026, 4, 5, 7, 0))).toBe(24 * hour);
    expect(millisecondsUntil(0, new Date(2026, 4, 5, 23, 0))).toBe(hour);
  });
});
