import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import type { FunctionComponent } from 'react';
import { vi } from 'vitest';
import { pages as pageFiles } from '../../../platform/page-files.ts';
import { type RouteName, routes } from '@annals/contracts/routes';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { queryClient } from '../../../platform/api/query.ts';
import { withoutRetries } from '../../../platform/api/testing/without-retries.ts';
import { parseSearch, stringifySearch } from '../../../platform/search.ts';

const files = import.meta.glob<Record<string, FunctionComponent>>('../*/*Page.tsx', {
  eager: true,
});

/** The pages about objects, by the router's paths. */
const pages = (Object.keys(routes) as RouteName[]).flatMap((route) => {
  const [area, folder, name = ''] = pageFiles[route].file.split('/');
  const component = area === 'objects' ? files[`../${folder}/${name}.tsx`]?.[name] : undefined;
  return component
    ? [[routes[route].path.replaceAll(/\{(\w+)\}/g, '$$$1'), component] as const]
    : [];
});

export const partitionId = '018f3c2a-7b1e-7c3d-8e4f-000000000001';
export const timelineId = '018f3c2a-7b1e-7c3d-8e4f-000000000002';
export const base = `/v1/partitions/${partitionId}`;
export const timeline = `${base}/timelines/${timelineId}/objects`;

export function versionId(count: number): string {
  return `018f3c2a-7b1e-7c3d-8e4f-1${String(count).padStart(11, '0')}`;
}

/** Version `count` of the timeline, one per day, with the number in its field `round`. */
export function version(count: number, more: Partial<ObjectVersion> = {}): ObjectVersion {
  return {
    id: versionId(count),
    partitionId,
    timelineId,
    type: 'PRODUCT',
    objectData: { title: 'Tree', round: count },
    references: [],
    genesisDate: '2024-01-01T00:00:00.000000Z',
    modificationDate: new Date(Date.UTC(2024, 0, count)).toISOString().replace('Z', '000Z'),
    modificationUserName: 'Ada',
    modificationCount: count,
    predecessorId: count === 1 ? null : versionId(count - 1),
    endedDate: null,
    ...more,
  };
}

export interface SentRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  data: unknown;
}
type Answer = readonly [status: number, body: unknown];
export type Service = (asked: SentRequest) => Answer | Promise<Answer> | undefined;

/** A partition with one timeline of this many versions, as served by our own service. */
export function partitionWith(count: number, role = 'EDITOR'): Service {
  const all = Array.from({ length: count }, (_, index) => version(count - index));
  return ({ method, path, query }) => {
    if (path === base) return [200, { id: partitionId, partitionName: 'Forest', role, types: [] }];
    if (method !== 'GET') return undefined;
    if (path === '/authentication/v1/roles')
      return [200, [{ name: 'USER', permissions: ['partitions:write'] }]];
    if (path === timeline) {
      const size = Number(query.get('pageSize'));
      const from = Number(query.get('cursor') ?? Number(query.get('page') ?? 0) * size);
      const hasMore = from + size < count;
      return [
        200,
        {
          data: all.slice(from, from + size),
          hasMore,
          nextCursor: hasMore ? String(from + size) : null,
        },
      ];
    }
    if (path === `${timeline}/latest`) return [200, all[0]];
    if (path.startsWith(`${base}/objects/referencedBy/`))
      return [200, { data: [], hasMore: false, nextCursor: null }];
    const one = all.find(({ id }) => path === `${base}/objects/${id}`);
    return one && [200, one];
  };
}

type Seen = (entries: { isIntersecting: boolean }[]) => void;

/**
 * Call it before each test of a page that waits for visible elements: without layout, either all of them are
 * visible or none.
 */
export function stubVisibility(sees: 'all' | 'nothing'): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly seen: Seen) {}
      observe() {
        if (sees === 'all') this.seen([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
}

/** Call it after each test. */
export function closePage(): void {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
}

/** Opens a page against fake services. The first one that returns a response counts; otherwise the response is 404. */
export function openPage(address: string, ...services: Service[]) {
  localStorage.setItem('auth', `x.${btoa(JSON.stringify({ roles: ['USER'] }))}.x`);
  const asked: SentRequest[] = [];
  vi.stubGlobal('fetch', async (_: string, init: { body: string }) => {
    const { url, method, data } = JSON.parse(init.body) as {
      url: string;
      method: string;
      data: unknown;
    };
    const { pathname: path, searchParams: query } = new URL(url, 'http://service');
    const call: SentRequest = { method, path, query, data };
    if (path === '/v1/auth') return new Response('{}', { status: 200 });
    asked.push(call);
    const found = services.map((service) => service(call)).find((answer) => answer !== undefined);
    const [status, body] = (await found) ?? [
      404,
      { error: 'Not found', message: 'There is no such thing.' },
    ];
    return new Response(JSON.stringify(body), { status });
  });
  const root = createRootRoute({
    validateSearch: (search: Record<string, unknown>) => search,
    component: Outlet,
  });
  const router = createRouter({
    routeTree: root.addChildren(
      pages.map(([path, component]) =>
        createRoute({ getParentRoute: () => root, path, component }),
      ),
    ),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  });
  // The query client of the app, which `invalidate` uses, is reset.
  queryClient.clear();
  withoutRetries();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { asked, router, queryClient };
}
