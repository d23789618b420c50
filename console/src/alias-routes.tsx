import { createRoute } from '@tanstack/react-router';
import { addressOf, loaderDeps, named, pageOf, rootRoute } from './root-route.tsx';
import { lazyPage } from './shell/lazy-page.tsx';

const aliasUrlsQueries = () => import('./features/alias-urls/alias-urls.queries.ts');

const aliasUrls = createRoute({
  ...named('v1-alias-urls'),
  component: pageOf('v1-alias-urls'),
  loaderDeps,
  loader: async (match) => (await aliasUrlsQueries()).startAliasUrlsPage(addressOf(match)),
});
// No page of the specification's table: the server shows it where an alias leads nowhere.
const alias = createRoute({
  getParentRoute: () => rootRoute,
  path: '/a/$alias',
  component: lazyPage(async () => (await import('./shell/AliasPage.tsx')).AliasPage),
});

export const aliasRoutes = [aliasUrls, alias] as const;
