import {
  createBrowserHistory,
  createRoute,
  createRouter,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import type { RouteName } from '@annals/contracts/routes';
import { aliasRoutes } from './alias-routes.tsx';
import { LoginPage } from './features/session/LoginPage.tsx';
import { keepProviderAnswer } from './features/session/provider-answer.ts';
import { partitionRoutes } from './partition-routes.tsx';
import { addressOf, loaderDeps, named, pageOf, rootRoute } from './root-route.tsx';
import { parseSearch, stringifySearch } from './shared/search.ts';
import { RouteErrorPage } from './shell/RouteErrorPage.tsx';

/**
 * What starts the pages' queries, area by area: code of its own, which the login page does without and which is here long
 * before the code of most pages, so that their data is under way while they load.
 */
const homeQueries = () => import('./features/home/home.queries.ts');
const accountQueries = () => import('./features/account/account.queries.ts');
const usersQueries = () => import('./features/users/users.queries.ts');
const tokensQueries = () => import('./features/tokens/tokens.queries.ts');
const applicationsQueries = () => import('./features/applications/applications.queries.ts');
const organizationalUnitsQueries = () => import('./features/organizational-units/units.queries.ts');
const identityProvidersQueries = () => import('./features/identity-providers/providers.queries.ts');
const migrationsQueries = () => import('./features/migrations/migrations.queries.ts');
const searchTextQueries = () => import('./features/objects/search/search-text.queries.ts');
const objectsQueries = () => import('./features/objects/objects.queries.ts');

const index = createRoute({
  ...named('index'),
  component: pageOf('index'),
  loaderDeps,
  loader: async () => (await homeQueries()).startHomePage(),
});
const login = createRoute({
  ...named('login'),
  // Part of the first code: who comes to sign in waits for nothing else.
  component: LoginPage,
  beforeLoad: ({ search }) => {
    const rest = keepProviderAnswer(search);
    if (rest !== undefined) throw redirect({ to: '/login', search: rest, replace: true });
  },
});
const reset = createRoute({ ...named('reset'), component: pageOf('reset') });
const signUp = createRoute({ ...named('signup'), component: pageOf('signup') });
const setPassword = createRoute({ ...named('set-password'), component: pageOf('set-password') });
const userManagement = createRoute({
  ...named('user-management'),
  component: pageOf('user-management'),
  loaderDeps,
  loader: async (match) => (await accountQueries()).startAccountPage(addressOf(match)),
});
const users = createRoute({
  ...named('v1-users'),
  component: pageOf('v1-users'),
  loaderDeps,
  loader: async (match) => (await usersQueries()).startUsersPage(addressOf(match)),
});
const user = createRoute({
  ...named('v1-users-userId'),
  component: pageOf('v1-users-userId'),
  loaderDeps,
  loader: async (match) => (await usersQueries()).startUserPage(addressOf(match)),
});
const userEdit = createRoute({
  ...named('v1-users-userId-edit'),
  component: pageOf('v1-users-userId-edit'),
  loaderDeps,
  loader: async (match) => (await usersQueries()).startUserForm(addressOf(match)),
});
const userRoles = createRoute({
  ...named('v1-users-userId-roles'),
  component: pageOf('v1-users-userId-roles'),
  loaderDeps,
  loader: async (match) => (await usersQueries()).startUserForm(addressOf(match)),
});
const userForName = createRoute({
  ...named('v1-users-forName-username'),
  component: pageOf('v1-users-forName-username'),
  loaderDeps,
  loader: async (match) => (await usersQueries()).startFindUserPage(addressOf(match)),
});
const usersContaining = createRoute({
  ...named('v1-users-forNameContaining-searchtext'),
  component: pageOf('v1-users-forNameContaining-searchtext'),
  loaderDeps,
  loader: async (match) => (await usersQueries()).startFoundUsersPage(addressOf(match)),
});
const tokensNew = createRoute({ ...named('v1-tokens-new'), component: pageOf('v1-tokens-new') });
const tokens = createRoute({
  ...named('v1-tokens'),
  component: pageOf('v1-tokens'),
  loaderDeps,
  loader: async (match) => (await tokensQueries()).startTokensPage(addressOf(match)),
});
const applications = createRoute({
  ...named('v1-applications'),
  component: pageOf('v1-applications'),
  loaderDeps,
  loader: async (match) => (await applicationsQueries()).startApplicationsPage(addressOf(match)),
});
const application = createRoute({
  ...named('v1-applications-applicationId'),
  component: pageOf('v1-applications-applicationId'),
  loaderDeps,
  loader: async (match) => (await applicationsQueries()).startApplicationPage(addressOf(match)),
});
const units = createRoute({
  ...named('v1-organizational-units'),
  component: pageOf('v1-organizational-units'),
  loaderDeps,
  loader: async () => (await organizationalUnitsQueries()).startUnitsPage(),
});
const unitNew = createRoute({
  ...named('v1-organizational-units-new'),
  component: pageOf('v1-organizational-units-new'),
  loaderDeps,
  loader: async (match) => (await organizationalUnitsQueries()).startNewUnitPage(addressOf(match)),
});
const unit = createRoute({
  ...named('v1-organizational-units-orgUnitId'),
  component: pageOf('v1-organizational-units-orgUnitId'),
  loaderDeps,
  loader: async (match) => (await organizationalUnitsQueries()).startUnitPage(addressOf(match)),
});
const unitEdit = createRoute({
  ...named('v1-organizational-units-orgUnitId-edit'),
  component: pageOf('v1-organizational-units-orgUnitId-edit'),
  loaderDeps,
  loader: async (match) => (await organizationalUnitsQueries()).startUnitForm(addressOf(match)),
});
const unitUsers = createRoute({
  ...named('v1-organizational-units-orgUnitId-users'),
  component: pageOf('v1-organizational-units-orgUnitId-users'),
  loaderDeps,
  loader: async (match) =>
    (await organizationalUnitsQueries()).startUnitUsersPage(addressOf(match)),
});
const providers = createRoute({
  ...named('v1-identity-providers'),
  component: pageOf('v1-identity-providers'),
  loaderDeps,
  loader: async (match) => (await identityProvidersQueries()).startProvidersPage(addressOf(match)),
});
const providerNew = createRoute({
  ...named('v1-identity-providers-new'),
  component: pageOf('v1-identity-providers-new'),
});
const provider = createRoute({
  ...named('v1-identity-providers-idpId'),
  component: pageOf('v1-identity-providers-idpId'),
  loaderDeps,
  loader: async (match) => (await identityProvidersQueries()).startProviderPage(addressOf(match)),
});
const providerEdit = createRoute({
  ...named('v1-identity-providers-idpId-edit'),
  component: pageOf('v1-identity-providers-idpId-edit'),
  loaderDeps,
  loader: async (match) => (await identityProvidersQueries()).startProviderPage(addressOf(match)),
});
const migrations = createRoute({
  ...named('migrations'),
  component: pageOf('migrations'),
  loaderDeps,
  loader: async (match) => (await migrationsQueries()).startMigrationsPage(addressOf(match)),
});
const objects = createRoute({
  ...named('v1-partitions-partitionId-objects'),
  component: pageOf('v1-partitions-partitionId-objects'),
  loaderDeps,
  loader: async (match) => (await objectsQueries()).startObjectsPage(addressOf(match)),
});
const recent = createRoute({
  ...named('v1-partitions-partitionId-objects-recent'),
  component: pageOf('v1-partitions-partitionId-objects-recent'),
  loaderDeps,
  loader: async (match) => (await objectsQueries()).startRecentPage(addressOf(match)),
});
const object = createRoute({
  ...named('v1-partitions-partitionId-objects-objectId'),
  component: pageOf('v1-partitions-partitionId-objects-objectId'),
  loaderDeps,
  loader: async (match) => (await objectsQueries()).startObjectPage(addressOf(match)),
});
const referencedBy = createRoute({
  ...named('v1-partitions-partitionId-objects-referencedBy-objectId'),
  component: pageOf('v1-partitions-partitionId-objects-referencedBy-objectId'),
  loaderDeps,
  loader: async (match) => (await objectsQueries()).startReferencedByPage(addressOf(match)),
});
const searchText = createRoute({
  ...named('v1-partitions-partitionId-indices-search-text'),
  component: pageOf('v1-partitions-partitionId-indices-search-text'),
  loaderDeps,
  loader: async (match) => (await searchTextQueries()).startSearchTextPage(addressOf(match)),
});
const history = createRoute({
  ...named('v1-partitions-partitionId-timelines-timelineId-objects'),
  component: pageOf('v1-partitions-partitionId-timelines-timelineId-objects'),
  loaderDeps,
  loader: async (match) => (await objectsQueries()).startHistoryPage(addressOf(match)),
});
const latest = createRoute({
  ...named('v1-partitions-partitionId-timelines-timelineId-objects-latest'),
  component: pageOf('v1-partitions-partitionId-timelines-timelineId-objects-latest'),
  loaderDeps,
  loader: async (match) => (await objectsQueries()).startLatestPage(addressOf(match)),
});

const routeTree = rootRoute.addChildren([
  index,
  login,
  reset,
  signUp,
  setPassword,
  userManagement,
  users,
  user,
  userEdit,
  userRoles,
  userForName,
  usersContaining,
  tokensNew,
  tokens,
  applications,
  application,
  units,
  unitNew,
  unit,
  unitEdit,
  unitUsers,
  providers,
  providerNew,
  provider,
  providerEdit,
  ...aliasRoutes,
  migrations,
  ...partitionRoutes,
  objects,
  recent,
  object,
  referencedBy,
  searchText,
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
}
declare module '@tanstack/history' {
  interface HistoryState {
    /** What was asked for and is no route, where the address bar cannot hold it. */
    askedPath?: string;
  }
}
