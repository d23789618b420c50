import { beforeAll, describe, expect, it } from 'vitest';
import { searchObjects, type ObjectSearch } from '@annals/contracts/object-search';
import { createObject, type ObjectVersion } from '@annals/contracts/objects';
import { eraseValues } from '@annals/contracts/proofs';
import { testDatabases } from '@annals/kit/testing/databases';
import { listenerForAll } from '../testing/data-listener.ts';
import { readAllPages } from '../testing/read-all-pages.ts';
import { searchQueryOf } from './query.ts';
import { searchLimits } from './search-limits.ts';
import { orderOf, searchSorted } from './sorted-search.ts';

const things = [
  { type: 'FRUIT', objectData: { title: 'Zebra plum', price: 10, parts: [{ size: 'b' }] } },
  { type: 'FRUIT', objectData: { name: 'äpfel', price: 9.5, parts: [{ size: 'a' }] } },
  { type: 'FRUIT', objectData: { label: 'Apfel 10', price: 'free', parts: [{}, { size: 'c' }] } },
  { type: 'ANIMAL', objectData: { title: 'Apfel 9', price: true } },
  { type: 'ANIMAL', objectData: { title: '  ', note: 'no title, so its note' } },
  { type: 'ANIMAL', objectData: { price: null } },
  { type: 'TREE', objectData: { title: 5, email: 'oak@example.org', price: -1 } },
];

describe.each(testDatabases())('objects in any order, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;
  let beforeChange = '';
  const versions: ObjectVersion[] = [];

  const write = async (body: object, as: 'owner' | 'editor' = 'editor') => {
    const answer = await service.call(createObject, {
      as,
      params: { partitionId },
      body: { objectData: {}, ...body },
    });
    expect([answer.status, answer.body.fields]).toEqual([201, undefined]);
    versions.push(answer.body);
    return answer.body;
  };
  const sorted = async (query: object, body: ObjectSearch = {}) =>
    readAllPages(service, searchObjects, { as: 'reader', params: { partitionId }, query, body });
  const pageOf = (query: object, body: ObjectSearch = {}) =>
    service.call(searchObjects, { as: 'reader', params: { partitionId }, query, body });
  /** The numbers of the listed things. */
  const numbersOf = (found: ObjectVersion[]) =>
    found.map(({ timelineId }) =>
      versions.findIndex((version) => version.timelineId === timelineId),
    );

  beforeAll(async () => {
    partitionId = await service.makePartition();
    for (const [index, thing] of things.entries())
      await write(thing, index % 2 === 0 ? 'owner' : 'editor');
    beforeChange = versions.at(-1)?.modificationDate ?? '';
    const { timelineId, id } = versions[3] ?? {};
    await write({ timelineId, predecessorId: id, objectData: { title: 'Zoo', price: 3 } });
  });

  it.each([
    ['title', [1, 2, 4, 6, 0, 3, 5]],
    ['-title', [3, 0, 6, 4, 2, 1, 5]],
    ['type', [3, 4, 5, 0, 1, 2, 6]],
    ['version', [0, 1, 2, 4, 5, 6, 3]],
    ['data:/price', [6, 3, 1, 0, 2, 4, 5]],
    ['-data:/price', [2, 0, 1, 3, 6, 4, 5]],
    ['data:/parts/size', [1, 0, 2, 3, 4, 5, 6]],
    ['by', [1, 3, 5, 0, 2, 4, 6]],
  ])('sorts by %s, on pages of any size', async (sort, wanted) => {
    for (const pageSize of [2, 50])
      expect(numbersOf(await sorted({ sort, pageSize }))).toEqual(wanted);
    const { body } = await pageOf({ sort, pageSize: 3, page: 1 });
    expect(numbersOf(body.data)).toEqual(wanted.slice(3, 6));
    expect(body.total).toEqual({ value: things.length, estimate: false });
  });

  it('sorts by the values as of a moment', async () => {
    const query = { pageSize: 2, asOf: beforeChange };
    expect(numbersOf(await sorted({ ...query, sort: 'title' }))).toEqual([1, 3, 2, 4, 6, 0, 5]);
    expect(numbersOf(await sorted({ ...query, sort: 'created' }))).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(numbersOf(await sorted({ ...query, sort: '-version' }))).toEqual([6, 5, 4, 3, 2, 1, 0]);
  });

  it('sorts what conditions select', async () => {
    const where = [{ path: '/price', op: 'gt' as const, value: 0 }];
    expect(numbersOf(await sorted({ sort: 'title', pageSize: 2 }, { where }))).toEqual([1, 0, 3]);
    const { body } = await pageOf({ sort: 'lastChange' }, { where });
    expect(numbersOf(body.data)).toEqual([0, 1, 3]);
    expect(numbersOf(await sorted({ sort: 'title' }, { query: 'apfel' }))).toEqual([1, 2]);
  });

  it('continues after an object that has changed meanwhile', async () => {
    const first = await pageOf({ sort: 'title', pageSize: 2 });
    const { timelineId, id } = await write({ type: 'ANIMAL', objectData: { title: 'Apfel 11' } });
    const second = await pageOf({ sort: 'title', pageSize: 2, cursor: first.body.nextCursor });
    expect(second.body.data.map(({ objectData }) => objectData?.['title'])).toEqual([
      'Apfel 11',
      '  ',
    ]);
    await service.call(eraseValues, {
      as: 'owner',
      params: { partitionId, objectId: id },
      body: { paths: ['/title'], reason: 'test', legalBasis: 'test' },
    });
    // Nothing else replaces an erased title.
    expect((await sorted({ sort: 'title' })).at(-1)?.timelineId).toBe(timelineId);
  });

  it('refuses more than one request may sort', async () => {
    const queryable = service.database;
    const body = { queryable, partitionId, userId: '', context: { limits: searchLimits } };
    const search = await searchQueryOf({}, body);
    for (const limits of [
      { ...searchLimits, sorted: 3 },
      { ...searchLimits, sortedBytes: 20 },
    ])
      for (const asOf of [undefined, { moment: new Date().toISOString(), held: false }])
        await expect(
          searchSorted(
            queryable,
            partitionId,
            search,
            { order: orderOf('title'), asOf },
            { limits },
          ),
        ).rejects.toMatchObject({ status: 400, extras: { fields: [{ path: 'query.sort' }] } });
  });
});
