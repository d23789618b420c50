export {
  startApplicationPage,
  startApplicationsPage,
} from './features/applications/applications.queries.ts';
export { startHomePage } from './features/home/home.queries.ts';
export {
  startHistoryPage,
  startLatestPage,
  startObjectPage,
  startObjectsPage,
  startRecentPage,
  startReferencedByPage,
} from './features/objects/objects.queries.ts';
export {
  startProviderPage,
  startProvidersPage,
} from './features/identity-providers/providers.queries.ts';
export {
  startUnitPage,
  startUnitsPage,
  startUnitUsersPage,
} from './features/organizational-units/units.queries.ts';
export {
  startPartitionPage,
  startPartitionsPage,
} from './features/partitions/partitions.queries.ts';
export { startTokensPage } from './features/tokens/tokens.queries.ts';
export { startUserPage, startUsersPage } from './features/users/users.queries.ts';
