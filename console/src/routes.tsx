import {
  createBrowserHistory,
  createRoute,
  createRouter,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import type { RouteName } from '@annals/contracts/routes';
import { LoginPage } from './features/session/LoginPage.tsx';
import { keepProviderAnswer } from './features/session/provider-answer.ts';
import { named, rootRoute, starting } from './root-route.tsx';
import { parseSearch, stringifySearch } from './shared/search.ts';
import { RouteErrorPage } from './shell/RouteErrorPage.tsx';
import { lazyPage } from './shell/lazy-page.tsx';

const index = createRoute({
  ...named('index'),
  component: lazyPage(() => import('./features/home/HomePage.tsx'), 'HomePage'),
  ...starting('startHomePage'),
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
const reset = createRoute({
  ...named('reset'),
  component: lazyPage(() => import('./features/session/ResetPage.tsx'), 'ResetPage'),
});
const signUp = createRoute({
  ...named('signup'),
  component: lazyPage(() => import('./features/session/SignUpPage.tsx'), 'SignUpPage'),
});
const setPassword = createRoute({
  ...named('set-password'),
  component: lazyPage(() => import('./features/session/SetPasswordPage.tsx'), 'SetPasswordPage'),
});
const users = createRoute({
  ...named('v1-users'),
  component: lazyPage(() => import('./features/users/UsersPage.tsx'), 'UsersPage'),
  ...starting('startUsersPage'),
});
const user = createRoute({
  ...named('v1-users-userId'),
  component: lazyPage(() => import('./features/users/UserPage.tsx'), 'UserPage'),
  ...starting('startUserPage'),
});
const tokensNew = createRoute({
  ...named('v1-tokens-new'),
  component: lazyPage(() => import('./features/tokens/NewTokenPage.tsx'), 'NewTokenPage'),
});
const tokens = createRoute({
  ...named('v1-tokens'),
  component: lazyPage(() => import('./features/tokens/TokensPage.tsx'), 'TokensPage'),
  ...starting('startTokensPage'),
});
const applications = createRoute({
  ...named('v1-applications'),
  component: lazyPage(
    () => import('./features/applications/ApplicationsPage.tsx'),
    'ApplicationsPage',
  ),
  ...starting('startApplicationsPage'),
});
const application = createRoute({
  ...named('v1-applications-applicationId'),
  component: lazyPage(
    () => import('./features/applications/ApplicationPage.tsx'),
    'ApplicationPage',
  ),
  ...starting('startApplicationPage'),
});
const units = createRoute({
  ...named('v1-organizational-units'),
  component: lazyPage(() => import('./features/organizational-units/UnitsPage.tsx'), 'UnitsPage'),
  ...starting('startUnitsPage'),
});
const unitNew = createRoute({
  ...named('v1-organizational-units-new'),
  component: lazyPage(
    () => import('./features/organizational-units/NewUnitPage.tsx'),
    'NewUnitPage',
  ),
});
const unit = createRoute({
  ...named('v1-organizational-units-orgUnitId'),
  component: lazyPage(() => import('./features/organizational-units/UnitPage.tsx'), 'UnitPage'),
  ...starting('startUnitPage'),
});
const unitEdit = createRoute({
  ...named('v1-organizational-units-orgUnitId-edit'),
  component: lazyPage(
    () => import('./features/organizational-units/EditUnitPage.tsx'),
    'EditUnitPage',
  ),
  ...starting('startUnitPage'),
});
const unitUsers = createRoute({
  ...named('v1-organizational-units-orgUnitId-users'),
  component: lazyPage(
    () => import('./features/organizational-units/UnitUsersPage.tsx'),
    'UnitUsersPage',
  ),
  ...starting('startUnitUsersPage'),
});
const providers = createRoute({
  ...named('v1-identity-providers'),
  component: lazyPage(
    () => import('./features/identity-providers/ProvidersPage.tsx'),
    'ProvidersPage',
  ),
  ...starting('startProvidersPage'),
});
const providerNew = createRoute({
  ...named('v1-identity-providers-new'),
  component: lazyPage(
    () => import('./features/identity-providers/NewProviderPage.tsx'),
    'NewProviderPage',
  ),
});
const provider = createRoute({
  ...named('v1-identity-providers-idpId'),
  component: lazyPage(
    () => import('./features/identity-providers/ProviderPage.tsx'),
    'ProviderPage',
  ),
  ...starting('startProviderPage'),
});
const providerEdit = createRoute({
  ...named('v1-identity-providers-idpId-edit'),
  component: lazyPage(
    () => import('./features/identity-providers/EditProviderPage.tsx'),
    'EditProviderPage',
  ),
  ...starting('startProviderPage'),
});
const partitions = createRoute({
  ...named('v1-partitions'),
  component: lazyPage(() => import('./features/partitions/PartitionsPage.tsx'), 'PartitionsPage'),
  ...starting('startPartitionsPage'),
});
const partition = createRoute({
  ...named('v1-partitions-partitionId'),
  component: lazyPage(() => import('./features/partitions/PartitionPage.tsx'), 'PartitionPage'),
  ...starting('startPartitionPage'),
});
const objects = createRoute({
  ...named('v1-partitions-partitionId-objects'),
  component: lazyPage(() => import('./features/objects/ObjectsPage.tsx'), 'ObjectsPage'),
  ...starting('startObjectsPage'),
});
const recent = createRoute({
  ...named('v1-partitions-partitionId-objects-recent'),
  component: lazyPage(() => import('./features/objects/RecentPage.tsx'), 'RecentPage'),
  ...starting('startRecentPage'),
});
const object = createRoute({
  ...named('v1-partitions-partitionId-objects-objectId'),
  component: lazyPage(() => import('./features/objects/ObjectPage.tsx'), 'ObjectPage'),
  ...starting('startObjectPage'),
});
const referencedBy = createRoute({
  ...named('v1-partitions-partitionId-objects-referencedBy-objectId'),
  component: lazyPage(() => import('./features/objects/ReferencedByPage.tsx'), 'ReferencedByPage'),
  ...starting('startReferencedByPage'),
});
const history = createRoute({
  ...named('v1-partitions-partitionId-timelines-timelineId-objects'),
  component: lazyPage(() => import('./features/objects/HistoryPage.tsx'), 'HistoryPage'),
  ...starting('startHistoryPage'),
});
const latest = createRoute({
  ...named('v1-partitions-partitionId-timelines-timelineId-objects-latest'),
  component: lazyPage(() => import('./features/objects/LatestPage.tsx'), 'LatestPage'),
  ...starting('startLatestPage'),
});

const routeTree = rootRoute.addChildren([
  index,
  login,
  reset,
  signUp,
  setPassword,
  users,
  user,
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
