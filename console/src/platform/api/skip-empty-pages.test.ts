import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { searchObjects } from '@annals/contracts/object-search';
import { listOrganizationalUnits } from '@annals/contracts/organizational-units';
import { serviceNames } from '@annals/contracts/service-name';
import { setAnnounced } from './announced.ts';
import { numberOfCursor } from './numbered-page.ts';
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

describe('object search of another vendor', () => {
  beforeEach(() => setAnnounced([]));
  afterEach(() => {
    setAnnounced(serviceNames);
    vi.unstubAllGlobals();
  });
  const objectsFrom = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => ({ timelineId: `t${from + index}` }));
  const ask = (cursor?: string) =>
    callForPage(
      searchObjects,
      { params: { partitionId: '7' }, query: { pageSize: 50, cursor }, body: {} },
      {},
    );
  /** All pages, with what each says about the next. */
  async function readAll(answer: (page: number) => object) {
    const net = fakeServer(({ url }) => ({
      body:
        url === '/v1/auth' ? {} : answer(Number(new URL(url, 'http://x').searchParams.get('page'))),
    }));
    const pages: [rows: number, next: string][] = [];
    const found: unknown[] = [];
    for (let cursor: string | null | undefined; cursor !== null && pages.length < 9;) {
      const page: Awaited<ReturnType<typeof ask>> = await ask(cursor);
      cursor = page.nextCursor;
      found.push(...page.data.map(({ timelineId }) => timelineId));
      pages.push([
        page.data.length,
        cursor === null ? 'none' : page.perhapsMore ? 'perhaps' : 'more',
      ]);
    }
    const lines = net.lines().filter((line) => line.startsWith('POST'));
    return { pages, found: new Set(found).size, lines };
  }
  const slices =
    (total: number, size: number, beside: (page: number) => object) => (page: number) => ({
      data: objectsFrom(Math.max(0, Math.min(size, total - page * size)), page * size),
      ...beside(page),
    });

  it.each<[string, (page: number) => object, [number, string][]]>([
    ['nothing, with less than a page', slices(7, 10, () => ({})), [[7, 'none']]],
    [
      'nothing',
      slices(23, 10, () => ({})),
      [
        [10, 'perhaps'],
        [10, 'perhaps'],
        [3, 'none'],
      ],
    ],
    [
      'nothing, with full pages only',
      slices(20, 10, () => ({})),
      [
        [10, 'perhaps'],
        [10, 'perhaps'],
        [0, 'none'],
      ],
    ],
    [
      'a total',
      slices(20, 10, () => ({ total: 20 })),
      [
        [10, 'more'],
        [10, 'none'],
      ],
    ],
    [
      'a total, with pages of its own size',
      slices(5, 2, () => ({ total: 5 })),
      [
        [2, 'more'],
        [2, 'more'],
        [1, 'none'],
      ],
    ],
    ['a total that is no number', slices(5, 10, () => ({ total: 'many' })), [[5, 'none']]],
    [
      'the number of pages',
      slices(3, 2, (number) => ({ number, totalPages: 2 })),
      [
        [2, 'more'],
        [1, 'none'],
      ],
    ],
    [
      'pages of Spring',
      slices(3, 2, (number) => ({ page: { number, totalPages: 2 } })),
      [
        [2, 'more'],
        [1, 'none'],
      ],
    ],
    [
      'the last page',
      slices(20, 10, (page) => ({ last: page === 1 })),
      [
        [10, 'more'],
        [10, 'none'],
      ],
    ],
    [
      'a cursor',
      slices(3, 2, (page) => ({ nextCursor: page < 1 ? 'c' : null })),
      [
        [2, 'more'],
        [1, 'none'],
      ],
    ],
    ['that there is no more', slices(20, 10, () => ({ hasMore: false })), [[10, 'none']]],
    ['everything at once', () => ({ data: objectsFrom(35) }), [[35, 'none']]],
    [
      'the same page again and again',
      () => ({ data: objectsFrom(10) }),
      [
        [10, 'perhaps'],
        [0, 'none'],
      ],
    ],
    [
      'a total that is never reached',
      slices(10, 10, () => ({ total: 99 })),
      [
        [10, 'more'],
        [0, 'none'],
      ],
    ],
  ])('is paged by number if the service says %s', async (_, answer, pages) => {
    const read = await readAll(answer);
    expect(read.pages).toEqual(pages);
    expect(read.found).toBe(pages.reduce((sum, [rows]) => sum + rows, 0));
    expect(read.lines).toEqual(
      pages.map((__, page) => `POST /v1/partitions/7/objects/search?page=${page}&pageSize=10`),
    );
  });

  it('leaves a list that comes on one page to the list component', async () => {
    fakeServer(() => ({ body: { data: objectsFrom(7) } }));
    expect((await ask()).unpaged).toBe(true);
  });

  it('keeps a total, and counts the rows on earlier pages', async () => {
    fakeServer(({ url }) => ({ body: { data: objectsFrom(10, url.length), total: 99 } }));
    const first = await ask();
    expect(first).toMatchObject({ total: { value: 99, estimate: false } });
    expect(numberOfCursor(first.nextCursor)).toMatchObject({ page: 1, before: 10 });
  });
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
