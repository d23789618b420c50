import { beforeAll, describe, expect, it } from 'vitest';
import { searchObjects, searchText } from '@annals/contracts/object-search';
import { createObject, endTimeline, type ObjectVersion } from '@annals/contracts/objects';
import { testDatabases } from '@annals/kit/testing/databases';
import { listenerForAll } from '../testing/data-listener.ts';
import { readAllPages } from '../testing/read-all-pages.ts';
import { rankNow } from './ranking.ts';
import { searchLimits } from './search-limits.ts';

describe.each(testDatabases())('full text, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;
  let earlier: string;

  const write = async (objectData: object, more: object = { type: 'NOTE' }, to = partitionId) => {
    const { body } = await service.call(createObject, {
      as: 'editor',
      params: { partitionId: to },
      body: { objectData, ...more } as never,
    });
    return body;
  };
  const ask = async (query: {
    text: string;
    type?: string;
    asOf?: string;
    cursor?: string;
    pageSize?: number;
  }) => service.call(searchText, { as: 'reader', params: { partitionId }, query });
  const namesOf = (data: { object: ObjectVersion }[]) =>
    data.map(({ object }) => object.objectData?.['n']);

  beforeAll(async () => {
    partitionId = await service.makePartition();
    const elsewhere = await service.makePartition('Elsewhere');
    await write({ n: 'foreign', title: 'river' }, { type: 'NOTE' }, elsewhere);
    const old = await write({ n: 'old', text: 'a river bank' });
    await write({ n: 'title', title: 'River' });
    await write({ n: 'text', text: 'the river and its delta' });
    const gone = await write({ n: 'place', place: 'riverside' }, { type: 'PLACE' });
    earlier = gone.modificationDate ?? '';
    await service.call(endTimeline, {
      as: 'editor',
      params: { partitionId, timelineId: gone.timelineId ?? '' },
      body: {},
    });
    await write({ n: 'far', text: `river ${'and '.repeat(40)} delta` });
    await write(
      { n: 'old', text: 'a lake' },
      { timelineId: old.timelineId, predecessorId: old.id },
    );
  });

  it('ranks titles first, then words close together, then newer objects', async () => {
    const { status, body } = await ask({ text: 'RIVER' });
    expect(status).toBe(200);
    expect(namesOf(body.data)).toEqual(['title', 'far', 'place', 'text']);
    expect(body).toMatchObject({
      hasMore: false,
      nextCursor: null,
      total: { value: 4, estimate: false },
      facets: [
        { type: 'NOTE', count: 3 },
        { type: 'PLACE', count: 1 },
      ],
    });
    expect(body.data[2]?.highlights).toEqual([
      { path: '/place', pieces: [{ text: 'riverside', hit: true }] },
    ]);
    expect(namesOf((await ask({ text: 'delta river' })).body.data)).toEqual(['text', 'far']);
  });

  it('returns the facets of all types beside those of one', async () => {
    const { body } = await ask({ text: 'river', type: 'PLACE' });
    expect(namesOf(body.data)).toEqual(['place']);
    expect(body.total).toEqual({ value: 1, estimate: false });
    expect(body.facets).toHaveLength(2);
    const none = await ask({ text: 'volcano' });
    expect(none.body).toMatchObject({ data: [], facets: [], total: { value: 0 }, hasMore: false });
  });

  it('reads the versions as of a moment, ranked the same', async () => {
    const { body } = await ask({ text: 'river', asOf: earlier });
    expect(namesOf(body.data)).toEqual(['title', 'place', 'text', 'old']);
    expect(body.total).toEqual({ value: 4, estimate: false });
    const now = await ask({ text: 'river delta' });
    const then = await ask({ text: 'river delta', asOf: '2300-01-01T00:00:00Z' });
    expect(then.body).toEqual(now.body);
    const ofType = await ask({ text: 'river', type: 'NOTE', asOf: earlier });
    expect(namesOf(ofType.body.data)).toEqual(['title', 'text', 'old']);
    expect(ofType.body.facets).toHaveLength(2);
    expect((await ask({ text: 'river', asOf: '2000-01-01T00:00:00Z' })).body.data).toEqual([]);
  });

  it.each([undefined, '2300-01-01T00:00:00Z'])('continues by cursor, as of %s', async (asOf) => {
    const query = { text: 'river', pageSize: 1, ...(asOf === undefined ? {} : { asOf }) };
    const found = await readAllPages(
      service,
      searchText as never,
      { as: 'reader', params: { partitionId }, query } as never,
    );
    expect(namesOf(found as never)).toEqual(['title', 'far', 'place', 'text']);
  });

  it('keeps the ranking during concurrent writes', async () => {
    const own = await service.makePartition();
    const made: ObjectVersion[] = [];
    for (let n = 0; n < 6; n++) made.push(await write({ n, text: 'river' }, { type: 'NOTE' }, own));
    const found: unknown[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { text: 'river', pageSize: 2, ...(cursor === undefined ? {} : { cursor }) };
      const { body } = await service.call(searchText, {
        as: 'reader',
        params: { partitionId: own },
        query,
      });
      found.push(...namesOf(body.data));
      cursor = body.nextCursor;
      const [moved] = made.splice(0, 1);
      if (found.length === 2 && moved)
        await write(
          { n: 'moved', title: 'river' },
          { timelineId: moved.timelineId, predecessorId: moved.id },
          own,
        );
    }
    expect(found).toEqual([5, 4, 3, 2, 1]);
  });

  it('finds the same in the index and among the newest timelines', async () => {
    const search = {
      phrases: { anyOf: [[['river']]], noneOf: [] },
      type: undefined,
      upTo: 1_000_000,
      downTo: 0,
    };
    const rank = (candidates: number) =>
      rankNow(service.database, partitionId, search, { limits: { ...searchLimits, candidates } });
    const named = await rank(5000);
    expect(named.ranked).toHaveLength(4);
    const { ranked, rest } = await rank(0);
    expect({ ranked, rest }).toEqual({ ranked: named.ranked, rest: undefined });
  });

  it('ranks by the first four words, and finds by all of them', async () => {
    const words = 'the river and its delta';
    expect(namesOf((await ask({ text: words })).body.data)).toEqual(['text']);
    const { body } = await ask({ text: `${words} volcano` });
    expect(body.data).toEqual([]);
    const [all, four] = await Promise.all(
      [words, 'the river and its'].map(async (text) => (await ask({ text })).body.data),
    );
    expect(all?.[0]?.rank).toBe(four?.[0]?.rank);
  });

  it('accepts 32 different words, however often each is repeated', async () => {
    const words = Array.from({ length: 33 }, (_, n) => `w${n}`);
    const text = words.slice(0, 32).join(' ');
    expect((await ask({ text: `${text} ${text}` })).status).toBe(200);
    for (const more of [words.join(' '), words.join('.')]) {
      const { status, body } = await ask({ text: more });
      expect([status, body.message]).toEqual([400, 'A search takes at most 32 different words.']);
      const asList = await service.call(searchObjects, {
        as: 'reader',
        params: { partitionId },
        body: { text: more },
      });
      expect([asList.status, asList.body.fields?.[0]?.path]).toEqual([400, 'body.text']);
    }
  });

  it.each([
    ['text=%20-%20', 'query.text'],
    ['text=', 'query.text'],
    ['type=NOTE', 'query.text'],
    ['text=a&type=1', 'query.type'],
    ['text=a&cursor=abc', 'query.cursor'],
    ['text=a&asOf=today', 'query.asOf'],
    ['text=a&page=1', 'query'],
  ])('refuses ?%s', async (query, field) => {
    const path = `/v1/partitions/${partitionId}/indices/search-text?${query}`;
    const { status, body } = await service.send('GET', path, { as: 'reader' });
    expect([status, body.fields?.[0]?.path.split('.page')[0]]).toEqual([400, field]);
  });

  it('does not continue as of a moment with a cursor of now', async () => {
    const { body } = await ask({ text: 'river', pageSize: 1 });
    const cursor = body.nextCursor ?? '';
    const { status } = await ask({ text: 'river', cursor, asOf: '2300-01-01T00:00:00Z' });
    expect(status).toBe(400);
  });
});
