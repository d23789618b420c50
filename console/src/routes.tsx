import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import { matchRoute, routes, type RouteName } from '@annals/contracts/routes';
import { storedAuth } from './api/session.ts';
import { LoginPage } from './features/session/LoginPage.tsx';
import { parseSearch, stringifySearch, type PlainSearch } from './shared/search.ts';
import { Root } from './shell/Root.tsx';
import { RouteErrorPage } from './shell/RouteErrorPage.tsx';
import { lazyPage } from './shell/lazy-page.tsx';
import { loadShell } from './shell/load-shell.ts';
import { loginSearch } from './shell/login-search.ts';

/** `/v1/users/{userId}` as the router writes it: `/v1/users/$userId`. */
type RouterPath<Path extends string> = Path extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}$${Name}${RouterPath<After>}`
  : Path;

function named<Name extends RouteName>(name: Name) {
  const path = routes[name].path.replaceAll(/\{(\w+)\}/g, '$$$1');
  return {
    getParentRoute: () => rootRoute,
    path: path as RouterPath<(typeof routes)[Name]['path']>,
    staticData: { name },
  };
}

/**
 * What starts a page's queries. It is code of its own, which the login page does without, and it is here long before
 * the code of most pages: their data is under way while they load.
 */
const pageQueries = () => import('./page-queries.ts');

/** The query as it stands: each page reads from it what it knows, and what it does not know is kept. */
function keepSearch(search: PlainSearch): PlainSearch {
  return search;
}

/** What starts a page's queries looks at the query too, so a change there starts them again. */
const deps = ({ search }: { search: PlainSearch }) => ({ search });

const rootRoute = createRootRoute({
  validateSearch: keepSearch,
  beforeLoad: ({ location }) => {
    const match = matchRoute(location.pathname);
    if (match !== undefined && routes[match.name].access === 'everyone') return;
    if (storedAuth() === null) {
      throw redirect({ to: '/login', search: loginSearch(location.href) });
    }
    // What fails here fails again, and is told, where the shell is shown.
    loadShell().catch(() => undefined);
  },
  component: Root,
  notFoundComponent: lazyPage(() => import('./shell/NotFoundPage.tsx'), 'NotFoundPage'),
});

const index = createRoute({
  ...named('index'),
  component: lazyPage(() => import('./features/home/HomePage.tsx'), 'HomePage'),
  loader: async () => (await pageQueries()).startHomePage(),
});
const login = createRoute({
  ...named('login'),
  // Part of the first code: who comes to sign in waits for nothing else.
  component: LoginPage,
});
const setPassword = createRoute({
  ...named('set-password'),
  component: lazyPage(() => import('./features/session/SetPasswordPage.tsx'), 'SetPasswordPage'),
});
const users = createRoute({
  ...named('v1-users'),
  component: lazyPage(() => import('./features/users/UsersPage.tsx'), 'UsersPage'),
  loaderDeps: deps,
  loader: async ({ params, deps: { search } }) =>
    (await pageQueries()).startUsersPage({ params, search }),
});
const user = createRoute({
  ...named('v1-users-userId'),
  component: lazyPage(() => import('./features/users/UserPage.tsx'), 'UserPage'),
  loaderDeps: deps,
  loader: async ({ params, deps: { search } }) =>
    (await pageQueries()).startUserPage({ params, search }),
});
const partitions = createRoute({
  ...named('v1-partitions'),
  component: lazyPage(() => import('./features/partitions/PartitionsPage.tsx'), 'PartitionsPage'),
  loaderDeps: deps,
  loader: async ({ params, deps: { search } }) =>
    (await pageQueries()).startPartitionsPage({ params, search }),
});
const partition = createRoute({
  ...named('v1-partitions-partitionId'),
  component: lazyPage(() => import('./features/partitions/PartitionPage.tsx'), 'PartitionPage'),
  loaderDeps: deps,
  loader: async ({ params, deps: { search } }) =>
    (await pageQueries()).startPartitionPage({ params, search }),
});
const objects = createRoute({
  ...named('v1-partitions-partitionId-objects'),
  component: lazyPage(() => import('./features/objects/ObjectsPage.tsx'), 'ObjectsPage'),
  loaderDeps: deps,
  loader: async ({ params, deps: { search } }) =>
    (await pageQueries()).startObjectsPage({ params, search }),
});
const recent = createRoute({
  ...named('v1-partitions-partitionId-objects-recent'),
  component: lazyPage(() => import('./features/objects/RecentPage.tsx'), 'RecentPage'),
  loaderDeps: deps,
  loader: async ({ params, deps: { search } }) =>
    (await pageQueries()).startRecentPage({ params, search }),
});
const object = createRoute({
  ...named('v1-partitions-partitionId-objects-objectId'),
  component: lazyPage(() => import('./features/objects/ObjectPage.tsx'), 'ObjectPage'),
  loaderDeps: deps,
  loader: async ({ params, deps: { search } }) =>
    (await pageQueries()).startObjectPage({ params, search }),
});
const referencedBy = createRoute({
  ...named('v1-partitions-partitionId-objects-referencedBy-objectId'),
  component: lazyPage(() => import('./features/objects/ReferencedByPage.tsx'), 'ReferencedByPage'),
  loaderDeps: deps,
  loader: async ({ params, deps: { search } }) =>
    (await pageQueries()).startReferencedByPage({ params, search }),
});
const history = createRoute({
  ...named('v1-partitions-partitionId-timelines-timelineId-objects'),
  component: lazyPage(() => import('./features/objects/HistoryPage.tsx'), 'HistoryPage'),
  loaderDeps: deps,
  loader: async ({ params, deps: { search } }) =>
    (await pageQueries()).startHistoryPage({ params, search }),
});
const latest = createRoute({
  ...named('v1-partitions-partitionId-timelines-timelineId-objects-latest'),
  component: lazyPage(() => import('./features/objects/LatestPage.tsx'), 'LatestPage'),
  loaderDeps: deps,
  loader: async ({ params, deps: { search } }) =>
    (await pageQueries()).startLatestPage({ params, search }),
});

const routeTree = rootRoute.addChildren([
  index,
  login,
  setPassword,
  users,
  user,
  partitions,
  partition,
  objects,
  recent,
  object,
  referencedBy,
  history,
  latest,
]);

/** @param history where the address is kept; the browser's without */
export function createConsoleRouter(history: RouterHistory = createBrowserHistory()) {
  const { pathname } = history.location;
  // The router would make one slash of two, and so fill a missing parameter with what comes after it.
  if (pathname.includes('//')) history.replace('/page-not-found', { askedPath: pathname });
  return createRouter({
    routeTree,
    history,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    // An unknown path is no part of the nearest page above it, whose data would be asked for in vain.
    notFoundMode: 'root',
    defaultPreload: 'intent',
    defaultErrorComponent: RouteErrorPage,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
  interface StaticDataRouteOption {
    /** The specification's name of the route. */
    name?: RouteName;
  }
  interface HistoryState {
    /** What was asked for and is no route, where the address bar cannot hold it. */
    askedPath?: string;
  }
}
