import { expect, test } from 'vitest';
import { authenticationEndpoints } from '@annals/contracts/authentication';
import { dataEndpoints } from '@annals/contracts/data';
import type { Endpoint } from '@annals/contracts/endpoint';
import { callNeededBy, pages } from './platform/page-files.ts';
import { type RouteName, routes } from '@annals/contracts/routes';
import type { Prefetchers } from './ui/page/page-address.ts';

const names = Object.keys(routes) as RouteName[];
const files = Object.keys(import.meta.glob('./features/**/*Page.tsx'));
const queries = import.meta.glob<Prefetchers | undefined>('./features/*/*.queries.ts', {
  import: 'prefetchers',
});

test('each route has its page, and each page its route', () => {
  const named = names.map((name) => `./features/${pages[name].file}.tsx`);
  expect(files.toSorted()).toEqual([...new Set(named)].toSorted());
});

test.each(Object.keys(queries))('%s prefetches only pages of its area', async (file) => {
  const prefetchers = (await queries[file]?.()) ?? {};
  const [area] = file.replace('./features/', '').split('/');
  for (const name of Object.keys(prefetchers) as RouteName[]) {
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
