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
import { usePageLocation } from './page-location.ts';
import { parseSearch, type PlainSearch, stringifySearch } from './search.ts';

afterEach(cleanup);

function Page() {
  const { pathname, search } = usePageLocation();
  return <p>{`${pathname} ${String(search['q'])}`}</p>;
}

async function openPages(address: string) {
  let arrive: () => void = () => {};
  const data = new Promise<void>((resolve) => (arrive = resolve));
  const root = createRootRoute({
    validateSearch: (search: PlainSearch) => search,
    component: () => (
      <>
        <Page />
        <Outlet />
      </>
    ),
  });
  const thing = createRoute({
    getParentRoute: () => root,
    path: '/things/$name',
    component: Page,
    loader: ({ params: { name } }) => (name === 'late' ? data : undefined),
  });
  const routeTree = root.addChildren([thing]);
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch });
  await router.load();
  render(<RouterProvider router={router} />);
  const shown = () => screen.getAllByText(/^\/things/).map(({ textContent }) => textContent);
  return { history, shown, arrive };
}

it('is the location of the page until the next page is there, and outside of pages that of the router', async () => {
  const { history, shown, arrive } = await openPages('/things/a%20name?q=old');
  expect(shown()).toEqual(['/things/a name old', '/things/a name old']);
  act(() => history.push('/things/late?q=new'));
  expect(shown()).toEqual(['/things/late new', '/things/a name old']);
  arrive();
  await screen.findAllByText('/things/late new');
  expect(shown()).toEqual(['/things/late new', '/things/late new']);
});

it('changes at once with the query of the same page', async () => {
  const { history, shown } = await openPages('/things/a%20name?q=old');
  act(() => history.push('/things/a%20name?q=new'));
  expect(shown()).toEqual(['/things/a name new', '/things/a name new']);
});
