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
  startPartitionPage,
  startPartitionsPage,
} from './features/partitions/partitions.queries.ts';
export { startUserPage, startUsersPage } from './features/users/users.queries.ts';
