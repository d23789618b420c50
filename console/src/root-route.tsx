import { createRootRoute, redirect } from '@tanstack/react-router';
import { storedAuth } from './platform/api/session.ts';
import type { PlainSearch } from './platform/search.ts';
import { Root } from './shell/Root.tsx';
import { lazyPage } from './shell/lazy-page.tsx';
import { loadShell } from './shell/load-shell.ts';
import { loginSearch } from './shell/login-search.ts';
import { isOpenPage } from './shell/open-page.ts';

/** The query unchanged: each page reads what it knows, and unknown parameters are preserved. */
function searchAsIs(search: PlainSearch): PlainSearch {
  return search;
}

export const rootRoute = createRootRoute({
  validateSearch: searchAsIs,
  beforeLoad: ({ location }) => {
    // The sign-in dialog is already shown over the page.
    if (location.maskedLocation) return;
    if (isOpenPage(location.pathname)) return;
    if (storedAuth() === null) {
      throw redirect({
        to: '/login',
        search: loginSearch(location.state.askedPath ?? location.href),
      });
    }
    // A failure is repeated and reported where the shell is rendered.
    loadShell().catch(() => undefined);
  },
  component: Root,
  notFoundComponent: lazyPage(async () => (await import('./shell/NotFoundPage.tsx')).NotFoundPage),
});
