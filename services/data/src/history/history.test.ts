import { beforeAll, describe, expect, it } from 'vitest';
import { importObjects } from '@annals/contracts/transfers';
import { recentObjects, timelineBlame, timelineValues } from '@annals/contracts/objects';
import { testDatabases } from '@annals/kit/testing/databases';
import { listenerForAll } from '../testing/data-listener.ts';
import { readAllPages } from '../testing/read-all-pages.ts';

const as = 'reader';
const day = (number: number) => `2020-01-0${number}T00:00:00.000000Z`;

const documents = [
  { state: 'new', list: [{ id: 1, n: 1 }], 'a/b': { '~c': 1 } },
  { state: 'new', list: [{ id: 1, n: 2 }], 'a/b': { '~c': 1 } },
  { state: null, list: [{ id: 1, n: 2 }] },
  { list: [{ id: 1, n: 2 }] },
  { state: { is: 'open', by: 1 }, list: [{ id: 1, n: 2 }] },
  { state: { by: 1.0, is: 'open' }, list: [{ id: 1, n: 3 }] },
];

describe.each(testDatabases())('the history of fields, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let params: { partitionId: string; timelineId: string };
  let objectIds: string[];

  beforeAll(async () => {
    const partitionId = await service.makePartition();
    await service.call(importObjects, {
      as: 'editor',
      params: { partitionId },
      body: {
        rows: documents.map((objectData, index) => ({
          key: 'k',
          type: 'TAG',
          objectData,
          modificationDate: day(index + 1),
        })),
      },
    });
    const { body } = await service.call(recentObjects, { as, params: { partitionId } });
    objectIds = body.data.map(({ id }) => id).toReversed();
    params = { partitionId, timelineId: body.data[0]?.timelineId ?? '' };
  });

  const blame = async (asOf?: string) =>
    service.call(timelineBlame, { as, params, query: asOf === undefined ? {} : { asOf } });

  it('names for each field the version that last changed it', async () => {
    const { status, body } = await blame();
    expect(status).toBe(200);
    expect(body).toMatchObject({ objectId: objectIds[5], complete: true });
    const counts = body.data.map(({ path, modificationCount }) => [path, modificationCount]);
    expect(Object.fromEntries(counts)).toEqual({
      '/list/0/id': 1,
      '/list/0/n': 6,
      '/state/by': 5,
      '/state/is': 5,
    });
    expect(body.data.find(({ path }) => path === '/state/is')).toEqual({
      path: '/state/is',
      value: 'open',
      objectId: objectIds[4],
      modificationCount: 5,
      modificationDate: day(5),
      modificationUserId: expect.any(String),
      modificationUserName: 'EDITOR',
      reason: null,
    });
  });

  it('names them as of a moment', async () => {
    const { body } = await blame(day(3));
    expect(body.objectId).toBe(objectIds[2]);
    expect(body.data.map(({ path, modificationCount }) => [path, modificationCount])).toEqual(
      expect.arrayContaining([
        ['/state', 3],
        ['/list/0/n', 2],
      ]),
    );
    expect((await blame('2019-12-31T00:00:00Z')).status).toBe(404);
  });

  const values = async (path: string, pageSize = 50, asOf?: string) =>
    (
      await readAllPages(service, timelineValues, {
        as,
        params,
        query: { path, pageSize, ...(asOf === undefined ? {} : { asOf }) },
      })
    ).map(({ value, present, modificationCount, toDate }) => [
      value,
      present,
      modificationCount,
      toDate,
    ]);

  it('returns the values of a field over time, merging equal ones, and distinguishing absence from null', async () => {
    const states = [
      [{ is: 'open', by: 1 }, true, 5, null],
      [null, false, 4, day(5)],
      [null, true, 3, day(4)],
      ['new', true, 1, day(3)],
    ];
    await expect(values('/state')).resolves.toEqual(states);
    await expect(values('/state', 1)).resolves.toEqual(states);
    await expect(values('/state', 2, day(4))).resolves.toEqual([
      [null, false, 4, null],
      [null, true, 3, day(4)],
      ['new', true, 1, day(3)],
    ]);
    await expect(values('/list/0/n')).resolves.toEqual([
      [3, true, 6, null],
      [2, true, 2, day(6)],
      [1, true, 1, day(2)],
    ]);
    await expect(values('/a~1b/~0c')).resolves.toEqual([
      [null, false, 3, null],
      [1, true, 1, day(3)],
    ]);
    await expect(values('/nothing')).resolves.toEqual([[null, false, 1, null]]);
  });

  it('follows an element of a list while others are added, removed and reordered', async () => {
    const versions = [
      [{ sku: 'A', qty: 1 }],
      [
        { sku: 'B', qty: 7 },
        { sku: 'A', qty: 1 },
      ],
      [{ sku: 'B', qty: 7 }],
      undefined,
      [
        { sku: 'B', qty: 7 },
        { sku: 'A', qty: 3 },
      ],
      [
        { sku: 'A', qty: 3 },
        { sku: 'B', qty: 8 },
      ],
    ];
    await service.call(importObjects, {
      as: 'editor',
      params: { partitionId: params.partitionId },
      body: {
        rows: versions.map((items, index) => ({
          key: 'order',
          type: 'ORDER',
          objectData: { ...(items && { items }) },
          modificationDate: `2021-01-0${index + 1}T00:00:00Z`,
        })),
      },
    });
    const { body } = await service.call(recentObjects, {
      as,
      params: { partitionId: params.partitionId },
    });
    const timelineId = body.data[0]?.timelineId ?? '';
    const valuesOf = async (path: string, pageSize: number) =>
      (
        await readAllPages(service, timelineValues, {
          as,
          params: { partitionId: params.partitionId, timelineId },
          query: { path, pageSize },
        })
      ).map(({ value, present, modificationCount }) => [value, present, modificationCount]);
    for (const pageSize of [1, 2, 50]) {
      expect(await valuesOf('/items/0/qty', pageSize)).toEqual([
        [3, true, 5],
        [null, false, 3],
        [1, true, 1],
      ]);
      expect(await valuesOf('/items/1/qty', pageSize)).toEqual([
        [8, true, 6],
        [7, true, 5],
        [null, false, 4],
        [7, true, 2],
        [null, false, 1],
      ]);
    }
  });

  it('refuses invalid paths, pages by number and unknown cursors', async () => {
    const ask = async (query: string) =>
      service.send(
        'GET',
        `/v1/partitions/${params.partitionId}/timelines/${params.timelineId}/values?${query}`,
        { as },
      );
    const cursor = (...parts: unknown[]) =>
      Buffer.from(JSON.stringify(['values', ...parts])).toString('base64url');
    for (const [query, path] of [
      ['', 'query.path'],
      ['path=state', 'query.path'],
      ['path=/a~2', 'query.path'],
      ['path=/a&page=1', 'query.page'],
      ['path=/a&cursor=x', 'query.cursor'],
      [`path=/a&cursor=${cursor(1, 2)}`, 'query.cursor'],
      [`path=/a&cursor=${cursor(7, 1)}`, 'query.cursor'],
      [`path=/a&cursor=${cursor(1, 0)}`, 'query.cursor'],
      [`path=/a/0&cursor=${cursor(1, 1)}`, 'query.cursor'],
    ] as const) {
      const { status, body } = await ask(query);
      expect([query, status]).toEqual([query, 400]);
      expect(body.fields?.[0]?.path).toBe(path);
    }
    expect((await ask('path=/a&asOf=2019-01-01T00:00:00Z')).status).toBe(404);
  });
});
