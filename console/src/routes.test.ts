import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { routes } from '@annals/contracts/routes';
import { createConsoleRouter } from './routes.tsx';

/** The route that the router shows for an initial path; undefined for "not found". */
function shownAtStart(path: string): string | undefined {
  const router = createConsoleRouter(createMemoryHistory({ initialEntries: [path] }));
  // Like RouterProvider, which merges double slashes.
  const { pathname } = router.latestLocation;
  return shown(router, router.buildLocation({ to: pathname, params: true, search: true }));
}

/** The route after navigating to a path. */
function shownAfter(path: string): string | undefined {
  const router = createConsoleRouter(createMemoryHistory({ initialEntries: ['/'] }));
  router.history.push(path);
  router.updateLatestLocation();
  return shown(router, router.latestLocation);
}

type Router = ReturnType<typeof createConsoleRouter>;

function shown(router: Router, location: Router['latestLocation']): string | undefined {
  const matches = router.matchRoutes(location);
  return matches[0]?._notFound ? undefined : matches.at(-1)?.staticData.name;
}

test.each(['/LOGIN', '/V1/users', '/v1/Users', '/v1/users/forname/x'])(
  '%s is in another case than any route',
  (path) => {
    expect([shownAtStart(path), shownAfter(path)]).toEqual([undefined, undefined]);
  },
);

test.each(['/v1/users/%', '/v1/users/%zz', '/v1/users/%C3', '/v1/%/new'])(
  '%s cannot be decoded, so it matches no route',
  (path) => {
    const router = createConsoleRouter(createMemoryHistory({ initialEntries: [path] }));
    expect(shownAtStart(path)).toBeUndefined();
    expect(router.history.location.state.askedPath).toBe(path);
  },
);

test.each(['$x', '{-$x}', 'a$', '*', '%24x'])('an id may be %s', (id) => {
  const path = `/v1/users/${id}`;
  const router = createConsoleRouter(
    createMemoryHistory({ initialEntries: [`${path}?tab=roles#top`] }),
  );
  const { pathname } = router.latestLocation;
  const start = router.buildLocation({ to: pathname, params: true, search: true, hash: true });
  expect(router.matchRoutes(start).at(-1)?.params).toEqual({ userId: decodeURIComponent(id) });
  expect(start.href.replace(start.pathname, '')).toBe('?tab=roles#top');
});

const filled = (path: string) => path.replace(/\{(\w+)\}/g, 'some-$1');
const all = Object.entries(routes);
const missing = all.flatMap(([name, { path }]) =>
  [...path.matchAll(/\{\w+\}/g)].map(({ 0: parameter }) => [
    filled(path.replace(parameter, '')),
    name,
  ]),
);
const missingWithin = missing.map(([path = '']) => path).filter((path) => path.includes('//'));

test.each(all)('the page of %s is at the path of the contract', (name, { path }) => {
  expect([shownAtStart(filled(path)), shownAfter(filled(path))]).toEqual([name, name]);
});

test.each(missing)('the path %s does not match the route %s', (path = '', name) => {
  expect([shownAtStart(path), shownAfter(path)]).not.toContain(name);
});

test.each(missingWithin)('%s matches no route, since empty parameters are not skipped', (path) => {
  expect([shownAtStart(path), shownAfter(path)]).toEqual([undefined, undefined]);
});
