import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RouteName } from '@annals/contracts/routes';
import * as product from '../platform/api/product.ts';
import { changeState, clearUser } from '../platform/api/state.ts';
import { setLanguage } from '../platform/texts.ts';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';
import { SideMenu } from './SideMenu.tsx';

vi.spyOn(product, 'productTitle', 'get').mockReturnValue('Chronicle');

beforeEach(() => {
  setLanguage('en');
  clearUser();
});
afterEach(cleanup);

/** The menu on the page of a route. */
async function menuOn(name: RouteName): Promise<HTMLElement> {
  const root = createRootRoute({ component: () => <SideMenu /> });
  const page = createRoute({ getParentRoute: () => root, path: '/page', staticData: { name } });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/page'] }),
  });
  await router.load();
  render(
    <ThemeProvider>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
  return screen.findByRole('navigation');
}

const textsOf = (elements: Iterable<Element>) => [...elements].map((one) => one.textContent);

test('everyone sees Home, User Management and, under the product’s name, Partitions', async () => {
  const menu = await menuOn('index');
  expect(textsOf(menu.querySelectorAll('h2, a'))).toEqual([
    'Home',
    'User Management',
    'Chronicle',
    'Partitions',
  ]);
});

test('global masters also see Authentication, and Users and Alias-Urls under the product’s name', async () => {
  changeState({ isGlobalMaster: true });
  const menu = await menuOn('index');
  expect(textsOf(menu.querySelectorAll('h2, a'))).toEqual([
    'Home',
    'User Management',
    'Authentication',
    'Users',
    'Api Tokens',
    'Applications',
    'Organizational Units',
    'Identity Providers',
    'Chronicle',
    'Partitions',
    'Users',
    'Alias-Urls',
  ]);
});

test('each entry links to its page', async () => {
  changeState({ isGlobalMaster: true });
  const menu = await menuOn('index');
  expect([...menu.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/',
    '/user-management',
    '/v1/users',
    '/v1/tokens',
    '/v1/applications',
    '/v1/organizational-units',
    '/v1/identity-providers',
    '/v1/partitions',
    '/v1/partitions/all/users',
    '/v1/alias-urls',
  ]);
});

test.each<[RouteName, string[]]>([
  ['index', ['/']],
  ['v1-users-userId-roles', ['/v1/users']],
  ['v1-partitions-partitionId-objects', ['/v1/partitions']],
  ['v1-partitions-all-users', ['/v1/partitions/all/users']],
  ['v1-partitions-all-users-userId', ['/v1/partitions/all/users']],
  ['login', []],
])('on the route %s, %j are highlighted', async (route, highlighted) => {
  changeState({ isGlobalMaster: true });
  const menu = await menuOn(route);
  const current = [...menu.querySelectorAll('a[aria-current]')];
  expect(current.map((link) => link.getAttribute('href'))).toEqual(highlighted);
  expect(current.map((link) => link.className.includes('active'))).toEqual(
    highlighted.map(() => true),
  );
});
