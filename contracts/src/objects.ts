import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { asOf, givenId, id, moment, pageOf, paging, withoutNul } from './fields.ts';
import { partitionParams } from './partitions.ts';

/** A reference as it was written: it points to a timeline; `objectId` is the version that was its latest then. */
export const reference = z.looseObject({
  name: z.string(),
  timelineId: z.string(),
  type: z.optional(z.nullable(z.string())),
  objectId: z.optional(z.nullable(z.string())),
});
export type Reference = z.infer<typeof reference>;

/** One immutable version in a timeline. A foreign service may leave out everything. */
export const objectVersion = z.looseObject({
  id: givenId,
  partitionId: z.optional(z.string()),
  timelineId: z.optional(z.string()),
  type: z.optional(z.string()),
  objectData: z.optional(z.record(z.string(), z.unknown())),
  references: z.optional(z.array(reference)),
  genesisDate: z.optional(z.string()),
  genesisUserId: z.optional(z.nullable(z.string())),
  modificationDate: z.optional(z.string()),
  modificationUserId: z.optional(z.nullable(z.string())),
  modificationUserName: z.optional(z.nullable(z.string())),
  /** 1 for the first version of a timeline. */
  modificationCount: z.optional(z.number()),
  predecessorId: z.optional(z.nullable(z.string())),
  /** Set on the version that ended the timeline. */
  endedDate: z.optional(z.nullable(z.string())),
});
export type ObjectVersion = z.infer<typeof objectVersion>;

const type = z
  .string()
  .check(
    z.regex(
      /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/,
      'A type is a letter followed by letters, digits, _ . or -, at most 64.',
    ),
  );
const objectData = z.record(z.string(), z.unknown());
const referenceName = z.string().check(z.minLength(1), z.maxLength(100), withoutNul);
const newReferences = z
  .array(z.strictObject({ name: referenceName, timelineId: id }))
  .check(z.maxLength(1000));

const objectParams = z.strictObject({ partitionId: id, objectId: id });
const timelineParams = z.strictObject({ partitionId: id, timelineId: id });
const reader = { kind: 'partition', role: 'READER' } as const;
const editor = { kind: 'partition', role: 'EDITOR' } as const;

export const createObject = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/objects',
  summary:
    'Start a timeline, or add a version to one: 409 with the current head when predecessorId is not the latest',
  access: editor,
  params: partitionParams,
  body: z.strictObject({
    type: z.optional(type),
    objectData,
    references: z._default(newReferences, []),
    timelineId: z.optional(id),
    predecessorId: z.optional(id),
  }),
  status: 201,
  response: objectVersion,
});

export const getObject = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/objects/{objectId}',
  summary: 'One version; with asOf only if it was written by then',
  access: reader,
  params: objectParams,
  query: z.strictObject(asOf),
  response: objectVersion,
});

export const recentObjects = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/objects/recent',
  summary: 'The newest versions of the partition, newest first',
  access: reader,
  params: partitionParams,
  query: z.strictObject({ ...paging, ...asOf, type: z.optional(type) }),
  response: pageOf(objectVersion),
});

export const referencedBy = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/objects/referencedBy/{objectId}',
  summary:
    'The timelines that point at the timeline of this object, each with the version that does, grouped by name; any version names the timeline, also for an earlier moment',
  access: reader,
  params: objectParams,
  query: z.strictObject({ ...paging, ...asOf, name: z.optional(referenceName) }),
  response: pageOf(z.looseObject({ name: z.string(), object: objectVersion })),
});

export const searchObjects = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/objects/search',
  summary:
    'The latest version of each timeline that matches, newest first; with asOf the latest by then',
  access: reader,
  params: partitionParams,
  query: z.strictObject({ ...paging, ...asOf }),
  body: z.strictObject({
    type: z.optional(type),
    /**
     * Every word must occur in objectData as the beginning of a word there. Only letters and digits count: a word
     * without any asks for nothing.
     */
    text: z.optional(z.string().check(z.maxLength(500))),
    /** Ended timelines only, or not ended only; both when left out. */
    ended: z.optional(z.boolean()),
  }),
  response: pageOf(objectVersion),
});

export const timelineObjects = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/timelines/{timelineId}/objects',
  summary: 'The history of a timeline, newest version first',
  access: reader,
  params: timelineParams,
  query: z.strictObject({ ...paging, ...asOf }),
  response: pageOf(objectVersion),
});

export const latestObject = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/timelines/{timelineId}/objects/latest',
  summary: 'The newest version of a timeline',
  access: reader,
  params: timelineParams,
  query: z.strictObject(asOf),
  response: objectVersion,
});

export const endTimeline = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/timelines/{timelineId}/end',
  summary: 'End a timeline: a last version with endedDate; its references no longer count',
  access: editor,
  params: timelineParams,
  body: z.strictObject({ predecessorId: z.optional(id) }),
  status: 201,
  response: objectVersion,
});

export const maximalImportRows = 500;
const key = z.string().check(z.minLength(1), z.maxLength(200));

/**
 * One version to import. `key` names a timeline across runs; `id` makes the row repeatable: an id that is already
 * there with the same content is not written again.
 */
export const importRow = z.union([
  z.strictObject({
    key,
    id: z.optional(id),
    type,
    objectData,
    references: z._default(
      z.array(z.strictObject({ name: referenceName, key })).check(z.maxLength(1000)),
      [],
    ),
    modificationDate: moment,
  }),
  z.strictObject({ key, id: z.optional(id), ended: z.literal(true), modificationDate: moment }),
]);
export type ImportRow = z.infer<typeof importRow>;

export const importObjects = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/import',
  summary: 'Write a batch of versions with their original dates, all of them or none',
  access: editor,
  params: partitionParams,
  query: z.strictObject({ dryRun: z.optional(z.enum(['true', 'false'])) }),
  body: z.strictObject({
    rows: z.array(importRow).check(z.minLength(1), z.maxLength(maximalImportRows)),
  }),
  response: z.looseObject({
    created: z.number(),
    changed: z.number(),
    ended: z.number(),
    /** Rows whose id was there already. */
    existing: z.number(),
  }),
});

export const objectEndpoints = [
  createObject,
  getObject,
  recentObjects,
  referencedBy,
  searchObjects,
  timelineObjects,
  latestObject,
  endTimeline,
  importObjects,
] as const;
