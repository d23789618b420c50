import * as z from 'zod/mini';
import { currentDataUser, dataUser } from './data-user.ts';
import { endpoint } from './endpoint.ts';
import {
  dateTime,
  dataAsOf,
  id,
  knownSince,
  moment,
  pageOf,
  paging,
  withoutNul,
} from './fields.ts';
import { objectVersion, withPredecessor } from './object-version.ts';

export { currentDataUser, dataUser, type DataUser } from './data-user.ts';

const signedIn = { kind: 'signedIn' } as const;
const userParams = z.strictObject({ userId: id });

export const listedDataUser = z.extend(dataUser, {
  /** Counts only partitions that the caller may read. */
  partitionCount: z.number(),
  /** The versions they wrote in those partitions. */
  versionCount: z.number(),
});
export type ListedDataUser = z.infer<typeof listedDataUser>;

export const listDataUsers = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/users',
  summary:
    'Lists the users of the data service by name: all if you may see all, otherwise yourself and those you share a partition with',
  access: signedIn,
  query: z.strictObject({
    ...paging,
    name: z.optional(z.string().check(z.maxLength(200), withoutNul)),
    sort: z.optional(z.enum(['name', '-name'])),
  }),
  response: pageOf(listedDataUser),
});

export const getDataUser = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/users/{userId}',
  specified: {},
  summary:
    'Returns a user of the data service: yourself, somebody you share a partition with, or anyone for masters',
  access: signedIn,
  params: userParams,
  response: dataUser,
});

export const listPartitionsOfUser = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/users/{userId}/partitions',
  summary:
    'Lists the partitions a user is a member of or has written to, limited to those you can open; now or as of a moment',
  access: signedIn,
  params: userParams,
  query: z.strictObject({ ...paging, ...dataAsOf }),
  response: pageOf(
    z.object({
      id: z.string(),
      partitionName: z.string(),
      /** Null for somebody who wrote there and is not a member, and where that is not known. */
      role: z.nullable(z.string()),
      sinceDate: z.nullable(dateTime),
      versionCount: z.number(),
      lastWrittenDate: z.nullable(dateTime),
      knownSince,
    }),
  ),
});

export const listObjectsOfUser = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/users/{userId}/objects',
  shows: 'versions',
  summary: 'Lists the versions a user wrote most recently, in all partitions you can open',
  access: signedIn,
  params: userParams,
  query: z.strictObject({ ...paging, ...dataAsOf, ...withPredecessor }),
  response: pageOf(z.extend(objectVersion, { partitionName: z.string() })),
});

const writtenVersion = z.object({
  partitionId: z.string(),
  partitionName: z.string(),
  sequence: z.number(),
  objectId: z.string(),
  timelineId: z.string(),
  type: z.string(),
  title: z.nullable(z.string()),
  /** When it arrived here; imported versions may have an earlier date. */
  writtenDate: dateTime,
  imported: z.boolean(),
  /** It ended its timeline. */
  ended: z.boolean(),
  reason: z.nullable(z.string()),
});
export type WrittenVersion = z.infer<typeof writtenVersion>;

export const listWritesOfUser = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/users/{userId}/writes',
  summary:
    'Lists the newest 500 versions a user wrote in a period, in the 50 most recently changed partitions that you can open, and how many they wrote in each',
  access: signedIn,
  params: userParams,
  shows: 'versions',
  query: z.strictObject({
    /** When the versions arrived: from is inclusive, to is exclusive. */
    from: moment,
    to: moment,
  }),
  response: z.object({
    /** Newest first. */
    data: z.array(writtenVersion),
    partitions: z.array(
      z.object({
        id: z.string(),
        partitionName: z.string(),
        versionCount: z.number(),
        /** Whether you may propose changes in it. */
        mayWrite: z.boolean(),
      }),
    ),
    /** Neither versions nor partitions were left out. */
    complete: z.boolean(),
  }),
});

export const dataUserEndpoints = [
  currentDataUser,
  listDataUsers,
  getDataUser,
  listPartitionsOfUser,
  listObjectsOfUser,
  listWritesOfUser,
] as const;
