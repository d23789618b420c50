import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  dateTime,
  dataAsOf,
  id,
  ifCommitted,
  include,
  pageOf,
  paging,
  wholeNumber,
} from './fields.ts';
import {
  changeReason,
  changesPage,
  dataPath,
  editor,
  newReference,
  objectData,
  objectParams,
  objectVersion,
  reader,
  readOnly,
  referenceName,
  timelineParams,
  typeName,
  withPredecessor,
} from './object-version.ts';
import { queryText } from './object-search.ts';
import { partitionParams } from './partitions.ts';

export { objectVersion, reference, type ObjectVersion, type Reference } from './object-version.ts';

/**
 * A version to write. The response of a read can be sent back with other data: its `id` is then the version that the
 * new one is based on, as `predecessorId` is otherwise, and its reason is not taken over.
 */
export const newVersion = z.pipe(
  z.strictObject({
    type: z.optional(typeName),
    objectData,
    references: z._default(z.array(newReference).check(z.maxLength(1000)), []),
    timelineId: z.optional(id),
    /** Omitted: whatever is the latest. Null: the object must be new, so the timeline starts here or the write is refused. */
    predecessorId: z.optional(z.nullable(id)),
    id: z.optional(id),
    reason: changeReason,
    partitionId: readOnly,
    genesisDate: readOnly,
    genesisUserId: readOnly,
    modificationDate: readOnly,
    modificationUserId: readOnly,
    modificationUserName: readOnly,
    modificationCount: readOnly,
    endedDate: readOnly,
    sequence: readOnly,
    predecessor: readOnly,
    importedDate: readOnly,
    importedUserId: readOnly,
    changeSetId: readOnly,
    erased: readOnly,
  }),
  z.transform(
    ({ type, objectData: data, references, timelineId, predecessorId, id: readId, reason }) => ({
      type,
      objectData: data,
      references,
      timelineId,
      predecessorId: readId ?? predecessorId,
      reason,
      isReadBack: readId !== undefined,
    }),
  ),
);

export const createObject = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/objects',
  records: 'log',
  summary:
    'Starts a timeline, or adds a version to one: 409 with the current head if predecessorId is not the latest; without it the latest is followed. The response of a read can be sent back with other data',
  access: editor,
  params: partitionParams,
  body: newVersion,
  status: 201,
  response: objectVersion,
});

export const getObject = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/objects/{objectId}',
  shows: 'versions',
  summary: 'Returns a version; with asOf only if it was written by then',
  access: reader,
  mayLag: true,
  params: objectParams,
  query: z.strictObject({ ...dataAsOf, ...ifCommitted }),
  response: objectVersion,
});

export const recentObjects = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/objects/recent',
  shows: 'versions',
  summary:
    'Lists the newest versions of the partition, newest first; with fromSequence from that one on, at any depth. With type and modifiedBy together, or a query, a page may be short or even empty and still have hasMore',
  access: reader,
  mayLag: true,
  params: partitionParams,
  query: z.strictObject({
    ...paging,
    ...dataAsOf,
    ...withPredecessor,
    type: z.optional(typeName),
    modifiedBy: z.optional(id),
    /** Changes in the query language: `changes:releases.latest reason:"price list" author:ada`. Needs the cursor. */
    query: z.optional(queryText),
    /** Start with the version of this number and continue with older ones. The cost is the same at any depth. */
    fromSequence: z.optional(wholeNumber(1, 999_999_999)),
  }),
  response: pageOf(objectVersion),
});

export const referencedBy = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/objects/referencedBy/{objectId}',
  shows: 'versions',
  summary:
    'Lists the timelines that refer to the timeline of this object, each with its referring version, grouped by name. Any version identifies the timeline, also for an earlier moment',
  access: reader,
  mayLag: true,
  params: objectParams,
  query: z.strictObject({
    ...paging,
    ...dataAsOf,
    ...ifCommitted,
    name: z.optional(referenceName),
  }),
  response: pageOf(z.object({ name: z.string(), object: objectVersion })),
});

export const timelineObjects = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/timelines/{timelineId}/objects',
  shows: 'versions',
  summary: 'Lists the history of a timeline, newest version first',
  access: reader,
  mayLag: true,
  params: timelineParams,
  query: z.strictObject({ ...paging, ...dataAsOf }),
  response: pageOf(objectVersion),
});

export const latestObject = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/timelines/{timelineId}/objects/latest',
  shows: 'versions',
  specified: {},
  summary: 'Returns the newest version of a timeline',
  access: reader,
  mayLag: true,
  params: timelineParams,
  query: z.strictObject({ ...dataAsOf, ...ifCommitted }),
  response: objectVersion,
});

export const endTimeline = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/timelines/{timelineId}/end',
  records: 'log',
  summary: 'Ends a timeline: writes a last version with endedDate; its references no longer count',
  access: editor,
  params: timelineParams,
  body: z.strictObject({ predecessorId: z.optional(id), reason: changeReason }),
  status: 201,
  response: objectVersion,
});

export const restoreObject = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/timelines/{timelineId}/restore',
  records: 'log',
  summary:
    'Writes a new version with the data and references of an earlier one of the same timeline; an ended timeline continues with it. 409 with the current head if predecessorId is sent and is not the latest',
  access: editor,
  params: timelineParams,
  body: z.strictObject({ objectId: id, predecessorId: z.optional(id), reason: changeReason }),
  status: 201,
  response: objectVersion,
});

const change = z.object({
  objectId: z.string(),
  modificationCount: z.number(),
  modificationDate: dateTime,
  modificationUserId: z.string(),
  modificationUserName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The receipt of the erasure; only if the reason was erased. */
  reasonReceipt: z.optional(z.number()),
});

export const timelineBlame = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/timelines/{timelineId}/blame',
  shows: 'versions',
  summary:
    'Returns the version that last changed each field of the newest version. Searches the last 5,000 versions or 64 MiB',
  access: reader,
  mayLag: true,
  params: timelineParams,
  query: z.strictObject(dataAsOf),
  response: z.object({
    /** The version whose fields these are. */
    objectId: z.string(),
    /** False if the history is longer than what was searched: fields attributed to the oldest version may be older. */
    complete: z.boolean(),
    data: z.array(
      z.extend(change, {
        path: z.string(),
        value: z.unknown(),
        /** Shortened if it is long, because one version may have changed many fields. */
        reason: z.nullable(z.string()),
      }),
    ),
  }),
});

export const timelineValues = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/timelines/{timelineId}/values',
  shows: 'versions',
  summary:
    'Lists the values of a field over time, newest first, each with the version that set it and until when it was valid; an element of a list is followed wherever it stood. Requires paging by cursor; a page may be short or even empty and still have hasMore',
  access: reader,
  mayLag: true,
  params: timelineParams,
  query: z.strictObject({ ...dataAsOf, ...paging, path: dataPath }),
  response: pageOf(
    z.extend(change, {
      /** Also null if the field is absent; see present. */
      value: z.unknown(),
      present: z.boolean(),
      toDate: z.nullable(dateTime),
    }),
  ),
});

/** The most seconds that a request for changes waits for one. */
export const maxWaitSeconds = 25;

export const listChanges = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/changes',
  shows: 'versions',
  summary:
    'Returns the change feed: versions in the order they were written, starting at a cursor ("now": only new ones). Waits if there is none. include names the requested fields',
  access: reader,
  params: partitionParams,
  query: z.strictObject({
    ...dataAsOf,
    ...include,
    after: z.optional(z.string().check(z.maxLength(512))),
    pageSize: paging.pageSize,
    wait: z._default(wholeNumber(0, maxWaitSeconds), 0),
  }),
  response: changesPage,
});

export const objectEndpoints = [
  createObject,
  getObject,
  recentObjects,
  referencedBy,
  timelineObjects,
  latestObject,
  endTimeline,
  restoreObject,
  timelineBlame,
  timelineValues,
  listChanges,
] as const;
