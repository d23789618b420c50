import { raw } from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BodyOf } from '@annals/contracts/endpoint';
import {
  createObject,
  endTimeline,
  latestObject,
  recentObjects,
  referencedBy,
} from '@annals/contracts/objects';
import { getPartition } from '@annals/contracts/partitions';
import { bothDatabases } from '@annals/kit/testing/databases';
import { readAllPages } from '../testing/read-all-pages.ts';
import { people, listenerForAll } from '../testing/data-listener.ts';

const uuidv7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const absent = '01890a5d-ac96-774b-bcce-b302099a8057';

describe.each(bothDatabases())('writing objects, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeEach(async () => {
    partitionId = await service.makePartition();
  });

  type Body = Partial<BodyOf<typeof createObject>>;
  const write = async (body: Body, as: 'owner' | 'editor' = 'editor') =>
    service.call(createObject, { as, params: { partitionId }, body: { objectData: {}, ...body } });
  const start = async (body: Body = {}) => {
    const answer = await write({ type: 'TAG', ...body });
    expect(answer.status).toBe(201);
    return { ...answer.body, timelineId: answer.body.timelineId ?? '' };
  };
  const end = async (timelineId: string, predecessorId?: string) =>
    service.call(endTimeline, {
      as: 'editor',
      params: { partitionId, timelineId },
      body: predecessorId ? { predecessorId } : {},
    });
  const latest = async (timelineId: string) =>
    (await service.call(latestObject, { as: 'reader', params: { partitionId, timelineId } })).body;
  const recent = async () =>
    readAllPages(service, recentObjects, { as: 'reader', params: { partitionId } });

  it('accepts the response of a read with other data, based on the version that was read', async () => {
    const target = await start();
    const references = [{ name: 'tagRef', timelineId: target.timelineId }];
    const first = await start({ type: 'PRODUCT', objectData: { n: 1 }, references });
    const read = await latest(first.timelineId);
    const second = await write({ ...read, objectData: { n: 2 } });
    expect(second).toMatchObject({
      status: 201,
      body: {
        timelineId: first.timelineId,
        predecessorId: first.id,
        modificationCount: 2,
        objectData: { n: 2 },
        references: [expect.objectContaining(references[0])],
      },
    });
    // Somebody has written since.
    expect((await write({ ...read, objectData: { n: 3 } })).status).toBe(409);
    expect((await write({ type: 'PRODUCT', shape: 'round' } as Body)).status).toBe(400);
  });

  it('starts a timeline only if there is none, on request', async () => {
    const { timelineId } = await start({ predecessorId: null });
    expect((await write({ timelineId, predecessorId: null })).status).toBe(409);
  });

  it('starts a timeline and returns the whole version, which reads back the same', async () => {
    const objectData = {
      title: 'Node.js',
      nested: { list: [1, 2.5, -0.001, 'ü', null, true], ключ: '\u2028 "\\ ' },
    };
    const version = await start({ objectData });
    expect(version).toEqual({
      id: expect.stringMatching(uuidv7),
      partitionId,
      timelineId: expect.stringMatching(uuidv7),
      type: 'TAG',
      objectData,
      references: [],
      genesisDate: version.modificationDate,
      genesisUserId: people.editor.userId,
      modificationDate: expect.stringMatching(moment),
      modificationUserId: people.editor.userId,
      modificationUserName: 'EDITOR',
      modificationCount: 1,
      predecessorId: null,
      endedDate: null,
      sequence: 1,
      importedDate: null,
      importedUserId: null,
      reason: null,
      changeSetId: null,
    });
    await expect(latest(version.timelineId)).resolves.toEqual(version);
  });

  it('adds a version to the latest, of the same type', async () => {
    const first = await start({ objectData: { a: 1 } });
    const second = await write(
      { timelineId: first.timelineId, predecessorId: first.id, objectData: { a: 2 } },
      'owner',
    );
    expect(second.status).toBe(201);
    expect(second.body).toMatchObject({
      timelineId: first.timelineId,
      type: 'TAG',
      genesisDate: first.genesisDate,
      genesisUserId: people.editor.userId,
      modificationUserId: people.owner.userId,
      modificationCount: 2,
      predecessorId: first.id,
    });
    expect(second.body.modificationDate > first.modificationDate).toBe(true);
    await expect(latest(first.timelineId.toUpperCase())).resolves.toEqual(second.body);
  });

  it('returns 409 with the current head if the predecessor is not the latest, and follows it without one', async () => {
    const first = await start();
    const { body: second } = await write({
      timelineId: first.timelineId,
      predecessorId: first.id,
      objectData: { n: 2 },
    });
    for (const predecessorId of [first.id, absent, null]) {
      const refused = await write({ timelineId: first.timelineId, predecessorId });
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'stale_predecessor', current: second },
      });
    }
    await expect(recent()).resolves.toHaveLength(2);
    const third = await write({ timelineId: first.timelineId });
    expect(third).toMatchObject({ status: 201, body: { predecessorId: second.id } });
  });

  it('refuses invalid input with its path', async () => {
    const tag = await start();
    const target = { name: 'tagRef', timelineId: tag.timelineId };
    const cases: [Body, string][] = [
      [{}, 'body.type'],
      [{ type: '1st' }, 'body.type'],
      [{ type: 'CATEGORY', timelineId: tag.timelineId, predecessorId: tag.id }, 'body.type'],
      [{ type: 'TAG', predecessorId: tag.id }, 'body.timelineId'],
      [
        { type: 'TAG', references: [target, { name: 'x', timelineId: absent }] },
        'body.references.1.timelineId',
      ],
      [
        {
          type: 'TAG',
          references: [target, { ...target, timelineId: tag.timelineId.toUpperCase() }],
        },
        'body.references.1.timelineId',
      ],
      [
        { type: 'TAG', references: [{ name: '', timelineId: tag.timelineId }] },
        'body.references.0.name',
      ],
    ];
    for (const [body, path] of cases) {
      const { status, body: problem } = await write(body);
      expect(status).toBe(400);
      expect(problem.fields?.map((field) => field.path)).toEqual([path]);
    }
    const unknown = await service.send('POST', `/v1/partitions/${partitionId}/objects`, {
      as: 'editor',
      body: '{"type":"TAG","objectData":{},"extra":1}',
    });
    expect(unknown.status).toBe(400);
    const inexact = await service.send('POST', `/v1/partitions/${partitionId}/objects`, {
      as: 'editor',
      body: '{"type":"TAG","objectData":{"n":12345678901234567890}}',
    });
    expect(inexact.status).toBe(400);
    expect((await write({ timelineId: absent, predecessorId: absent })).status).toBe(404);
    await expect(recent()).resolves.toHaveLength(1);
  });

  it('refuses references to another partition', async () => {
    const elsewhere = await start();
    partitionId = await service.makePartition();
    const { status } = await write({
      type: 'TAG',
      references: [{ name: 'r', timelineId: elsewhere.timelineId }],
    });
    expect(status).toBe(400);
    expect(
      (await write({ timelineId: elsewhere.timelineId, predecessorId: elsewhere.id })).status,
    ).toBe(404);
  });

  it('stores with a reference the version of its target, and allows several targets per name', async () => {
    const target = await start({ type: 'CATEGORY' });
    const other = await start();
    const references = [target, other].map(({ timelineId }) => ({ name: 'ref', timelineId }));
    const source = await start({ references });
    await write({ timelineId: target.timelineId, predecessorId: target.id });
    expect((await latest(source.timelineId)).references).toEqual([
      { name: 'ref', timelineId: target.timelineId, type: 'CATEGORY', objectId: target.id },
      { name: 'ref', timelineId: other.timelineId, type: 'TAG', objectId: other.id },
    ]);
  });

  it('ends a timeline with its data and references, after which it accepts no version and its references are invalid', async () => {
    const target = await start();
    const source = await start({
      objectData: { a: 1 },
      references: [{ name: 'r', timelineId: target.timelineId }],
    });
    expect((await end(source.timelineId, target.id)).body).toMatchObject({
      code: 'stale_predecessor',
    });
    const ended = await end(source.timelineId, source.id);
    expect(ended.status).toBe(201);
    expect(ended.body).toMatchObject({
      objectData: { a: 1 },
      references: source.references ?? [],
      modificationCount: 2,
      predecessorId: source.id,
      endedDate: ended.body.modificationDate,
    });
    for (const again of [
      await end(source.timelineId),
      await write({ timelineId: source.timelineId, predecessorId: ended.body.id }),
    ])
      expect(again).toMatchObject({
        status: 409,
        body: { code: 'timeline_ended', current: ended.body },
      });
    expect((await end(absent)).status).toBe(404);

    const pointing = async (asOf?: string) =>
      (
        await service.call(referencedBy, {
          as: 'reader',
          params: { partitionId, objectId: target.id },
          query: asOf ? { asOf } : {},
        })
      ).body.data;
    await expect(pointing()).resolves.toEqual([]);
    await expect(pointing(source.modificationDate)).resolves.toHaveLength(1);
    await expect(pointing(ended.body.modificationDate)).resolves.toEqual([]);
  });

  it('accepts exactly one of a hundred writes based on one predecessor', async () => {
    const first = await start();
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, n) =>
        write({ timelineId: first.timelineId, predecessorId: first.id, objectData: { n } }),
      ),
    );
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(99);
    expect(refused.every(({ body }) => body.current?.id === taken[0]?.body.id)).toBe(true);
    await expect(recent()).resolves.toHaveLength(2);
  });

  it('numbers two hundred concurrent writes without gaps, in the order of their dates, in few transactions', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => start({ objectData: { n } })),
    );
    const rows = await service.database.query<{
      seq: number;
      id: string;
      date: string;
      transaction: string;
    }>(
      raw(`select seq, object_id as id, modification_date as date, xmin::text as transaction from data.version
        where partition_id = '${partitionId}' order by seq`),
    );
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
    expect(rows.map(({ date }) => date)).toEqual([...new Set(rows.map(({ date }) => date))].sort());
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(answers.map(({ id }) => id)));
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted());
    expect(new Set(rows.map(({ transaction }) => transaction)).size).toBeLessThan(100);
    const { body } = await service.call(getPartition, { as: 'reader', params: { partitionId } });
    expect(body).toMatchObject({ versionCount: 200, timelineCount: 200 });
  });

  it('does not let a refused write affect others in its transaction', async () => {
    const first = await start();
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        if (n % 3 === 0) return write({ timelineId: first.timelineId, predecessorId: first.id });
        if (n % 3 === 1)
          return write({ type: 'TAG', references: [{ name: 'r', timelineId: absent }] });
        return write({ type: 'TAG', objectData: { n } });
      }),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(201), count(400), count(409)]).toEqual([21, 20, 19]);
  });
});
