import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { dataEndpoints } from '@annals/contracts/data';
import type { Endpoint } from '@annals/contracts/endpoint';
import { callNeededBy, pages } from './platform/page-files.ts';
import { type RouteName, routes } from '@annals/contracts/routes';
import { loadData } from './pages.ts';
import { changeState } from './platform/api/state.ts';
import { fakeServer } from './platform/api/testing/fake-server.ts';
import { freshBrowserForEach } from './testing/open-console.tsx';
import type { Loaders } from './ui/page/page-address.ts';

const names = Object.keys(routes) as RouteName[];
const files = Object.keys(import.meta.glob('./features/**/*Page.tsx'));
const queries = import.meta.glob<Loaders | undefined>('./features/*/*.queries.ts', {
  import: 'loaders',
});

test('each route has its page, and each page its route', () => {
  const named = names.map((name) => `./features/${pages[name].file}.tsx`);
  expect(files.toSorted()).toEqual([...new Set(named)].toSorted());
});

test.each(Object.keys(queries))('%s prefetches only pages of its area', async (file) => {
  const loaders = (await queries[file]?.()) ?? {};
  const [area] = file.replace('./features/', '').split('/');
  for (const name of Object.keys(loaders) as RouteName[]) {
    expect(pages[name].file.split('/')[0]).toBe(area);
    expect(file).toBe(`./features/${area}/${area}.queries.ts`);
  }
});

test('a route needs a call that exists, and that not every service has', () => {
  const rows: readonly Endpoint[] = [...authenticationEndpoints, ...dataEndpoints];
  const beyond = rows
    .filter(({ specified }) => !specified)
    .map(({ method, path }) => `${method} ${path}`);
  const needed = (Object.keys(routes) as RouteName[]).map(callNeededBy).filter(Boolean);
  expect(needed.length).toBeGreaterThan(0);
  expect(beyond).toEqual(expect.arrayContaining(needed));
});

describe('the data of a page', () => {
  const address = { params: { orgUnitId: 'o1' }, search: {} };
  const unit = { id: 'o1', name: 'North' };
  let answer: (reply: { body: unknown }) => void;

  /** Loads the data, which the service has not sent yet. */
  async function load(isOpening: boolean) {
    const over = vi.fn<() => void>();
    await new Promise<void>((onAsked) => {
      fakeServer(({ url }) => {
        if (!url.includes('/organizational-units/o1'))
          return { body: { data: [], nextCursor: null, hasMore: false } };
        onAsked();
        return new Promise((resolve) => (answer = resolve));
      });
      void loadData('v1-organizational-units-orgUnitId', address, isOpening).then(over);
    });
    return async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      return over.mock.calls.length > 0;
    };
  }

  freshBrowserForEach('token');
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    changeState({ initialized: true });
  });
  afterEach(() => vi.useRealTimers());

  test('is awaited when the page opens', async () => {
    const isOver = await load(true);
    expect(await isOver(100)).toBe(false);
    answer({ body: unit });
    expect(await isOver(10)).toBe(true);
  });

  test('is not awaited for long', async () => {
    const isOver = await load(true);
    expect(await isOver(149)).toBe(false);
    expect(await isOver(1)).toBe(true);
  });

  test('is not awaited while the page stays', async () => {
    const isOver = await load(false);
    expect(await isOver(0)).toBe(true);
  });
});
