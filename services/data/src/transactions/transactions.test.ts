import { beforeEach, describe, expect, it } from 'vitest';
import type { CallInput } from '@annals/contracts/endpoint';
import { putObjectType } from '@annals/contracts/object-types';
import {
  createObject,
  endTimeline,
  latestObject,
  recentObjects,
  referencedBy,
  type ObjectVersion,
} from '@annals/contracts/objects';
import { archivePartition } from '@annals/contracts/partitions';
import { eraseValues } from '@annals/contracts/proofs';
import { exportObjects, importObjects, type ImportRow } from '@annals/contracts/transfers';
import { commitTransaction, maximalOperations } from '@annals/contracts/transactions';
import { testDatabases } from '@annals/kit/testing/databases';
import { readAllPages } from '../testing/read-all-pages.ts';
import { people, listenerForAll, type Person } from '../testing/data-listener.ts';
import { verifySnapshot } from '../verification/verify-partitions.ts';

type Operation = CallInput<typeof commitTransaction>['body']['operations'][number];

const absent = '01890a5d-ac96-774b-bcce-b302099a8057';
const create = (localName: string, ...to: string[]): Operation => ({
  operation: 'create',
  localName,
  type: 'TAG',
  objectData: { name: localName },
  references: to.map((target) => ({ name: 'to', localName: target })),
});

describe.each(testDatabases())('transactions, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeEach(async () => {
    partitionId = await service.makePartition();
  });

  interface Sent {
    as?: Person;
    key?: string;
    dryRun?: boolean;
  }
  const commit = async (operations: Operation[], { as = 'editor', key, dryRun }: Sent = {}) =>
    service.call(commitTransaction, {
      as,
      headers: key === undefined ? {} : { 'idempotency-key': key },
      params: { partitionId },
      query: dryRun === undefined ? {} : { dryRun },
      body: { operations },
    });
  const start = async (objectData: Record<string, unknown> = {}) => {
    const { body } = await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type: 'TAG', objectData },
    });
    return { ...body, timelineId: body.timelineId ?? '' };
  };
  const follow = async (
    { id, timelineId }: { id: string; timelineId: string },
    objectData: Record<string, unknown>,
  ) => {
    const { status, body } = await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { timelineId, predecessorId: id, objectData },
    });
    expect(status).toBe(201);
    return { ...body, timelineId };
  };
  const end = async (timelineId: string) =>
    (
      await service.call(endTimeline, {
        as: 'editor',
        params: { partitionId, timelineId },
        body: {},
      })
    ).body;
  const recent = async (asOf?: string) =>
    readAllPages(service, recentObjects, {
      as: 'reader',
      params: { partitionId },
      query: asOf === undefined ? {} : { asOf },
    });
  const latest = async (timelineId = '') =>
    (await service.call(latestObject, { as: 'reader', params: { partitionId, timelineId } })).body;
  const targetsOf = (version: ObjectVersion | undefined) =>
    version?.references?.map(({ timelineId, objectId }) => ({ timelineId, objectId }));
  const asTarget = (version: ObjectVersion | undefined) => ({
    timelineId: version?.timelineId,
    objectId: version?.id,
  });

  it('creates, updates, ends and restores at one moment, numbered consecutively, and answers in order', async () => {
    const changed = await start({ n: 1 });
    const ended = await start({ n: 2 });
    const first = await start({ n: 3 });
    const second = await follow(first, { n: 4 });
    const { status, body } = await commit([
      { operation: 'newVersion', timelineId: changed.timelineId, objectData: { n: 5 } },
      create('new'),
      { operation: 'end', timelineId: ended.timelineId, predecessorId: ended.id },
      {
        operation: 'restore',
        timelineId: first.timelineId,
        objectId: first.id,
        predecessorId: second.id,
      },
    ]);
    expect(status).toBe(201);
    expect(body.dryRun).toBe(false);
    const date = body.data[0]?.modificationDate;
    const common = {
      partitionId,
      type: 'TAG',
      modificationDate: date,
      modificationUserId: people.editor.userId,
      modificationUserName: 'EDITOR',
    };
    expect(body.data).toMatchObject([
      { ...common, sequence: 5, objectData: { n: 5 }, predecessorId: changed.id },
      { ...common, sequence: 6, objectData: { name: 'new' }, predecessorId: null },
      { ...common, sequence: 7, objectData: { n: 2 }, endedDate: date, predecessorId: ended.id },
      { ...common, sequence: 8, objectData: { n: 3 }, endedDate: null, predecessorId: second.id },
    ]);
    for (const version of body.data)
      await expect(latest(version.timelineId)).resolves.toEqual(version);
    // No moment shows a part of it.
    await expect(recent(date)).resolves.toHaveLength(8);
    await expect(recent(second.modificationDate)).resolves.toHaveLength(4);
  });

  it('stores one reason with every version', async () => {
    const { status, body } = await service.call(commitTransaction, {
      as: 'editor',
      params: { partitionId },
      body: { reason: ' Moved house ', operations: [create('a', 'b'), create('b')] },
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject([{ reason: 'Moved house' }, { reason: 'Moved house' }]);
    for (const version of body.data)
      await expect(latest(version.timelineId)).resolves.toEqual(version);
  });

  it('resolves local names in any order, including circles and references to the object itself', async () => {
    const old = await start();
    const { status, body } = await commit([
      create('first', 'later', 'first'),
      {
        operation: 'newVersion',
        timelineId: old.timelineId,
        objectData: {},
        references: [
          { name: 'of', localName: 'later' },
          { name: 'of', timelineId: old.timelineId },
        ],
      },
      create('later', 'first'),
    ]);
    expect(status).toBe(201);
    const [first, follower, later] = body.data;
    expect(targetsOf(first)).toEqual([asTarget(later), asTarget(first)]);
    expect(targetsOf(follower)).toEqual([asTarget(later), asTarget(old)]);
    expect(targetsOf(later)).toEqual([asTarget(first)]);
    expect(new Set(body.data.map(({ sequence }) => sequence))).toEqual(new Set([2, 3, 4]));
    const { body: pointing } = await service.call(referencedBy, {
      as: 'reader',
      params: { partitionId, objectId: later?.id ?? '' },
    });
    expect(new Set(pointing.data.map(({ object }) => object.id))).toEqual(
      new Set([first?.id, follower?.id]),
    );
  });

  it('writes an object before those that refer to it, and everything else as given', async () => {
    const { body } = await commit([
      create('a', 'd'),
      create('b'),
      create('c', 'b'),
      create('d', 'e'),
      create('e'),
    ]);
    expect(body.data.map(({ sequence }) => sequence)).toEqual([3, 4, 5, 2, 1]);
  });

  it('writes a log that verifies', async () => {
    const { body } = await commit([
      create('a', 'b'),
      create('b', 'a'),
      ...Array.from({ length: 300 }, (_, n) => create(`n${n}`, 'a')),
    ]);
    await commit([
      { operation: 'end', timelineId: body.data[0]?.timelineId ?? '' },
      { operation: 'newVersion', timelineId: body.data[1]?.timelineId ?? '', objectData: { n: 1 } },
    ]);
    const findings: string[] = [];
    let versions = 0;
    await verifySnapshot(
      service.database,
      { partition: partitionId, keys: [], checkpoints: [] },
      {
        onFinding: (_, { message }) => findings.push(message),
        onProgress: () => undefined,
        onVerified: ({ walked }) => {
          versions += walked.versions;
        },
      },
    );
    expect(versions).toBe(304);
    expect(findings).toEqual([]);
  });

  it('exports what can be imported page by page, with circles across the pages', async () => {
    const target = await start();
    await commit([create('b'), create('a', 'b')]);
    const circle = Array.from({ length: 6 }, (_, n) => create(`${n}`, `${(n + 1) % 6}`));
    await commit(circle);
    await commit([{ operation: 'end', timelineId: target.timelineId }, create('c', 'c')]);
    const pages: ImportRow[][] = [];
    let cursor: string | undefined;
    do {
      const { body } = await service.call(exportObjects, {
        as: 'owner',
        params: { partitionId },
        query: { pageSize: 6, ...(cursor ? { cursor } : {}) },
      });
      pages.push(body.data);
      cursor = body.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages.map(({ length }) => length)).toEqual([3, 6, 2]);
    partitionId = await service.makePartition();
    for (const rows of pages)
      expect(
        await service.call(importObjects, { as: 'owner', params: { partitionId }, body: { rows } }),
      ).toMatchObject({ status: 200 });
    const again = await readAllPages(service, exportObjects, {
      as: 'owner',
      params: { partitionId },
    });
    expect(again).toEqual(pages.flat());
  });

  it('refuses everything for one conflict, and lists each with its current head', async () => {
    const changed = await start({ n: 1 });
    const newer = await follow(changed, { n: 2 });
    const gone = await start();
    const ended = await end(gone.timelineId);
    const newest = await start();
    const before = await recent();
    const refused = await commit([
      create('new'),
      {
        operation: 'newVersion',
        timelineId: changed.timelineId,
        objectData: {},
        predecessorId: changed.id,
      },
      { operation: 'end', timelineId: gone.timelineId },
      { operation: 'restore', timelineId: newest.timelineId, objectId: newest.id },
    ]);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'transaction_conflict',
        conflicts: [
          { operation: 1, code: 'stale_predecessor' },
          { operation: 2, code: 'timeline_ended' },
          { operation: 3, code: 'nothing_to_restore' },
        ],
      },
    });
    const current = refused.body.conflicts?.map((conflict) => conflict['current']);
    expect(current).toEqual([
      await latest(newer.timelineId),
      await latest(ended.timelineId),
      await latest(newest.timelineId),
    ]);
    await expect(recent()).resolves.toEqual(before);
  });

  it('answers conflicts about large objects only with ids beyond a limit', async () => {
    const large = [];
    for (let n = 0; n < 6; n++) large.push(await start({ text: 'x'.repeat(900_000) }));
    for (const { timelineId } of large) await end(timelineId);
    const { status, body } = await commit(
      large.map(({ timelineId }) => ({ operation: 'newVersion', timelineId, objectData: {} })),
    );
    expect(status).toBe(409);
    const current = body.conflicts?.map((conflict) => conflict['current'] as ObjectVersion);
    expect(current?.map(({ timelineId }) => timelineId)).toEqual(
      large.map(({ timelineId }) => timelineId),
    );
    expect(current?.map(({ objectData }) => objectData !== undefined)).toEqual([
      ...Array.from({ length: 4 }, () => true),
      false,
      false,
    ]);
  });

  it('reports every invalid field of every operation, with the conflicts, and writes nothing', async () => {
    const jsonSchema = { type: 'object', required: ['price'] };
    const old = await start({ n: 1 });
    await follow(old, { n: 2 });
    await service.call(putObjectType, {
      as: 'owner',
      params: { partitionId, type: 'TAG' },
      body: { jsonSchema },
    });
    const priced = { type: 'TAG', objectData: { price: 1 } };
    const twice = { name: 'to', localName: 'one' };
    const before = await recent();
    const refused = await commit([
      { operation: 'create', type: 'TAG', objectData: {} },
      { operation: 'create', localName: 'one', ...priced, references: [twice, twice] },
      { operation: 'create', localName: 'one', ...priced },
      {
        operation: 'create',
        ...priced,
        references: [
          { name: 'to', localName: 'nowhere' },
          { name: 'to', timelineId: absent },
        ],
      },
      { operation: 'newVersion', timelineId: absent, objectData: {} },
      { operation: 'restore', timelineId: old.timelineId, objectId: absent },
      { operation: 'restore', timelineId: old.timelineId, objectId: old.id },
      {
        operation: 'newVersion',
        timelineId: old.timelineId,
        objectData: {},
        predecessorId: old.id,
      },
    ]);
    expect(refused.status).toBe(400);
    expect(refused.body.fields?.map(({ path }) => path)).toEqual([
      'body.operations.0.objectData.price',
      'body.operations.1.references.1.localName',
      'body.operations.2.localName',
      'body.operations.3.references.0.localName',
      'body.operations.3.references.1.timelineId',
      'body.operations.4.timelineId',
      'body.operations.5.objectId',
      'body.operations.6.timelineId',
      'body.operations.6.objectId',
      'body.operations.7.timelineId',
    ]);
    expect(refused.body.conflicts).toMatchObject([{ operation: 7, code: 'stale_predecessor' }]);
    await expect(recent()).resolves.toEqual(before);
  });

  it('refuses an invalid operation, and says where', async () => {
    const cases: [unknown, string][] = [
      [{ operation: 'remove', timelineId: absent }, 'body.operations.0.operation'],
      [{ operation: 'create', type: '1st', objectData: {} }, 'body.operations.0.type'],
      [{ operation: 'end' }, 'body.operations.0.timelineId'],
      [{ operation: 'restore', timelineId: absent }, 'body.operations.0.objectId'],
      [
        { operation: 'create', type: 'TAG', objectData: {}, timelineId: absent },
        'body.operations.0',
      ],
      [
        { operation: 'create', type: 'TAG', objectData: {}, references: [{ name: 'to' }] },
        'body.operations.0.references.0.timelineId',
      ],
    ];
    for (const [operation, path] of cases) {
      const { status, body } = await commit([operation as Operation]);
      expect([status, body.fields?.map((field) => field.path)]).toEqual([400, [path]]);
    }
    expect((await commit([])).status).toBe(400);
    const tooMany = Array.from({ length: maximalOperations + 1 }, (_, n) => create(`n${n}`));
    expect((await commit(tooMany)).status).toBe(400);
    const { status, body } = await commit(tooMany.slice(1));
    expect([status, body.data?.length]).toEqual([201, maximalOperations]);
  });

  it('refuses more than 8 MiB including what it restores or ends', async () => {
    const large = [];
    for (let n = 0; n < 10; n++) large.push(await start({ text: 'x'.repeat(900_000) }));
    const ends = large.map(({ timelineId }): Operation => ({ operation: 'end', timelineId }));
    expect(await commit(ends)).toMatchObject({ status: 413, body: { code: 'too_large' } });
    await expect(recent()).resolves.toHaveLength(10);
    expect((await commit(ends.slice(3))).status).toBe(201);
  });

  it('writes once per key, and repeats the response without what was erased since', async () => {
    const send = async (n = 1) =>
      commit([create('a', 'b'), create('b'), create(`n${n}`)], { key: 'the-same-key' });
    const first = await send();
    expect(await send()).toMatchObject({ status: 201, body: first.body });
    expect(await send(2)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    await service.call(eraseValues, {
      as: 'owner',
      params: { partitionId, objectId: first.body.data[0]?.id ?? '' },
      body: { paths: ['/name'], reason: 'Asked for.', legalBasis: 'GDPR Art. 17' },
    });
    const { body } = await send();
    expect(body.data[0]).toMatchObject({ objectData: { name: null }, erased: [{ path: '/name' }] });
    expect(body.data.slice(1)).toEqual(first.body.data.slice(1));
    await expect(recent()).resolves.toHaveLength(3);
  });

  it('accepts one of several concurrent ones based on the same versions', async () => {
    const first = await start();
    const other = await start();
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, n) =>
        commit([
          create(`n${n}`),
          ...[first, other].map(({ id, timelineId }): Operation => ({
            operation: 'newVersion',
            timelineId,
            objectData: { n },
            predecessorId: id,
          })),
        ]),
      ),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(201), count(409)]).toEqual([1, 11]);
    await expect(recent()).resolves.toHaveLength(5);
  });

  it('reports in a dry run what it would write, and writes nothing', async () => {
    const first = await start({ n: 1 });
    const operations: Operation[] = [
      create('a', 'b'),
      create('b', 'a'),
      { operation: 'end', timelineId: first.timelineId, predecessorId: first.id },
    ];
    const key = 'the-same-key';
    const dry = await commit(operations, { dryRun: true, key });
    expect(dry.status).toBe(200);
    expect(dry.body).toMatchObject({
      dryRun: true,
      data: [{ modificationCount: 1 }, { modificationCount: 1 }, { modificationCount: 2 }],
    });
    await expect(recent()).resolves.toEqual([first]);
    const conflicting: Operation = {
      operation: 'end',
      timelineId: first.timelineId,
      predecessorId: absent,
    };
    expect((await commit([conflicting], { dryRun: true })).status).toBe(409);
    expect((await commit([{ ...conflicting, timelineId: absent }], { dryRun: true })).status).toBe(
      400,
    );
    // Nothing is stored for its key.
    expect((await commit(operations.slice(0, 2), { key })).status).toBe(201);
  });

  it('writes nothing to an archived partition', async () => {
    await service.call(archivePartition, {
      as: 'owner',
      params: { partitionId },
      body: { archived: true },
    });
    for (const dryRun of [false, true])
      expect(await commit([create('a')], { dryRun })).toMatchObject({
        status: 409,
        body: { code: 'partition_archived' },
      });
    await expect(recent()).resolves.toEqual([]);
  });

  it('does not affect another partition', async () => {
    const elsewhere = await start();
    const otherId = partitionId;
    partitionId = await service.makePartition();
    const { timelineId } = elsewhere;
    const refused = await commit([
      { operation: 'newVersion', timelineId, objectData: {} },
      { operation: 'create', type: 'TAG', objectData: {}, references: [{ name: 'r', timelineId }] },
      { operation: 'restore', timelineId: absent, objectId: elsewhere.id },
    ]);
    expect(refused.body.fields?.map(({ path }) => path)).toEqual([
      'body.operations.0.timelineId',
      'body.operations.1.references.0.timelineId',
      'body.operations.2.objectId',
    ]);
    expect(JSON.stringify(refused.body)).not.toContain(elsewhere.id);
    partitionId = otherId;
    await expect(recent()).resolves.toEqual([elsewhere]);
  });

  it('requires the role EDITOR', async () => {
    const cases: [Person | undefined, number][] = [
      [undefined, 401],
      ['stranger', 404],
      ['reader', 403],
      ['readsAll', 403],
      ['owner', 201],
      ['writesAll', 201],
    ];
    for (const [as, expected] of cases) {
      const { status } = await service.send('POST', `/v1/partitions/${partitionId}/transactions`, {
        as,
        body: JSON.stringify({ operations: [create('a')] }),
      });
      expect([as, status]).toEqual([as, expected]);
    }
    partitionId = absent;
    expect((await commit([create('a')])).status).toBe(404);
  });

  it('stores the keys of created objects for imports, and refuses one that is taken', async () => {
    const keyed = (key: string) =>
      ({ operation: 'create', type: 'TAG', objectData: { key }, key }) as const;
    const params = { partitionId };
    const send = async (keys: string[], dryRun = false) =>
      service.call(commitTransaction, {
        as: 'editor',
        params,
        query: { dryRun },
        body: { operations: keys.map(keyed) },
      });
    expect((await send(['a', 'b'], true)).status).toBe(200);
    expect((await send(['a', 'b'])).status).toBe(201);
    const rows = ['a', 'b', 'c'].map((key) => ({
      key,
      type: 'TAG',
      objectData: { key, n: 2 },
      references: [],
    }));
    const imported = await service.call(importObjects, { as: 'editor', params, body: { rows } });
    expect(imported.body).toMatchObject({ created: 1, changed: 2 });
    for (const [keys, index] of [
      [['d', 'c'], 1],
      [['e', 'e'], 1],
    ] as const) {
      const refused = await send([...keys]);
      expect([refused.status, refused.body.fields]).toMatchObject([
        400,
        [
          {
            path: `body.operations.${index}.key`,
            message: 'Another object of this partition already has this key.',
          },
        ],
      ]);
    }
    expect((await send(['d', 'e'])).status).toBe(201);
    expect((await send([''])).status).toBe(400);
  });
});
