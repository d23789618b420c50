import type { FunctionComponent } from 'react';
import type { RouteName } from '@annals/contracts/routes';
import { keepPages } from './shell/keep-page.ts';

keepPages(async () => (await import('./features/session/SignInOver.tsx')).SignInOver);

/**
 * The code of each page but the login page's, which is part of the first code. Apart from the table of routes, so that
 * who comes to sign in does not load where everything else lies.
 */
export const pages: Record<Exclude<RouteName, 'login'>, () => Promise<FunctionComponent>> = {
  index: async () => (await import('./features/home/HomePage.tsx')).HomePage,
  reset: async () => (await import('./features/session/ResetPage.tsx')).ResetPage,
  signup: async () => (await import('./features/session/SignUpPage.tsx')).SignUpPage,
  'set-password': async () =>
    (await import('./features/session/SetPasswordPage.tsx')).SetPasswordPage,
  'user-management': async () => (await import('./features/account/AccountPage.tsx')).AccountPage,
  'v1-users': async () => (await import('./features/users/UsersPage.tsx')).UsersPage,
  'v1-users-userId': async () => (await import('./features/users/UserPage.tsx')).UserPage,
  'v1-users-userId-edit': async () =>
    (await import('./features/users/EditUserPage.tsx')).EditUserPage,
  'v1-users-userId-roles': async () =>
    (await import('./features/users/UserRolesPage.tsx')).UserRolesPage,
  'v1-users-forName-username': async () =>
    (await import('./features/users/FindUserPage.tsx')).FindUserPage,
  'v1-users-forNameContaining-searchtext': async () =>
    (await import('./features/users/FoundUsersPage.tsx')).FoundUsersPage,
  'v1-tokens-new': async () => (await import('./features/tokens/NewTokenPage.tsx')).NewTokenPage,
  'v1-tokens': async () => (await import('./features/tokens/TokensPage.tsx')).TokensPage,
  'v1-applications': async () =>
    (await import('./features/applications/ApplicationsPage.tsx')).ApplicationsPage,
  'v1-applications-applicationId': async () =>
    (await import('./features/applications/ApplicationPage.tsx')).ApplicationPage,
  'v1-organizational-units': async () =>
    (await import('./features/organizational-units/UnitsPage.tsx')).UnitsPage,
  'v1-organizational-units-new': async () =>
    (await import('./features/organizational-units/NewUnitPage.tsx')).NewUnitPage,
  'v1-organizational-units-orgUnitId': async () =>
    (await import('./features/organizational-units/UnitPage.tsx')).UnitPage,
  'v1-organizational-units-orgUnitId-edit': async () =>
    (await import('./features/organizational-units/EditUnitPage.tsx')).EditUnitPage,
  'v1-organizational-units-orgUnitId-users': async () =>
    (await import('./features/organizational-units/UnitUsersPage.tsx')).UnitUsersPage,
  'v1-identity-providers': async () =>
    (await import('./features/identity-providers/ProvidersPage.tsx')).ProvidersPage,
  'v1-identity-providers-new': async () =>
    (await import('./features/identity-providers/NewProviderPage.tsx')).NewProviderPage,
  'v1-identity-providers-idpId': async () =>
    (await import('./features/identity-providers/ProviderPage.tsx')).ProviderPage,
  'v1-identity-providers-idpId-edit': async () =>
    (await import('./features/identity-providers/EditProviderPage.tsx')).EditProviderPage,
  'v1-alias-urls': async () =>
    (await import('./features/alias-urls/AliasUrlsPage.tsx')).AliasUrlsPage,
  migrations: async () => (await import('./features/migrations/MigrationsPage.tsx')).MigrationsPage,
  'v1-partitions': async () =>
    (await import('./features/partitions/PartitionsPage.tsx')).PartitionsPage,
  'v1-partitions-all-users': async () =>
    (await import('./features/data-users/DataUsersPage.tsx')).DataUsersPage,
  'v1-partitions-all-users-userId': async () =>
    (await import('./features/data-users/DataUserPage.tsx')).DataUserPage,
  'v1-partitions-partitionId': async () =>
    (await import('./features/partitions/PartitionPage.tsx')).PartitionPage,
  'v1-partitions-partitionId-users': async () =>
    (await import('./features/partitions/members/MembersPage.tsx')).MembersPage,
  'v1-partitions-partitionId-objects': async () =>
    (await import('./features/objects/search/ObjectsPage.tsx')).ObjectsPage,
  'v1-partitions-partitionId-objects-recent': async () =>
    (await import('./features/objects/history/RecentPage.tsx')).RecentPage,
  'v1-partitions-partitionId-objects-objectId': async () =>
    (await import('./features/objects/version/ObjectPage.tsx')).ObjectPage,
  'v1-partitions-partitionId-objects-referencedBy-objectId': async () =>
    (await import('./features/objects/references/ReferencedByPage.tsx')).ReferencedByPage,
  'v1-partitions-partitionId-indices-search-text': async () =>
    (await import('./features/objects/search/SearchTextPage.tsx')).SearchTextPage,
  'v1-partitions-partitionId-timelines-timelineId-objects': async () =>
    (await import('./features/objects/history/HistoryPage.tsx')).HistoryPage,
  'v1-partitions-partitionId-timelines-timelineId-objects-latest': async () =>
    (await import('./features/objects/version/LatestPage.tsx')).LatestPage,
};
