import { createRoute } from '@tanstack/react-router';
import { addressOf, loaderDeps, named, pageOf } from './root-route.tsx';

const partitionsQueries = () => import('./features/partitions/partitions.queries.ts');
const membersQueries = () => import('./features/partitions/members/members.queries.ts');
const dataUsersQueries = () => import('./features/data-users/data-users.queries.ts');

const partitions = createRoute({
  ...named('v1-partitions'),
  component: pageOf('v1-partitions'),
  loaderDeps,
  loader: async (match) => (await partitionsQueries()).startPartitionsPage(addressOf(match)),
});
const dataUsers = createRoute({
  ...named('v1-partitions-all-users'),
  component: pageOf('v1-partitions-all-users'),
  loaderDeps,
  loader: async (match) => (await dataUsersQueries()).startDataUsersPage(addressOf(match)),
});
const dataUser = createRoute({
  ...named('v1-partitions-all-users-userId'),
  component: pageOf('v1-partitions-all-users-userId'),
  loaderDeps,
  loader: async (match) => (await dataUsersQueries()).startDataUserPage(addressOf(match)),
});
const partition = createRoute({
  ...named('v1-partitions-partitionId'),
  component: pageOf('v1-partitions-partitionId'),
  loaderDeps,
  loader: async (match) => (await partitionsQueries()).startPartitionPage(addressOf(match)),
});
const members = createRoute({
  ...named('v1-partitions-partitionId-users'),
  component: pageOf('v1-partitions-partitionId-users'),
  loaderDeps,
  loader: async (match) => (await membersQueries()).startMembersPage(addressOf(match)),
});

/** Partitions, their members, and the users of the data service. */
export const partitionRoutes = [partitions, dataUsers, dataUser, partition, members] as const;
