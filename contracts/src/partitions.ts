import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  dateTime,
  asOf,
  dataAsOf,
  flag,
  givenId,
  id,
  include,
  moment,
  knownSince,
  pageOf,
  paging,
  version,
  wholeNumber,
  withoutNul,
} from './fields.ts';
import { messageCode } from './message-code.ts';
import { rememberItem } from './page.ts';
import { objectVersion } from './object-version.ts';
import { memberRoles } from './permissions.ts';
import { readScopes } from './read-scope.ts';

export const partition = z.object({
  id: givenId,
  partitionName: z.string(),
  description: z.nullable(z.string()),
  /** The caller's member role; null for somebody who reads by permission. */
  role: z.nullable(z.string()),
  timelineCount: z.number(),
  versionCount: z.number(),
  createdDate: dateTime,
  /** Modification date of the newest version. */
  lastChangeDate: z.nullable(dateTime),
  /** Since when it is read-only. */
  archivedDate: z.nullable(dateTime),
  /** How many days an ended timeline has to be kept; null: for ever. */
  retentionDays: z.nullable(z.number()),
  /** The version of name, description, retention and archive state. */
  version,
});
export type Partition = z.infer<typeof partition>;

export const partitionDetail = z.extend(partition, {
  /** By name, at most 5,000; the list of types has all of them. */
  types: z.array(
    z.object({ type: z.string(), timelineCount: z.number(), versionCount: z.number() }),
  ),
  /** Which reads of it are recorded, for everybody who reads it to know. */
  recordedReads: z.enum(readScopes),
});

export const listPartitions = endpoint({
  method: 'GET',
  path: '/v1/partitions',
  specified: {},
  summary: 'Lists the partitions you can open',
  access: { kind: 'signedIn' },
  query: z.strictObject({
    ...paging,
    ...include,
    ...dataAsOf,
    archived: flag,
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
    z.minLength(1, messageCode('enterPartitionName')),
    z.maxLength(100, messageCode('partitionNameTooLong')),
  );

const description = z.string().check(z.maxLength(2000), withoutNul);

export const createPartition = endpoint({
  method: 'POST',
  path: '/v1/partitions',
  records: ['partition.created'],
  summary: 'Creates a partition and makes you its owner',
  access: { kind: 'permission', permission: 'partitions:create' },
  body: z.strictObject({
    partitionName,
    description: z.optional(description),
  }),
  status: 201,
  response: partition,
});

export const partitionParams = z.strictObject({ partitionId: id });

export const getPartition = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}',
  specified: {},
  summary: 'Returns a partition with its counts by type, now or as of a moment',
  access: { kind: 'partition', role: 'READER' },
  params: partitionParams,
  query: z.strictObject(dataAsOf),
  response: partitionDetail,
});

export const changePartition = endpoint({
  method: 'PATCH',
  path: '/v1/partitions/{partitionId}',
  records: ['partition.changed'],
  summary: 'Changes name, description or retention',
  access: { kind: 'partition', role: 'OWNER' },
  params: partitionParams,
  body: z.strictObject({
    partitionName: z.optional(partitionName),
    description: z.optional(z.nullable(description)),
    retentionDays: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(36_500)))),
  }),
  response: partition,
  takesIfMatch: true,
});

export const archivePartition = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/archive',
  records: ['partition.archived', 'partition.unarchived'],
  summary:
    'Archives a partition, which makes it read-only; with archived: false it becomes writable again',
  access: { kind: 'partition', role: 'OWNER' },
  params: partitionParams,
  body: z.strictObject({ archived: z._default(z.boolean(), true) }),
  response: partition,
  repeatable: true,
  takesIfMatch: true,
});

const day = z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, messageCode('enterDate')));
const versionsPerDayQuery = z.strictObject({
  ...asOf,
  /** The number of days; the last one contains the moment. */
  days: z._default(wholeNumber(1, 366), 30),
});
const versionsPerDayAnswer = z.object({
  /** Oldest first, each day in UTC, including days without versions. */
  data: z.array(z.object({ day, versionCount: z.number() })),
});

export const versionsPerDay = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/versions-per-day',
  summary: 'Counts the versions written on each of the last days',
  access: { kind: 'partition', role: 'READER' },
  mayLag: true,
  params: partitionParams,
  query: z.extend(versionsPerDayQuery, { asHeld: dataAsOf.asHeld }),
  response: versionsPerDayAnswer,
});

export const versionsPerDayOfAll = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/versions-per-day',
  summary: 'Counts the versions written on each of the last days, in all partitions you can open',
  access: { kind: 'signedIn' },
  query: versionsPerDayQuery,
  response: versionsPerDayAnswer,
});

export const activityUnits = ['day', 'week', 'month', 'year'] as const;

export const partitionActivity = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/activity',
  summary:
    'Counts the versions dated in each period: from the first version to now or to the moment, or between two moments in that range. Periods are days, weeks, months or years, so that there are at most 121',
  access: { kind: 'partition', role: 'READER' },
  mayLag: true,
  params: partitionParams,
  query: z.strictObject({ ...dataAsOf, from: z.optional(moment), to: z.optional(moment) }),
  response: z.object({
    unit: z.enum(activityUnits),
    /** Oldest first, each until the next one, including periods without versions; empty before the first version. */
    data: z.array(z.object({ from: dateTime, versionCount: z.number() })),
    /** The end of the last period; null: now. */
    toDate: z.nullable(dateTime),
  }),
});

const importOfVersion = z.object({
  importedDate: dateTime,
  importedUserId: z.string(),
  importedUserName: z.nullable(z.string()),
});

export const partitionAsOf = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/as-of',
  summary:
    'Returns how much of what is recorded as of a moment was stored here then, and which imports added the rest later',
  access: { kind: 'partition', role: 'READER' },
  mayLag: true,
  params: partitionParams,
  query: z.strictObject({ asOf: moment }),
  response: z.object({
    /** Versions dated up to the moment. */
    recordedVersionCount: z.number(),
    /** Those of them that this service had stored then. */
    heldVersionCount: z.number(),
    /** The imports that added the oldest and the newest of the others; null if there are none. */
    firstImport: z.nullable(importOfVersion),
    lastImport: z.nullable(importOfVersion),
  }),
});

export const changesSince = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/changes-since',
  shows: 'versions',
  summary:
    'Lists what others have written to the partitions you can open since a moment, grouped by operation, such as an import. Covers the 10 most recently changed partitions, each with the 5 newest operations of its 2,000 newest versions',
  access: { kind: 'signedIn' },
  query: z.strictObject({ since: moment }),
  response: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        partitionName: z.string(),
        /** The oldest counted version by others. */
        firstSequence: z.number(),
        versionCount: z.number(),
        /** There are more versions than were counted. */
        hasMore: z.boolean(),
        operations: z.array(
          z.object({
            /** BATCH: versions that a program wrote one by one. */
            kind: z.enum(['IMPORT', 'BATCH', 'CHANGE']),
            userId: z.string(),
            userName: z.nullable(z.string()),
            /** When the last of its versions was stored; the dates of imported versions may be older. */
            date: dateTime,
            versionCount: z.number(),
            objectCount: z.number(),
            firstSequence: z.number(),
            lastSequence: z.number(),
            /** The newest version. */
            objectId: z.string(),
            /** The version of a change, with its predecessor; omitted if all of them together are too large. */
            version: z.optional(objectVersion),
          }),
        ),
      }),
    ),
    /** More partitions changed. */
    hasMore: z.boolean(),
  }),
});

export const member = z.object({
  userId: givenId,
  role: z.enum(memberRoles),
  /** Omitted, like the name, of somebody whom the data service does not know. */
  username: z.optional(z.string()),
  name: z.optional(z.nullable(z.string())),
  sinceDate: dateTime,
});

export const listMembers = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/users',
  summary: 'Lists the members of a partition, now or as of a moment',
  access: { kind: 'partition', role: 'READER' },
  params: partitionParams,
  query: z.strictObject({ ...paging, ...asOf }),
  response: rememberItem(z.extend(pageOf(member), { knownSince }), member),
});

const memberParams = z.strictObject({ partitionId: id, userId: id });

export const putMember = endpoint({
  method: 'PUT',
  path: '/v1/partitions/{partitionId}/users/{userId}',
  records: ['member.added', 'member.changed'],
  summary: 'Adds a member or changes their role; the last owner stays owner',
  access: { kind: 'partition', role: 'OWNER' },
  params: memberParams,
  body: z.strictObject({ role: z.enum(memberRoles) }),
  response: member,
  repeatable: true,
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/v1/partitions/{partitionId}/users/{userId}',
  records: ['member.removed'],
  summary: 'Removes a member; the last owner cannot be removed',
  access: { kind: 'partition', role: 'OWNER' },
  params: memberParams,
  status: 204,
  response: z.void(),
  repeatable: true,
});

export const partitionEndpoints = [
  listPartitions,
  createPartition,
  versionsPerDayOfAll,
  changesSince,
  getPartition,
  changePartition,
  archivePartition,
  versionsPerDay,
  partitionActivity,
  partitionAsOf,
  listMembers,
  putMember,
  removeMember,
] as const;
