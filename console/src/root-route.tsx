import { createRootRoute, redirect } from '@tanstack/react-router';
import { matchRoute, routes } from '@annals/contracts/routes';
import { storedAuth } from './api/session.ts';
import type { PlainSearch } from './shared/search.ts';
import { Root } from './shell/Root.tsx';
import { lazyPage } from './shell/lazy-page.tsx';
import { loadShell } from './shell/load-shell.ts';
import { loginSearch } from './shell/login-search.ts';

/** The query as it stands: each page reads from it what it knows, and what it does not know is kept. */
function searchAsIs(search: PlainSearch): PlainSearch {
  return search;
}

export const rootRoute = createRootRoute({
  validateSearch: searchAsIs,
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
