import { createRootRoute, redirect } from '@tanstack/react-router';
import { matchRoute, routes, type RouteName } from '@annals/contracts/routes';
import { storedAuth } from './api/session.ts';
import type { PlainSearch } from './shared/search.ts';
import { Root } from './shell/Root.tsx';
import { lazyPage } from './shell/lazy-page.tsx';
import { loadShell } from './shell/load-shell.ts';
import { loginSearch } from './shell/login-search.ts';

/** `/v1/users/{userId}` as the router writes it: `/v1/users/$userId`. */
type RouterPath<Path extends string> = Path extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}$${Name}${RouterPath<After>}`
  : Path;

/** Path and name of a route of the specification. */
export function named<Name extends RouteName>(name: Name) {
  const path = routes[name].path.replaceAll(/\{(\w+)\}/g, '$$$1');
  return {
    getParentRoute: () => rootRoute,
    path: path as RouterPath<(typeof routes)[Name]['path']>,
    staticData: { name },
  };
}

/** The page of a route, whose code comes when it is needed. */
export function pageOf(name: Exclude<RouteName, 'login'>) {
  return lazyPage(async () => {
    const { pages } = await import('./pages.ts');
    return pages[name]();
  });
}

/** The query as it stands: each page reads from it what it knows, and what it does not know is kept. */
function keepSearch(search: PlainSearch): PlainSearch {
  return search;
}

/** What starts a page's queries looks at the query too, so a change there starts them again. */
export const loaderDeps = ({ search }: { search: PlainSearch }) => ({ search });

/** Where a page is, as what starts its queries takes it. */
export function addressOf<Params>({
  params,
  deps: { search },
}: {
  params: Params;
  deps: { search: PlainSearch };
}) {
  return { params, search };
}

export const rootRoute = createRootRoute({
  validateSearch: keepSearch,
  beforeLoad: ({ location }) => {
    // The sign-in stands over the page already.
    if (location.maskedLocation) return;
    const match = matchRoute(location.pathname);
    if (match !== undefined && routes[match.name].access === 'everyone') return;
    // An alias is for whoever was given it.
    if (location.pathname.startsWith('/a/')) return;
    if (storedAuth() === null) {
      throw redirect({ to: '/login', search: loginSearch(location.href) });
    }
    // What fails here fails again, and is told, where the shell is shown.
    loadShell().catch(() => undefined);
  },
  component: Root,
  notFoundComponent: lazyPage(async () => (await import('./shell/NotFoundPage.tsx')).NotFoundPage),
});
