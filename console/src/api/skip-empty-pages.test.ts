import { afterEach, describe, expect, it, vi } from 'vitest';
import { searchObjects } from '@annals/contracts/object-search';
import { listOrganizationalUnits } from '@annals/contracts/organizational-units';
import { callForAll, callForPage, skipEmptyPages } from './skip-empty-pages.ts';
import { fakeServer } from './testing/fake-server.ts';

describe('a paged search', () => {
  const from = (pages: string[][]) => {
    const asked: (string | undefined)[] = [];
    const ask = async (cursor: string | undefined) => {
      asked.push(cursor);
      const next = Number(cursor ?? 0) + 1;
      return { data: pages[next - 1] ?? [], nextCursor: next < pages.length ? String(next) : null };
    };
    return { asked, ask };
  };

  it('skips empty pages and loads the next', async () => {
    const { asked, ask } = from([[], [], ['a'], ['b']]);
    await expect(skipEmptyPages(undefined, ask)).resolves.toEqual({ data: ['a'], nextCursor: '3' });
    expect(asked).toEqual([undefined, '1', '2']);
    await expect(skipEmptyPages('3', ask)).resolves.toEqual({ data: ['b'], nextCursor: null });
  });

  it('stops at the last page', async () => {
    const { asked, ask } = from([[], []]);
    await expect(skipEmptyPages(undefined, ask)).resolves.toEqual({ data: [], nextCursor: null });
    expect(asked).toHaveLength(2);
  });

  it('stops after 20 empty pages and returns the next cursor', async () => {
    const { asked, ask } = from(Array.from({ length: 100 }, () => []));
    await expect(skipEmptyPages(undefined, ask)).resolves.toEqual({ data: [], nextCursor: '20' });
    expect(asked).toHaveLength(20);
  });
});

describe('object search of another service', () => {
  afterEach(() => vi.unstubAllGlobals());
  const objects = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, timelineId: id, type: 'T' }));
  const ask = (cursor?: string) =>
    callForPage(
      searchObjects,
      { params: { partitionId: '7' }, query: { pageSize: 50, cursor }, body: {} },
      {},
    );
  const pageOf = (url: string) => Number(new URL(url, 'http://x').searchParams.get('page') ?? 0);

  it('requests the next page by number when only a total is given, with any page size', async () => {
    fakeServer(({ url }) => ({
      body: { data: objects.slice(2 * pageOf(url), 2 * pageOf(url) + 2), total: objects.length },
    }));
    const found: string[] = [];
    let pages = 0;
    for (let cursor: string | null | undefined; cursor !== null; pages++) {
      const page = await ask(cursor);
      found.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect([found.join(''), pages]).toEqual(['abcde', 3]);
    expect(await ask()).toMatchObject({ total: { value: 5, estimate: false } });
  });

  it.each([{ data: objects }, { data: objects, total: 5 }, { data: objects, total: 'many' }])(
    'shows all rows when the service indicates no further page',
    async (body) => {
      fakeServer(() => ({ body }));
      const { data, nextCursor, hasMore } = await ask();
      expect([data.length, nextCursor, hasMore]).toEqual([5, null, false]);
    },
  );
});

describe('callForAll', () => {
  afterEach(() => vi.unstubAllGlobals());
  const all = async () => {
    const { signal } = new AbortController();
    return (await callForAll(listOrganizationalUnits, { pageSize: 500 }, { signal })).data;
  };
  const one = { id: 'o1', name: 'One' };
  const other = { id: 'o2', name: 'Other' };

  it('loads all pages', async () => {
    const net = fakeServer(({ url }) => ({
      body: url.includes('cursor=next')
        ? { data: [other], nextCursor: null, hasMore: false }
        : { data: [one], nextCursor: 'next', hasMore: true },
    }));
    await expect(all()).resolves.toMatchObject([one, other]);
    expect(net.requests).toHaveLength(2);
  });

  it('returns each entry once when the service ignores its own cursor', async () => {
    const net = fakeServer(() => ({ body: { data: [one], nextCursor: 'next', hasMore: true } }));
    await expect(all()).resolves.toMatchObject([one]);
    expect(net.requests).toHaveLength(2);
  });

  it('stops after 100 pages when every page has a new cursor', async () => {
    let pages = 0;
    const net = fakeServer(() => ({
      body: { data: [one], nextCursor: `page ${(pages += 1)}`, hasMore: true },
    }));
    await expect(all()).resolves.toMatchObject([one]);
    expect(net.requests).toHaveLength(100);
  });
});
