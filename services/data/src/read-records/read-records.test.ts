import { describe, expect, it, vi } from 'vitest';
import { putOperation } from '@annals/contracts/change-set-operations';
import { createChangeSet } from '@annals/contracts/change-sets';
import { dataEndpoints } from '@annals/contracts/data';
import { listObjectsOfUser } from '@annals/contracts/data-users';
import { isRead, type Endpoint } from '@annals/contracts/endpoint';
import { searchAllPartitions, searchObjects, searchText } from '@annals/contracts/object-search';
import { putObjectType } from '@annals/contracts/object-types';
import {
  createObject,
  getObject,
  latestObject,
  listChanges,
  recentObjects,
  referencedBy,
} from '@annals/contracts/objects';
import { changesSince, getPartition, listMembers } from '@annals/contracts/partitions';
import { eraseValues, getObjectProof, listLogEntries } from '@annals/contracts/proofs';
import {
  getReadRecording,
  listReads,
  listReadsOfAll,
  putReadRecording,
} from '@annals/contracts/read-records';
import {
  changeSubscription,
  createSubscription,
  getSubscription,
  listSubscriptions,
} from '@annals/contracts/subscriptions';
import { commitTransaction } from '@annals/contracts/transactions';
import { exportObjects, importObjects, listTimelineKeys } from '@annals/contracts/transfers';
import sql, { raw } from 'sql-template-tag';
import { testDatabases } from '@annals/kit/testing/databases';
import {
  limitsHeader,
  listenerForAll,
  people,
  startListener,
  type Limits,
  type Person,
} from '../testing/data-listener.ts';
import { sweepRecords } from './read-records.sql.ts';

const limits = (given: Limits) => JSON.stringify(given);
const patient = { timeout: 30_000, interval: 20 };

describe.each(testDatabases())('records of reads, $kind', ({ open }) => {
  const service = listenerForAll(open);

  const record = async (partitionId: string, scope: 'NOTHING' | 'OBJECTS' | 'EVERYTHING') => {
    const params = { partitionId };
    const set = await service.call(putReadRecording, { as: 'owner', params, body: { scope } });
    expect(set.status).toBe(200);
  };
  const write = async (partitionId: string, objectData: Record<string, unknown>) => {
    const { status, body } = await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type: 'PATIENT', objectData },
    });
    expect(status).toBe(201);
    return body;
  };
  const readsOf = async (partitionId: string, query: object = {}) => {
    const { status, body } = await service.call(listReads, {
      as: 'owner',
      params: { partitionId },
      query,
    });
    expect([status, status === 200 || body]).toEqual([200, true]);
    return body.data;
  };
  const callOf = ({ method, path }: Endpoint) => `${method} ${path}`;

  it('say who read which versions, with what query, when and as of when', async () => {
    const partitionId = await service.makePartition('Patients');
    const params = { partitionId };
    await record(partitionId, 'OBJECTS');
    const ada = await write(partitionId, { name: 'Ada', nested: [{ id: people.owner.userId }] });
    const ben = await write(partitionId, { name: 'Ben' });
    const inOne = { partitionId, objectId: ada.id };
    await service.call(getObject, { as: 'reader', params: inOne });
    await service.call(latestObject, {
      as: 'editor',
      params: { partitionId, timelineId: ben.timelineId ?? '' },
      query: { asOf: ben.modificationDate },
    });
    await service.call(searchObjects, { as: 'reader', params, body: { query: 'name:Ada' } });
    await service.call(recentObjects, { as: 'editor', params });
    await service.call(exportObjects, { as: 'reader', params, query: {} });
    // These return no versions.
    await service.call(getPartition, { as: 'reader', params });
    await service.call(listMembers, { as: 'reader', params });
    // What is refused shows nothing.
    await service.call(getObject, { as: 'stranger', params: inOne });

    await vi.waitFor(async () => expect(await readsOf(partitionId)).toHaveLength(5), patient);
    const found = await readsOf(partitionId);
    expect(found).toMatchObject([
      { call: callOf(exportObjects), userId: people.reader.userId },
      { call: callOf(recentObjects), userId: people.editor.userId, count: 2 },
      {
        call: callOf(searchObjects),
        userId: people.reader.userId,
        query: expect.stringContaining('name:Ada'),
        objectIds: [ada.id],
      },
      {
        call: callOf(latestObject),
        userId: people.editor.userId,
        asOf: ben.modificationDate,
        objectIds: [ben.id],
      },
      {
        call: callOf(getObject),
        userId: people.reader.userId,
        credential: 'session',
        query: null,
        asOf: null,
        title: 'Ada',
        count: 1,
        objectIds: [ada.id],
      },
    ]);
    expect(new Set(found[1]?.objectIds)).toEqual(new Set([ada.id, ben.id]));
    const { timelineId } = ben;
    expect((await readsOf(partitionId, { timelineId })).map(({ call }) => call)).toEqual([
      callOf(exportObjects),
      callOf(recentObjects),
      callOf(latestObject),
    ]);
    const { userId } = people.editor;
    expect(await readsOf(partitionId, { userId })).toHaveLength(2);
    expect(await readsOf(partitionId, { to: found[4]?.readDate })).toEqual([]);
    expect(await readsOf(partitionId, { from: found[0]?.readDate })).toHaveLength(1);
    const first = await service.call(listReads, { as: 'owner', params, query: { pageSize: 3 } });
    const cursor = first.body.nextCursor ?? '';
    const rest = await service.call(listReads, { as: 'owner', params, query: { cursor } });
    expect([...first.body.data, ...rest.body.data]).toEqual(found);
  });

  it('say what the response to a write shows that its caller did not write', async () => {
    const partitionId = await service.makePartition('Conflicts');
    const params = { partitionId };
    await record(partitionId, 'OBJECTS');
    const ada = await write(partitionId, { name: 'Ada', age: 36 });
    const { timelineId } = ada;
    const second = await service.call(createObject, {
      as: 'owner',
      params,
      body: {
        type: 'PATIENT',
        timelineId,
        predecessorId: ada.id,
        objectData: { name: 'Ada', age: 37 },
      },
    });
    expect(second.status).toBe(201);
    const as = 'editor' as const;
    const secret = 'what the editor writes';
    const stale = { timelineId, predecessorId: ada.id };
    const conflicting = await service.call(createObject, {
      as,
      params,
      body: { type: 'PATIENT', ...stale, objectData: { secret } },
    });
    expect([conflicting.status, conflicting.body]).toMatchObject([
      409,
      { current: { objectData: { age: 37 } } },
    ]);
    const operations = [{ operation: 'newVersion' as const, ...stale, objectData: { secret } }];
    expect(
      (await service.call(commitTransaction, { as, params, body: { operations } })).status,
    ).toBe(409);
    const end = [{ operation: 'end' as const, timelineId, predecessorId: second.body.id }];
    const dry = await service.call(commitTransaction, {
      as,
      params,
      query: { dryRun: true },
      body: { operations: end },
    });
    expect([dry.status, JSON.stringify(dry.body)]).toEqual([200, expect.stringContaining('37')]);
    const rows = [{ key: timelineId, type: 'PATIENT', objectData: { secret }, references: [] }];
    const checked = await service.call(importObjects, {
      as,
      params,
      query: { dryRun: true, withCurrent: true },
      body: { rows },
    });
    expect(checked.body).toMatchObject({ current: [{ objectData: { age: 37 } }] });
    const set = await service.call(createChangeSet, { as, params, body: { title: 'Look' } });
    const changed = await service.call(putOperation, {
      as,
      params: { partitionId, changeSetId: set.body.id, operationId: crypto.randomUUID() },
      body: { operation: 'end', timelineId, predecessorId: second.body.id },
    });
    expect(changed.body).toMatchObject({ base: { id: second.body.id } });
    const jsonSchema = { type: 'object', properties: { age: { type: 'string' } } };
    const broken = await service.call(putObjectType, {
      as: 'owner',
      params: { partitionId, type: 'PATIENT' },
      query: { dryRun: true },
      body: { jsonSchema },
    });
    expect(broken.body.breaking.objects).toHaveLength(1);
    // A write that succeeds shows what was written, which the log has.
    await write(partitionId, { name: 'Ben' });
    const calls = [
      putObjectType,
      putOperation,
      importObjects,
      commitTransaction,
      commitTransaction,
      createObject,
    ];
    await vi.waitFor(
      async () => expect(await readsOf(partitionId)).toHaveLength(calls.length),
      patient,
    );
    const found = await readsOf(partitionId);
    expect(found).toMatchObject(
      calls.map((call, place) => ({
        call: callOf(call),
        userId: (place === 0 ? people.owner : people.editor).userId,
        objectIds: [second.body.id],
        count: 1,
      })),
    );
    expect(JSON.stringify(found)).not.toContain(secret);
  });

  it('are only kept where an owner wants it, and everybody who reads is told', async () => {
    const partitionId = await service.makePartition('Quiet');
    const params = { partitionId };
    const ada = await write(partitionId, { name: 'Ada' });
    const read = async () =>
      service.call(getObject, { as: 'reader', params: { partitionId, objectId: ada.id } });
    const settingFor = async (as: Person) => service.call(getReadRecording, { as, params });
    expect((await settingFor('reader')).body).toEqual({
      scope: 'NOTHING',
      durable: false,
      keptDays: 365,
      changedDate: null,
      changedUserId: null,
      periods: [],
    });
    const told = async () => (await service.call(getPartition, { as: 'reader', params })).body;
    expect((await told()).recordedReads).toBe('NOTHING');
    await read();
    await record(partitionId, 'EVERYTHING');
    await service.call(listMembers, { as: 'reader', params });
    expect((await settingFor('reader')).body).toMatchObject({
      scope: 'EVERYTHING',
      changedUserId: people.owner.userId,
    });
    await vi.waitFor(
      async () =>
        expect((await readsOf(partitionId)).map(({ call }) => call)).toEqual(
          expect.arrayContaining([callOf(listMembers), callOf(getReadRecording)]),
        ),
      patient,
    );
    expect((await told()).recordedReads).toBe('EVERYTHING');
    await record(partitionId, 'OBJECTS');
    await record(partitionId, 'NOTHING');
    // Each period of its own, so that a gap is never taken for a time when nobody looked.
    const { periods } = (await settingFor('reader')).body;
    expect(periods).toMatchObject([
      { scope: 'OBJECTS', toDate: expect.any(String) },
      { scope: 'EVERYTHING', toDate: expect.any(String) },
    ]);
    await read();
    expect((await readsOf(partitionId)).map(({ call }) => call)).not.toContain(callOf(getObject));
    for (const [as, status] of [
      ['reader', 403],
      ['editor', 403],
      ['stranger', 404],
    ] as const) {
      expect((await service.call(listReads, { as, params })).status).toBe(status);
      const body = { scope: 'NOTHING' } as const;
      expect((await service.call(putReadRecording, { as, params, body })).status).toBe(status);
    }
    const auditor = {
      [limitsHeader]: limits({ more: { permissions: ['events:read'], scope: 'all' } }),
    };
    expect((await service.call(listReads, { as: 'readsAll', params })).status).toBe(403);
    const audited = await service.call(listReads, { as: 'readsAll', headers: auditor, params });
    expect(audited.status).toBe(200);
    const wrong = { scope: 'NOTHING', keptDays: 0 } as const;
    const refused = await service.call(putReadRecording, { as: 'owner', params, body: wrong });
    expect(refused.status).toBe(400);
  });

  it('lose what is erased, and end with their term', async () => {
    const partitionId = await service.makePartition('Erased');
    const params = { partitionId };
    await record(partitionId, 'OBJECTS');
    const one = await write(partitionId, { name: 'Mrs. Zanzibar' });
    for (const query of ['name:ZANZIBAR', 'zanz', 'name:Other'])
      await service.call(searchObjects, { as: 'reader', params, body: { query } });
    await vi.waitFor(async () => expect(await readsOf(partitionId)).toHaveLength(3), patient);
    const erased = await service.call(eraseValues, {
      as: 'owner',
      params: { partitionId, objectId: one.id },
      body: { paths: ['/name'], reason: 'Asked to', legalBasis: 'GDPR 17' },
    });
    expect(erased.status).toBe(200);
    // Neither a query with the value nor one that found it.
    expect((await readsOf(partitionId)).map(({ query }) => query)).toEqual([
      expect.stringContaining('name:Other'),
      null,
      null,
    ]);

    await service.database.query(
      sql`update data.read_batch set batch_id = ('017f22e2-79b0-7' || substr(batch_id::text, 16))::uuid
        where partition_id = ${partitionId}`,
    );
    await sweepRecords(service.database);
    expect(await readsOf(partitionId)).toEqual([]);
  });

  it('lose what is erased however it was typed, and with vowels that are marks', async () => {
    const partitionId = await service.makePartition('Accents');
    const params = { partitionId };
    await record(partitionId, 'OBJECTS');
    const two = await write(partitionId, { name: 'Łucja Öztürk', other: 'สมชาย' });
    const typed = [
      'ÖZTÜRK',
      '"Öztürk"',
      'O\u0308ztu\u0308rk',
      'ozturk',
      'LUCJA',
      'สมชาย',
      'Sömebödy',
    ];
    for (const word of typed)
      await service.call(searchObjects, {
        as: 'editor',
        params,
        body: { query: `type:OTHER ${word}` },
      });
    const ofEditor = async () => readsOf(partitionId, { userId: people.editor.userId });
    const queriesOf = async () => (await ofEditor()).flatMap(({ query }) => query ?? []);
    await vi.waitFor(async () => expect(await queriesOf()).toHaveLength(typed.length), patient);
    await service.call(eraseValues, {
      as: 'owner',
      params: { partitionId, objectId: two.id },
      body: { paths: ['/name', '/other'], reason: 'Asked to', legalBasis: 'GDPR 17' },
    });
    expect(await queriesOf()).toEqual([expect.stringContaining('Sömebödy')]);
  });

  it('name the versions of a response, whatever their data looks like', async () => {
    const partitionId = await service.makePartition('Look-alikes');
    const params = { partitionId };
    await record(partitionId, 'OBJECTS');
    const ada = await write(partitionId, { name: 'Ada' });
    const liar = await write(partitionId, { data: [{ id: ada.id, timelineId: ada.timelineId }] });
    const inOne = { partitionId, objectId: liar.id };
    await service.call(getObject, { as: 'reader', params: inOne });
    await service.call(searchText, { as: 'reader', params, query: { text: ada.id } });
    await service.call(referencedBy, { as: 'reader', params: inOne });
    await service.call(getObjectProof, { as: 'reader', params: inOne });
    await vi.waitFor(async () => expect(await readsOf(partitionId)).toHaveLength(4), patient);
    for (const { objectIds, count } of await readsOf(partitionId))
      expect({ objectIds, count }).toEqual({ objectIds: [liar.id], count: expect.any(Number) });
    expect((await readsOf(partitionId))[0]).toMatchObject({
      call: callOf(getObjectProof),
      count: 1,
    });
    const { timelineId } = ada;
    expect(await readsOf(partitionId, { timelineId })).toEqual([]);
  });

  it('are of the titles that a subscription shows, and of keys, which are data too', async () => {
    const partitionId = await service.makePartition('Followed');
    const params = { partitionId };
    const as = 'reader' as const;
    const key = 'person/ada';
    const rows = [{ key, type: 'PATIENT', objectData: { name: 'Ada' }, references: [] }];
    await service.call(importObjects, { as: 'editor', params, query: {}, body: { rows } });
    await record(partitionId, 'OBJECTS');
    const [ada] = (await service.call(recentObjects, { as: 'owner', params })).body.data;
    const timelineId = ada?.timelineId ?? '';
    const followed = await service.call(createSubscription, {
      as,
      params,
      body: { timelineId, delivery: 'HOME' },
    });
    expect(followed.body.title).toBe('Ada');
    const one = { subscriptionId: followed.body.id };
    const references = [{ name: 'doctorRef', timelineId }];
    const search = await service.call(createSubscription, {
      as,
      params,
      body: { query: 'name:Ben', references, delivery: 'HOME' },
    });
    expect(search.body.references).toEqual([
      { name: 'doctorRef', timelineId, title: 'Ada', objectType: 'PATIENT' },
    ]);
    await service.call(listSubscriptions, { as, query: params });
    await service.call(getSubscription, { as, params: one });
    const stale = await service.call(changeSubscription, {
      as,
      headers: { 'if-match': '"99"' },
      params: one,
      body: { active: false },
    });
    expect([stale.status, stale.body.current]).toMatchObject([412, { title: 'Ada' }]);
    await service.call(changeSubscription, { as, params: one, body: { active: false } });
    const keys = await service.call(listTimelineKeys, {
      as,
      params,
      query: { timelineId: [timelineId] },
    });
    expect(keys.body).toEqual({ data: [{ timelineId, key }] });
    const calls = [
      listTimelineKeys,
      changeSubscription,
      changeSubscription,
      getSubscription,
      listSubscriptions,
      createSubscription,
      createSubscription,
    ];
    const { userId } = people[as];
    await vi.waitFor(
      async () => expect(await readsOf(partitionId, { userId })).toHaveLength(calls.length),
      patient,
    );
    // What two subscriptions show is one version.
    expect(await readsOf(partitionId, { userId })).toMatchObject(
      calls.map((call) => ({ call: callOf(call), objectIds: [ada?.id], count: 1 })),
    );
  });

  it('are of reads across partitions too, in each partition that they show', async () => {
    const partitionId = await service.makePartition('Across');
    await record(partitionId, 'OBJECTS');
    const since = '2020-01-01T00:00:00Z';
    const ada = await write(partitionId, { name: 'Melchizedek' });
    await service.call(searchAllPartitions, { as: 'reader', query: { query: 'Melchizedek' } });
    const more = 'Melchizedek OR Nebuchadnezzar';
    await service.call(searchAllPartitions, { as: 'reader', query: { query: more } });
    await service.call(changesSince, { as: 'reader', query: { since } });
    const writer = { userId: people.editor.userId };
    await service.call(listObjectsOfUser, { as: 'reader', params: writer });
    await vi.waitFor(async () => expect(await readsOf(partitionId)).toHaveLength(4), patient);
    expect(await readsOf(partitionId)).toMatchObject([
      { call: callOf(listObjectsOfUser), objectIds: [ada.id] },
      { call: callOf(changesSince), objectIds: [ada.id] },
      // The other word need not stand here.
      { call: callOf(searchAllPartitions), objectIds: [ada.id], count: 1, query: null },
      {
        call: callOf(searchAllPartitions),
        objectIds: [ada.id],
        count: 1,
        query: expect.stringContaining('Melchizedek'),
      },
    ]);
    // And all of them in one list, for owners and for auditors.
    const { userId } = people.reader;
    const ofReader = async (as: Person, headers = {}) => {
      const found = await service.call(listReadsOfAll, { as, headers, query: { userId } });
      return found.body.data.filter((each) => each.partitionId === partitionId);
    };
    expect(await ofReader('owner')).toMatchObject([
      { partitionName: 'Across', address: null, requestId: null },
      { call: callOf(changesSince) },
      { call: callOf(searchAllPartitions) },
      { call: callOf(searchAllPartitions) },
    ]);
    expect(await ofReader('reader')).toEqual([]);
    expect(await ofReader('editor')).toEqual([]);
    expect(await ofReader('readsAll')).toEqual([]);
    const auditor = {
      [limitsHeader]: limits({ more: { permissions: ['events:read'], scope: 'all' } }),
    };
    expect(await ofReader('readsAll', auditor)).toMatchObject([
      { address: '127.0.0.1' },
      {},
      {},
      {},
    ]);
    const found = await service.call(listReadsOfAll, {
      as: 'readsAll',
      headers: auditor,
      query: { userId, address: '127.0.0.1' },
    });
    expect(found.body.data.some((each) => each.partitionId === partitionId)).toBe(true);
    const hidden = { as: 'owner', query: { userId, address: '127.0.0.1' } } as const;
    expect((await service.call(listReadsOfAll, hidden)).body.data).toEqual([]);
    const credential = found.body.data[0]?.credential ?? '';
    expect(credential).toMatch(/^session\/./);
    const ofSession = { as: 'readsAll', headers: auditor, query: { credential } } as const;
    expect((await service.call(listReadsOfAll, ofSession)).body.data).not.toEqual([]);
    const ofHidden = { as: 'owner', query: { userId, credential } } as const;
    expect((await service.call(listReadsOfAll, ofHidden)).body.data).toEqual([]);
  });

  it('say of an export how much it had, and count it as a look at every object', async () => {
    const partitionId = await service.makePartition('Exported');
    await record(partitionId, 'OBJECTS');
    const ada = await write(partitionId, { name: 'Ada' });
    await write(partitionId, { name: 'Ben' });
    const path = `/v1/partitions/${partitionId}/export`;
    const file = await fetch(service.origin + path, {
      headers: { authorization: 'Bearer reader', accept: 'application/x-ndjson' },
    });
    await file.text();
    const { timelineId } = ada;
    await vi.waitFor(
      async () =>
        expect(await readsOf(partitionId, { timelineId })).toMatchObject([
          { call: callOf(exportObjects), whole: true, count: 2, objectIds: [] },
        ]),
      patient,
    );
    // Polls of the change feed that bring nothing are not looks.
    const changes = await service.call(listChanges, { as: 'reader', params: { partitionId } });
    const { nextCursor } = changes.body;
    const query = { after: nextCursor ?? '', wait: 0 };
    await service.call(listChanges, { as: 'reader', params: { partitionId }, query });
    await vi.waitFor(async () => expect(await readsOf(partitionId)).toHaveLength(2), patient);
    expect((await readsOf(partitionId))[0]).toMatchObject({ call: callOf(listChanges), count: 2 });
    const entries = await service.call(listLogEntries, { as: 'reader', params: { partitionId } });
    await vi.waitFor(async () => expect(await readsOf(partitionId)).toHaveLength(3), patient);
    expect((await readsOf(partitionId))[0]).toMatchObject({
      call: callOf(listLogEntries),
      whole: true,
      count: entries.body.data.length,
    });
  });

  it('are durable before the response leaves where an owner wants it', async () => {
    const partitionId = await service.makePartition('Durable');
    const params = { partitionId };
    const ada = await write(partitionId, { name: 'Ada' });
    const body = { scope: 'OBJECTS', durable: true } as const;
    await service.call(putReadRecording, { as: 'owner', params, body });
    const inOne = { partitionId, objectId: ada.id };
    const stored = async () =>
      service.database.query(sql`select from data.read_batch where partition_id = ${partitionId}`);
    for (let reads = 1; reads <= 5; reads += 1) {
      await service.call(getObject, { as: 'reader', params: inOne });
      expect(await stored()).toHaveLength(reads);
    }
  });

  it('of several partitions are written together, and one that cannot be written holds up no other', async () => {
    const partitions: { partitionId: string; objectId: string }[] = [];
    for (const name of ['First', 'Second', 'Third']) {
      const partitionId = await service.makePartition(name);
      const { id: objectId } = await write(partitionId, { name });
      await record(partitionId, 'OBJECTS');
      partitions.push({ partitionId, objectId });
    }
    const [first, second, third] = partitions.map(({ partitionId }) => partitionId);
    const transactionsOf = async () =>
      service.database.query<{ partitionId: string; transaction: string }>(
        sql`select partition_id as "partitionId", xmin::text as transaction from data.read_batch
          where partition_id = any(${partitions.map(({ partitionId }) => partitionId)}::uuid[])`,
      );
    let rounds = 0;
    const readEach = async () => {
      for (const params of partitions) await service.call(getObject, { as: 'reader', params });
      rounds += 1;
    };
    const countOf = async (partitionId = '') => (await readsOf(partitionId)).length;
    await vi.waitFor(async () => {
      await readEach();
      await vi.waitFor(async () => expect(await readsOf(third ?? '')).not.toEqual([]), patient);
      const rows = await transactionsOf();
      expect(new Set(rows.map(({ transaction }) => transaction)).size).toBeLessThan(rows.length);
    }, patient);
    // What is on its way would be counted later.
    await vi.waitFor(async () => {
      for (const partitionId of [first, second, third])
        expect(await countOf(partitionId)).toBe(rounds);
    }, patient);

    await service.database
      .query(sql`create function data.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`);
    await service.database.query(
      raw(`create trigger refuse before insert on data.read_batch for each row
        when (new.partition_id = '${second}') execute function data.refuse()`),
    );
    try {
      await readEach();
      await vi.waitFor(async () => {
        expect(await countOf(first)).toBe(rounds);
        expect(await countOf(third)).toBe(rounds);
      }, patient);
      expect(await countOf(second)).toBe(rounds - 1);
    } finally {
      await service.database.query(sql`drop trigger refuse on data.read_batch`);
    }
    await vi.waitFor(async () => expect(await countOf(second)).toBe(rounds), patient);
  });

  it('are written when a server stops, and by every server', async () => {
    const partitionId = await service.makePartition('Restarted');
    const ada = await write(partitionId, { name: 'Ada' });
    await record(partitionId, 'OBJECTS');
    const other = await startListener(service.database);
    for (let n = 0; n < 50; n += 1)
      await other.call(getObject, { as: 'reader', params: { partitionId, objectId: ada.id } });
    await other.close();
    expect(await readsOf(partitionId)).toHaveLength(50);
  });
});

it('are of every call that returns versions', () => {
  const reads = dataEndpoints.filter((endpoint: Endpoint) => isRead(endpoint));
  const names = (rows: readonly Endpoint[]) => rows.map(({ method, path }) => `${method} ${path}`);
  const others = names(reads.filter(({ shows }: Endpoint) => shows === undefined));
  expect(others.toSorted()).toEqual([
    'GET /v1/alias-url',
    'GET /v1/health',
    'GET /v1/jobs',
    'GET /v1/jobs/{jobId}',
    'GET /v1/log/checkpoint',
    'GET /v1/log/consistency',
    'GET /v1/migrations',
    'GET /v1/partitions',
    'GET /v1/partitions/all/change-sets',
    'GET /v1/partitions/all/ids/{id}',
    'GET /v1/partitions/all/reads',
    'GET /v1/partitions/all/saved-searches',
    'GET /v1/partitions/all/users',
    'GET /v1/partitions/all/users/current',
    'GET /v1/partitions/all/users/{userId}',
    'GET /v1/partitions/all/users/{userId}/open-work',
    'GET /v1/partitions/all/users/{userId}/partitions',
    'GET /v1/partitions/all/versions-per-day',
    'GET /v1/partitions/all/webhooks',
    'GET /v1/partitions/{partitionId}',
    'GET /v1/partitions/{partitionId}/activity',
    'GET /v1/partitions/{partitionId}/as-of',
    'GET /v1/partitions/{partitionId}/change-policy',
    'GET /v1/partitions/{partitionId}/change-policy/history',
    'GET /v1/partitions/{partitionId}/change-sets',
    'GET /v1/partitions/{partitionId}/change-sets/{changeSetId}',
    'GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/check',
    'GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/comments',
    'GET /v1/partitions/{partitionId}/change-sets/{changeSetId}/signing',
    'GET /v1/partitions/{partitionId}/erasures',
    'GET /v1/partitions/{partitionId}/erasures/{receipt}',
    'GET /v1/partitions/{partitionId}/log/checkpoint',
    'GET /v1/partitions/{partitionId}/log/consistency',
    'GET /v1/partitions/{partitionId}/read-recording',
    'GET /v1/partitions/{partitionId}/reads',
    'GET /v1/partitions/{partitionId}/samples',
    'GET /v1/partitions/{partitionId}/samples/{sampleId}/result',
    'GET /v1/partitions/{partitionId}/saved-searches',
    'GET /v1/partitions/{partitionId}/types',
    'GET /v1/partitions/{partitionId}/types/{type}',
    'GET /v1/partitions/{partitionId}/users',
    'GET /v1/partitions/{partitionId}/versions-per-day',
    'GET /v1/partitions/{partitionId}/webhooks',
    'GET /v1/partitions/{partitionId}/webhooks/{webhookId}',
    'GET /v1/partitions/{partitionId}/webhooks/{webhookId}/attempts',
    'GET /v1/system',
  ]);
});
