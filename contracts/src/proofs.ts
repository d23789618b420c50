import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dateTime, flag, id, pageOf, paging, wholeNumber } from './fields.ts';
import { messageCode } from './message-code.ts';
import { dataPathOf, objectParams, owner, readableLine, reader } from './object-version.ts';
import { partitionParams } from './partitions.ts';
import { anchor, logEntry, objectProof } from './proof-bundle.ts';

const logSize = wholeNumber(0, 999_999_999);
/** A size of the log of the service, so that the anchor is proven against a checkpoint the caller has stored. */
const serviceSize = z.optional(wholeNumber(1, 999_999_999));

export const checkpoint = z.object({
  /** A signed note (c2sp.org/tlog-checkpoint). */
  checkpoint: z.string(),
  /** The verifier key that signed it, `<name>+<key id>+<key>`. */
  key: z.string(),
  size: z.number(),
  /** In base64. */
  root: z.string(),
});

export const consistency = z.object({
  from: z.number(),
  to: z.number(),
  /** Hashes in base64 (RFC 6962, 2.1.2). */
  proof: z.array(z.string()),
});

export const getCheckpoint = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/log/checkpoint',
  summary:
    'Returns the signed checkpoint of the log of the partition, and where an earlier checkpoint of it is anchored in the log of the service',
  access: reader,
  params: partitionParams,
  query: z.strictObject({ serviceSize }),
  response: z.extend(checkpoint, { anchor: z.nullable(anchor) }),
});

export const getConsistency = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/log/consistency',
  summary:
    'Returns a proof that the log at one size is an append-only continuation of itself at an earlier size',
  access: reader,
  params: partitionParams,
  query: z.strictObject({ from: logSize, to: logSize }),
  response: consistency,
});

export const listLogEntries = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/log/entries',
  shows: 'partition',
  summary: 'Lists the entries of the log with everything their hashes are made from, oldest first',
  access: reader,
  params: partitionParams,
  query: z.strictObject({
    /** Index of the first. */
    from: z._default(logSize, 0),
    /** A size of the log: later entries are omitted. */
    size: z.optional(logSize),
    pageSize: paging.pageSize,
  }),
  response: z.object({
    data: z.array(logEntry),
    /** Where to continue; null at the end. */
    nextIndex: z.nullable(z.number()),
  }),
  mayConflict: true,
});

export const getObjectProof = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/objects/{objectId}/proof',
  shows: 'versions',
  summary:
    'Returns everything needed to check without the service that the version is in the log; with since, also that the log continues from that size',
  access: reader,
  params: objectParams,
  query: z.strictObject({ since: z.optional(logSize), serviceSize }),
  response: objectProof,
  mayConflict: true,
});

/** It stays in the log for good, and has to read the same everywhere. */
const reasonText = readableLine(500).check(
  z.minLength(1, { error: messageCode('enterText'), abort: true }),
  z.refine((text) => /[\p{L}\p{N}]/u.test(text), messageCode('enterText')),
);

/** Long enough for any property name that data can have. */
const maxErasedPathLength = 100_000;

export const eraseValues = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/objects/{objectId}/erase',
  records: ['object.erased'],
  summary:
    'Erases values and their salts permanently in every version of the timeline that has them; the log records receipts. With dryRun it only reports what would be erased',
  access: owner,
  params: objectParams,
  query: z.strictObject({ dryRun: flag }),
  body: z.strictObject({
    /** Paths of the values in this version; a path to an object or list includes everything below it. */
    paths: z.array(dataPathOf(maxErasedPathLength)).check(z.minLength(1), z.maxLength(100)),
    /** Erases whatever any version has at these paths, not only the values of this version. */
    everyValue: z.optional(z.boolean()),
    reason: reasonText,
    legalBasis: reasonText,
  }),
  response: z.object({
    /** Number of the first receipt; null if nothing was erased. */
    receipt: z.nullable(z.number()),
    /** All receipts: many values are split over several. */
    receipts: z.array(z.number()),
    timelineId: z.string(),
    versionCount: z.number(),
    valueCount: z.number(),
    /** The first thousand of what is erased. */
    values: z.array(
      z.object({
        objectId: z.string(),
        modificationCount: z.number(),
        path: z.string(),
      }),
    ),
  }),
});

export const eraseReason = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/objects/{objectId}/erase-reason',
  records: ['object.reasonErased'],
  summary:
    'Erases the reason of a version permanently, in every version of the partition with the same reason and in its change sets; the log records a receipt for each timeline. With dryRun it only reports what would be erased',
  access: owner,
  params: objectParams,
  query: z.strictObject({ dryRun: flag }),
  body: z.strictObject({ reason: reasonText, legalBasis: reasonText }),
  response: z.object({
    /** Number of the first receipt; null if nothing was erased. */
    receipt: z.nullable(z.number()),
    /** Of all of them. */
    receipts: z.array(z.number()),
    /** Of the versions. */
    timelineCount: z.number(),
    versionCount: z.number(),
    /** The first hundred of them. */
    versions: z.array(
      z.object({
        objectId: z.string(),
        timelineId: z.string(),
        modificationCount: z.number(),
      }),
    ),
    /** More versions have the same reason, including the one in the path: repeat the call to erase it there. */
    hasMore: z.boolean(),
  }),
});

export const erasure = z.object({
  receipt: z.number(),
  /** In the log. */
  index: z.number(),
  timelineId: z.string(),
  erasedDate: dateTime,
  erasedUserId: z.string(),
  erasedUserName: z.nullable(z.string()),
  reason: z.string(),
  legalBasis: z.string(),
  versionCount: z.number(),
  valueCount: z.number(),
});
export type Erasure = z.infer<typeof erasure>;

export const listErasures = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/erasures',
  summary: 'Lists the receipts of erasures, newest first',
  access: reader,
  params: partitionParams,
  query: z.strictObject({ ...paging, timelineId: z.optional(id) }),
  response: pageOf(erasure),
});

export const getErasure = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/erasures/{receipt}',
  summary: 'Returns a receipt as it was signed',
  access: reader,
  params: z.extend(partitionParams, {
    receipt: z.string().check(z.regex(/^[1-9][0-9]{0,8}$/, messageCode('receiptNumber'))),
  }),
  response: z.extend(erasure, {
    /** Signed note with the whole receipt. */
    note: z.string(),
    key: z.string(),
  }),
});

export const getServiceCheckpoint = endpoint({
  method: 'GET',
  path: '/v1/log/checkpoint',
  summary:
    'Returns the signed checkpoint of the log over the checkpoints of all partitions, for witnesses to store',
  access: { kind: 'public' },
  response: checkpoint,
});

export const getServiceConsistency = endpoint({
  method: 'GET',
  path: '/v1/log/consistency',
  summary:
    'Returns a proof that the log of the service at one size is an append-only continuation of itself at an earlier size',
  access: { kind: 'public' },
  query: z.strictObject({ from: logSize, to: logSize }),
  response: consistency,
});

export const proofEndpoints = [
  getCheckpoint,
  getConsistency,
  listLogEntries,
  getObjectProof,
  eraseValues,
  eraseReason,
  listErasures,
  getErasure,
] as const;
/** These go to the data service's own endpoint. */
export const serviceLogEndpoints = [getServiceCheckpoint, getServiceConsistency] as const;
