// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../platform/search.ts';
import { useTimeTravel } from './useTimeTravel.ts';

afterEach(cleanup);

function Page({ name }: { name: string }) {
  return <p>{`${name} ${useTimeTravel().asOf ?? 'now'}`}</p>;
}

it('returns the moment of the page shown, also while the code of the next page loads', async () => {
  let arrive: () => void = () => {};
  const code = new Promise<void>((resolve) => (arrive = resolve));
  const root = createRootRoute({
    validateSearch: (search: Record<string, unknown>) => search,
    component: Outlet,
  });
  const routeTree = root.addChildren([
    createRoute({
      getParentRoute: () => root,
      path: '/left',
      component: () => <Page name="left" />,
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/next',
      component: () => <Page name="next" />,
      loader: () => code,
    }),
  ]);
  const initialEntries = ['/left?asOf=2022-03-01T00:00:00Z'];
  const history = createMemoryHistory({ initialEntries });
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch });
  await router.load();
  render(<RouterProvider router={router} />);
  expect(await screen.findByText('left 2022-03-01T00:00:00Z')).toBeTruthy();
  act(() => history.push('/next'));
  expect(router.latestLocation.pathname).toBe('/next');
  expect(screen.getByText('left 2022-03-01T00:00:00Z')).toBeTruthy();
  arrive();
  expect(await screen.findByText('next now')).toBeTruthy();
});
