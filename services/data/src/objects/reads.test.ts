import { beforeAll, describe, expect, it } from 'vitest';
import type { CallInput } from '@annals/contracts/endpoint';
import { importObjects } from '@annals/contracts/transfers';
import { searchObjects } from '@annals/contracts/object-search';
import {
  createObject,
  endTimeline,
  recentObjects,
  type ObjectVersion,
} from '@annals/contracts/objects';
import { testDatabases } from '@annals/kit/testing/databases';
import { readAllPages } from '../testing/read-all-pages.ts';
import { people, listenerForAll } from '../testing/data-listener.ts';
import { scanRecentOf } from './reads.sql.ts';

const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

// What the reads answer is compared with a plain model in whole-history.test.ts; here is what they refuse and how they
// behave at their edges.
describe.each(testDatabases())('reading objects, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;
  let objectId: string;
  let timelineId: string;

  beforeAll(async () => {
    partitionId = await service.makePartition();
    const { body } = await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type: 'TAG', objectData: { title: 'first' } },
    });
    objectId = body.id;
    timelineId = body.timelineId ?? '';
  });

  const addresses = () => ({
    recent: `objects/recent?`,
    history: `timelines/${timelineId}/objects?`,
    referencedBy: `objects/referencedBy/${objectId}?`,
    search: `objects/search?`,
    searchAsOf: `objects/search?asOf=2030-01-01T00:00:00Z&`,
    one: `objects/${objectId}?`,
    latest: `timelines/${timelineId}/objects/latest?`,
  });
  type Address = keyof ReturnType<typeof addresses>;
  const read = async (address: Address, query: string) =>
    service.send(
      address.startsWith('search') ? 'POST' : 'GET',
      `/v1/partitions/${partitionId}/${addresses()[address]}${query}`,
      {
        as: 'reader',
        ...(address.startsWith('search') ? { body: '{}' } : {}),
      },
    );

  const lists: Address[] = ['recent', 'history', 'referencedBy', 'search', 'searchAsOf'];

  it.each(lists)('%s refuses the cursor of another list', async (list) => {
    const strange = [
      'x',
      '%00',
      '.',
      'bnVsbA',
      cursor(list),
      cursor(list, null),
      cursor(list, -1),
      cursor(list, 1.5),
      cursor(list, 'x'),
      cursor(list, 1, 2),
      cursor('other', 1),
    ];
    for (const given of strange) {
      const { status, body } = await read(list, `cursor=${given}`);
      expect([given, status]).toEqual([given, 400]);
      expect(body.fields).toEqual([expect.objectContaining({ path: 'query.cursor' })]);
    }
  });

  it.each(lists)(
    '%s refuses page numbers that are too deep, and a page together with a cursor',
    async (list) => {
      for (const query of ['page=1001&pageSize=10', 'page=0&cursor=x']) {
        const { status, body } = await read(list, query);
        expect(status).toBe(400);
        expect(body.fields).toHaveLength(1);
      }
      expect((await read(list, 'page=0&pageSize=10')).status).toBe(200);
    },
  );

  it('recent and search return an empty page beyond the end, even 10,000 rows deep', async () => {
    for (const list of ['recent', 'history', 'referencedBy', 'search'] as const) {
      const { status, body } = await read(list, 'page=1000&pageSize=10');
      expect(status).toBe(200);
      expect(body).toMatchObject({ data: [], nextCursor: null, hasMore: false });
    }
  });

  it('continues as of a moment by cursor only', async () => {
    const { status, body } = await read('searchAsOf', 'page=1&pageSize=10');
    expect(status).toBe(400);
    expect(body.fields).toEqual([expect.objectContaining({ path: 'query.page' })]);
  });

  it.each(['one', 'latest', ...lists] as const)('%s refuses an invalid moment', async (list) => {
    for (const moment of [
      'yesterday',
      '2022-03-01',
      '2022-13-01T00:00:00Z',
      '2022-03-01T00:00:00%2B01:00',
      '2022-03-01T00:00:00.1234567Z',
    ]) {
      const { status, body } = await read(list, `asOf=${moment}`);
      expect([moment, status]).toEqual([moment, 400]);
      expect(body.fields?.[0]?.path).toBe('query.asOf');
    }
  });

  it.each(['one', 'latest', 'history', 'referencedBy'] as const)(
    '%s returns 404 for a moment before anything existed',
    async (list) => {
      for (const moment of [
        '0000-01-01T00:00:00Z',
        '0001-01-01T00:00:00Z',
        '1969-12-31T23:59:59.999999Z',
        '2001-01-01T00:00:00Z',
      ])
        expect((await read(list, `asOf=${moment}`)).status).toBe(404);
      for (const moment of ['2200-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z'])
        expect((await read(list, `asOf=${moment}`)).status).toBe(200);
    },
  );

  it('includes a version from its exact microsecond on', async () => {
    const date = '2019-05-05T05:05:05.000006Z';
    const other = await service.makePartition();
    const params = { partitionId: other };
    const rows = [{ key: 'k', type: 'TAG', objectData: { title: 'six' }, modificationDate: date }];
    await service.call(importObjects, { as: 'editor', params, body: { rows } });
    const count = async (asOf: string) => [
      (await service.call(recentObjects, { as: 'reader', params, query: { asOf } })).body.data
        .length,
      (await service.call(searchObjects, { as: 'reader', params, query: { asOf }, body: {} })).body
        .data.length,
    ];
    await expect(count(date)).resolves.toEqual([1, 1]);
    await expect(count('2019-05-05T05:05:05.000005Z')).resolves.toEqual([0, 0]);
  });

  describe('recent, of one user and from a version on', () => {
    let params: { partitionId: string };
    const day = (number: number) => `2020-01-${String(number).padStart(2, '0')}T00:00:00Z`;
    // Of three versions the first one is the owner's; the types take turns.
    beforeAll(async () => {
      params = { partitionId: await service.makePartition() };
      const rows = Array.from({ length: 12 }, (_, index) => ({
        key: `k${index}`,
        type: index % 2 === 0 ? 'EVEN' : 'ODD',
        objectData: {},
        modificationDate: day(index + 1),
        modificationUserId: people[index % 3 === 0 ? 'owner' : 'editor'].userId,
      }));
      await service.call(importObjects, { as: 'owner', params, body: { rows } });
    });
    type Query = NonNullable<CallInput<typeof recentObjects>['query']>;
    const sequences = async (query: Query) =>
      (await readAllPages(service, recentObjects, { as: 'reader', params, query })).map(
        ({ sequence }) => sequence,
      );
    const modifiedBy = people.owner.userId;

    it('starts with a version at any depth, and still reports the total', async () => {
      await expect(sequences({ fromSequence: 4, pageSize: 3 })).resolves.toEqual([4, 3, 2, 1]);
      await expect(sequences({ fromSequence: 99, asOf: day(2) })).resolves.toEqual([2, 1]);
      const query = { fromSequence: 9, page: 1, pageSize: 2 };
      const { body } = await service.call(recentObjects, { as: 'reader', params, query });
      expect(body.data.map(({ sequence }) => sequence)).toEqual([7, 6]);
      expect(body.total).toEqual({ value: 12, estimate: false });
    });

    it('returns the versions of one user, also of a type, as of a moment and from a version on', async () => {
      await expect(sequences({ modifiedBy, pageSize: 3 })).resolves.toEqual([10, 7, 4, 1]);
      await expect(sequences({ modifiedBy, asOf: day(7) })).resolves.toEqual([7, 4, 1]);
      await expect(sequences({ modifiedBy, fromSequence: 6 })).resolves.toEqual([4, 1]);
      await expect(sequences({ type: 'ODD', fromSequence: 6 })).resolves.toEqual([6, 4, 2]);
      const both = { modifiedBy, type: 'ODD' };
      await expect(sequences({ ...both, pageSize: 1 })).resolves.toEqual([10, 4]);
      await expect(sequences({ ...both, asOf: day(9) })).resolves.toEqual([4]);
      await expect(sequences({ ...both, fromSequence: 3 })).resolves.toEqual([]);
      await expect(sequences({ ...both, type: 'NONE' })).resolves.toEqual([]);
    });

    it('searches the versions of a user and a type in steps', async () => {
      const input = { type: 'ODD', modifiedBy };
      const found: number[] = [];
      const steps: (number | undefined)[] = [];
      for (let before: number | undefined = 99; before !== undefined;) {
        const stretch = { before, skip: 0, pageSize: 50, bytes: 1_000_000, asOf: undefined };
        const step = await scanRecentOf(service.database, params.partitionId, input, stretch, 3);
        const versions = JSON.parse(`[${String(step.page.items)}]`) as { sequence: number }[];
        found.push(...versions.map(({ sequence }) => sequence));
        steps.push(step.walkedTo);
        before = step.walkedTo;
      }
      expect([found, steps]).toEqual([
        [10, 4],
        [4, undefined],
      ]);
    });

    it('refuses an invalid version number or user, and a page of user and type', async () => {
      for (const [query, path] of [
        ['fromSequence=0', 'query.fromSequence'],
        ['fromSequence=x', 'query.fromSequence'],
        ['modifiedBy=me', 'query.modifiedBy'],
        [`modifiedBy=${modifiedBy}&type=ODD&page=1`, 'query.page'],
      ] as const) {
        const { status, body } = await read('recent', query);
        expect([query, status]).toEqual([query, 400]);
        expect(body.fields?.[0]?.path).toBe(path);
      }
    });
  });

  it('returns the predecessor of each version on request', async () => {
    const params = { partitionId: await service.makePartition() };
    const write = async (objectData: Record<string, unknown>, on?: ObjectVersion) => {
      const body = {
        type: 'TAG',
        objectData,
        ...(on && { timelineId: on.timelineId ?? '', predecessorId: on.id }),
      };
      return (await service.call(createObject, { as: 'editor', params, body })).body;
    };
    const first = await write({ latest: '26.6.0' });
    const second = await write({ latest: '26.7.0' }, first);
    await service.call(endTimeline, {
      as: 'editor',
      params: { ...params, timelineId: second.timelineId ?? '' },
      body: {},
    });
    const query = { withPredecessor: true };
    for (const filter of [
      {},
      { type: 'TAG' },
      { modifiedBy: people.editor.userId },
      { type: 'TAG', modifiedBy: people.editor.userId },
    ]) {
      const asked = { as: 'reader' as const, params, query: { ...query, ...filter } };
      const { body } = await service.call(recentObjects, asked);
      expect(body.data.map(({ predecessor }) => predecessor)).toEqual([
        { type: 'TAG', objectData: { latest: '26.7.0' }, references: [], endedDate: null },
        { type: 'TAG', objectData: { latest: '26.6.0' }, references: [], endedDate: null },
        undefined,
      ]);
      const [plain] = (await service.call(recentObjects, { ...asked, query: filter })).body.data;
      expect(plain).not.toHaveProperty('predecessor');
    }
    const large = await write({ text: 'x'.repeat(30_000) });
    await write({ text: 'y' }, large);
    const newest = async (pageSize: number) =>
      (await service.call(recentObjects, { as: 'reader', params, query: { ...query, pageSize } }))
        .body.data[0];
    expect(await newest(10)).toHaveProperty('predecessor');
    expect(await newest(100)).not.toHaveProperty('predecessor');
  });

  it('scans many timelines in steps if few of them match', async () => {
    const other = await service.makePartition();
    const params = { partitionId: other };
    const rows = Array.from({ length: 500 }, (_, n) => ({ n }));
    for (let batch = 0; batch < 5; batch += 1)
      await service.call(importObjects, {
        as: 'editor',
        params,
        body: {
          rows: rows.map(({ n }) => ({
            key: `${batch}-${n}`,
            type: 'TAG',
            objectData: { title: n === 250 && batch % 4 === 0 ? `needle ${batch}` : 'hay' },
            modificationDate: `2020-01-0${batch + 1}T00:00:00Z`,
          })),
        },
      });
    const search = {
      as: 'reader',
      params,
      query: { asOf: '2021-01-01T00:00:00Z', pageSize: 10 },
      body: { text: 'need' },
    } as const;
    const first = await service.call(searchObjects, search);
    expect(first.body).toMatchObject({
      data: [{ objectData: { title: 'needle 4' } }],
      hasMore: true,
    });
    const all = await readAllPages(service, searchObjects, search);
    expect(all.map(({ objectData }) => objectData?.['title'])).toEqual(['needle 4', 'needle 0']);
  });

  it('finds only ended timelines, or only active ones', async () => {
    const other = await service.makePartition();
    const params = { partitionId: other };
    const start = async () =>
      (
        await service.call(createObject, {
          as: 'editor',
          params,
          body: { type: 'TAG', objectData: {} },
        })
      ).body;
    const [openTimeline, closed] = [await start(), await start()];
    const before = closed.modificationDate ?? '';
    await service.call(endTimeline, {
      as: 'editor',
      params: { partitionId: other, timelineId: closed.timelineId ?? '' },
      body: {},
    });
    const find = async (ended: boolean, asOf?: string) =>
      (
        await service.call(searchObjects, {
          as: 'reader',
          params,
          body: { ended },
          query: asOf ? { asOf } : {},
        })
      ).body.data.map(({ timelineId: id }) => id);
    await expect(find(true)).resolves.toEqual([closed.timelineId]);
    await expect(find(false)).resolves.toEqual([openTimeline.timelineId]);
    await expect(find(true, before)).resolves.toEqual([]);
    await expect(find(false, before)).resolves.toEqual([
      closed.timelineId,
      openTimeline.timelineId,
    ]);
  });
});
