import {
  createBrowserHistory,
  createRoute,
  createRouter,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import { type RouteName, routes } from '@annals/contracts/routes';
import { startPage } from './platform/api/rejections.ts';
import { LoginPage } from './features/session/LoginPage.tsx';
import { storeProviderAnswer } from './features/session/provider-answer.ts';
import { rootRoute } from './root-route.tsx';
import { withoutPattern } from './platform/links.ts';
import { parseSearch, type PlainSearch, stringifySearch } from './platform/search.ts';
import { RouteErrorPage } from './shell/FailurePage.tsx';
import { lazyPage } from './shell/lazy-page.tsx';

/** Converts `/v1/users/{userId}` to the router's `/v1/users/$userId`. */
type RouterPath<Path extends string> = Path extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}$${Name}${RouterPath<After>}`
  : Path;

/** The path and the name of a route in the specification. */
function findRoute<Name extends RouteName>(name: Name) {
  return {
    getParentRoute: () => rootRoute,
    path: routes[name].path.replaceAll(/\{(\w+)\}/g, '$$$1') as RouterPath<
      (typeof routes)[Name]['path']
    >,
    staticData: { name },
  };
}

/** A route in the specification whose page and queries are loaded on demand. */
function pageRoute<Name extends Exclude<RouteName, 'login'>>(name: Name) {
  return createRoute({
    ...findRoute(name),
    component: lazyPage(async () => (await import('./pages.ts')).loadPage(name)),
    // Changing the query starts another prefetch.
    loaderDeps: ({ search }: { search: PlainSearch }) => ({ search }),
    loader: async ({ params, deps: { search }, cause }) =>
      (await import('./pages.ts')).loadData(name, { params, search }, cause === 'enter'),
  });
}

const login = createRoute({
  ...findRoute('login'),
  // Part of the main bundle, so that the sign-in waits for nothing else.
  component: LoginPage,
  beforeLoad: ({ search }) => {
    const rest = storeProviderAnswer(search);
    if (rest !== undefined) throw redirect({ to: '/login', search: rest, replace: true });
  },
});
// Not in the specification's table: the server shows it for an inactive alias.
const alias = createRoute({
  getParentRoute: () => rootRoute,
  path: '/a/$alias',
  component: lazyPage(async () => (await import('./shell/AliasPage.tsx')).AliasPage),
});

type PageName = Exclude<RouteName, 'login'>;
type PageRoutes = { [Name in PageName]: ReturnType<typeof pageRoute<Name>> };

const pageRoutes = Object.fromEntries(
  (Object.keys(routes) as RouteName[])
    .filter((name) => name !== 'login')
    .map((name) => [name, pageRoute(name)]),
) as unknown as PageRoutes;

const routeTree = rootRoute.addChildren({ ...pageRoutes, login, alias });

function canDecode(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/** @param history defaults to the browser's */
export function createConsoleRouter(history: RouterHistory = createBrowserHistory()) {
  const { pathname, search, hash } = history.location;
  // The router would merge double slashes, fill a missing parameter with the next segment, and decode in part what cannot
  // be decoded.
  if (pathname.includes('//') || !canDecode(pathname))
    history.replace('/page-not-found', { askedPath: pathname });
  // An id may begin so, and the router would take it for the name of a parameter.
  else if (pathname.includes('$')) history.replace(withoutPattern(pathname) + search + hash);
  const router = createRouter({
    routeTree,
    history,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    caseSensitive: true,
    // An unknown path must not render its nearest parent, whose data would be loaded in vain.
    notFoundMode: 'root',
    defaultPreload: 'intent',
    // The query client decides what is fresh, and the loader for how long a page waits.
    defaultPreloadStaleTime: 0,
    defaultStaleReloadMode: 'blocking',
    defaultErrorComponent: RouteErrorPage,
  });
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) startPage();
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
  interface StaticDataRouteOption {
    /** The name of the route in the specification. */
    name?: RouteName;
  }
}
declare module '@tanstack/history' {
  interface HistoryState {
    /** The requested path that is not a route, when the address bar cannot contain it. */
    askedPath?: string;
  }
}
