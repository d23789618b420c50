import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { asOf, givenId, id, include, pageOf, paging, withoutNul } from './fields.ts';
import { memberRoles } from './permissions.ts';
import { currentDataUser, dataUser } from './data-user.ts';

export { currentDataUser, dataUser, type DataUser } from './data-user.ts';

/** The specification shows partitionName only: a foreign service may leave out the rest. */
export const partition = z.looseObject({
  id: givenId,
  partitionName: z.optional(z.string()),
  description: z.optional(z.nullable(z.string())),
  /** The caller's member role; null for one who reads by permission. */
  role: z.optional(z.nullable(z.string())),
  timelineCount: z.optional(z.number()),
  versionCount: z.optional(z.number()),
  createdDate: z.optional(z.string()),
  /** Modification date of the newest version. */
  lastChangeDate: z.optional(z.nullable(z.string())),
});
export type Partition = z.infer<typeof partition>;

export const partitionDetail = z.extend(partition, {
  types: z.optional(
    z.array(
      z.looseObject({ type: z.string(), timelineCount: z.number(), versionCount: z.number() }),
    ),
  ),
});

export const getDataUser = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/users/{userId}',
  summary:
    'A user of the data service: oneself, one who shares a partition with the caller, or any for masters',
  access: { kind: 'signedIn' },
  params: z.strictObject({ userId: id }),
  response: dataUser,
});

export const listPartitions = endpoint({
  method: 'GET',
  path: '/v1/partitions',
  summary: 'The partitions the caller may open',
  access: { kind: 'signedIn' },
  query: z.strictObject({
    ...paging,
    ...include,
    name: z.optional(z.string().check(z.maxLength(200), withoutNul)),
    sort: z.optional(
      z.enum(['partitionName', '-partitionName', 'lastChangeDate', '-lastChangeDate']),
    ),
  }),
  response: pageOf(partition),
});

const partitionName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Give the partition a name.'),
    z.maxLength(100, 'A partition name has at most 100 characters.'),
  );

export const createPartition = endpoint({
  method: 'POST',
  path: '/v1/partitions',
  summary: 'Create a partition; the caller becomes its owner',
  access: { kind: 'permission', permission: 'partitions:create' },
  body: z.strictObject({
    partitionName,
    description: z.optional(z.string().check(z.maxLength(2000))),
  }),
  status: 201,
  response: partition,
});

export const partitionParams = z.strictObject({ partitionId: id });

export const getPartition = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}',
  summary: 'One partition with its counts by type',
  access: { kind: 'partition', role: 'READER' },
  params: partitionParams,
  response: partitionDetail,
});

export const member = z.looseObject({
  userId: z.string(),
  role: z.enum(memberRoles),
  username: z.optional(z.string()),
  name: z.optional(z.nullable(z.string())),
  sinceDate: z.optional(z.string()),
});

export const listMembers = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/users',
  summary: 'The members of a partition, now or as of a moment',
  access: { kind: 'partition', role: 'READER' },
  params: partitionParams,
  query: z.strictObject({ ...paging, ...asOf }),
  response: pageOf(member),
});

const memberParams = z.strictObject({ partitionId: id, userId: id });

export const putMember = endpoint({
  method: 'PUT',
  path: '/v1/partitions/{partitionId}/users/{userId}',
  summary: 'Add a member or change their role; the last owner stays owner',
  access: { kind: 'partition', role: 'OWNER' },
  params: memberParams,
  body: z.strictObject({ role: z.enum(memberRoles) }),
  response: member,
  repeatable: true,
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/v1/partitions/{partitionId}/users/{userId}',
  summary: 'Remove a member; the last owner cannot go',
  access: { kind: 'partition', role: 'OWNER' },
  params: memberParams,
  status: 204,
  response: z.void(),
  repeatable: true,
});

export const partitionEndpoints = [
  currentDataUser,
  getDataUser,
  listPartitions,
  createPartition,
  getPartition,
  listMembers,
  putMember,
  removeMember,
] as const;
