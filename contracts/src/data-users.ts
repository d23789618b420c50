import * as z from 'zod/mini';
import { currentDataUser, dataUser } from './data-user.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, dataAsOf, givenId, id, pageOf, paging, withoutNul } from './fields.ts';
import { objectVersion, withPredecessor } from './object-version.ts';

export { currentDataUser, dataUser, type DataUser } from './data-user.ts';

const signedIn = { kind: 'signedIn' } as const;
const userParams = z.strictObject({ userId: id });

export const listedDataUser = z.extend(dataUser, {
  /** Of those the caller may open. */
  partitionCount: z.optional(z.number()),
  /** Versions they wrote in those. */
  versionCount: z.optional(z.number()),
});
export type ListedDataUser = z.infer<typeof listedDataUser>;

export const listDataUsers = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/users',
  summary:
    'The users of the data service by name: all for who may see all, otherwise oneself and those who share a partition',
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
  specified: true,
  summary:
    'A user of the data service: oneself, one who shares a partition with the caller, or any for masters',
  access: signedIn,
  params: userParams,
  response: dataUser,
});

export const listPartitionsOfUser = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/users/{userId}/partitions',
  summary:
    'The partitions a user is a member of or has written to, out of those the caller may open, now or as of a moment',
  access: signedIn,
  params: userParams,
  query: z.strictObject({ ...paging, ...dataAsOf }),
  response: pageOf(
    z.looseObject({
      id: givenId,
      partitionName: z.string(),
      /** Null for one who wrote there and is no member. */
      role: z.nullable(z.string()),
      sinceDate: z.nullable(dateTime),
      versionCount: z.number(),
      lastWrittenDate: z.nullable(dateTime),
    }),
  ),
});

export const listObjectsOfUser = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/users/{userId}/objects',
  summary: 'The versions a user wrote last, over all partitions the caller may open',
  access: signedIn,
  params: userParams,
  query: z.strictObject({ ...paging, ...dataAsOf, ...withPredecessor }),
  response: pageOf(z.extend(objectVersion, { partitionName: z.optional(z.string()) })),
});

export const dataUserEndpoints = [
  currentDataUser,
  listDataUsers,
  getDataUser,
  listPartitionsOfUser,
  listObjectsOfUser,
] as const;
