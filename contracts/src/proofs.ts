import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dateTime, flag, id, pageOf, paging, wholeNumber } from './fields.ts';
import { dataPathOf, objectParams, owner, readableLine, reader } from './object-version.ts';
import { partitionParams } from './partitions.ts';

// The shapes of proofs are in proofs/src/bundle.ts; whoever checks one reads it strictly by them.

const anyObject = z.looseObject({});
const logSize = wholeNumber(0, 999_999_999);
/** Of the log of the service, so that the anchor stands in the checkpoint that somebody keeps of it. */
const serviceSize = z.optional(wholeNumber(1, 999_999_999));

export const checkpoint = z.looseObject({
  /** A signed note (c2sp.org/tlog-checkpoint). */
  checkpoint: z.string(),
  /** The verifier key that signed it, `<name>+<key id>+<key>`. */
  key: z.string(),
  size: z.number(),
  /** In base64. */
  root: z.string(),
});

export const consistency = z.looseObject({
  from: z.number(),
  to: z.number(),
  /** Hashes in base64 (RFC 6962, 2.1.2). */
  proof: z.array(z.string()),
});

export const getCheckpoint = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/log/checkpoint',
  summary:
    'How far the log of the partition has come, signed; with where an earlier checkpoint of it stands in the log of the service',
  access: reader,
  params: partitionParams,
  query: z.strictObject({ serviceSize }),
  response: z.extend(checkpoint, { anchor: z.optional(z.nullable(anyObject)) }),
});

export const getConsistency = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/log/consistency',
  summary: 'Proof that the log at one size goes on from itself at an earlier one',
  access: reader,
  params: partitionParams,
  query: z.strictObject({ from: logSize, to: logSize }),
  response: consistency,
});

export const listLogEntries = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/log/entries',
  summary: 'The entries of the log with all that their hashes are made from, oldest first',
  access: reader,
  params: partitionParams,
  query: z.strictObject({
    /** Index of the first. */
    from: z._default(logSize, 0),
    /** Of the log: entries from there on are left out. */
    size: z.optional(logSize),
    pageSize: paging.pageSize,
  }),
  response: z.looseObject({
    data: z.array(z.looseObject({ index: z.number() })),
    /** Where to go on; null at the end. */
    nextIndex: z.nullable(z.number()),
  }),
});

export const getObjectProof = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/objects/{objectId}/proof',
  summary:
    'All that is needed to check without the service that the version stands in the log; with since, also that the log goes on from that size',
  access: reader,
  params: objectParams,
  query: z.strictObject({ since: z.optional(logSize), serviceSize }),
  response: z.looseObject({ format: z.string() }),
});

/** It stands in the log for good, and is to read the same wherever it is shown. */
const reasonText = readableLine(500).check(z.regex(/[\p{L}\p{N}]/u, 'Enter a text.'));

/** Room for names as long as data may have. */
const longestErasedPath = 100_000;

export const eraseValues = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/objects/{objectId}/erase',
  summary:
    'Erase values and their salts in every version of the timeline that carries them, for good; the receipts stand in the log. With dryRun only what would be erased',
  access: owner,
  params: objectParams,
  query: z.strictObject({ dryRun: flag }),
  body: z.strictObject({
    /** Of the values in this version; a path to an object or list stands for all below it. */
    paths: z.array(dataPathOf(longestErasedPath)).check(z.minLength(1), z.maxLength(100)),
    /** Whatever stands at these paths in any version, not only what stands there in this one. */
    everyValue: z.optional(z.boolean()),
    reason: reasonText,
    legalBasis: reasonText,
  }),
  response: z.looseObject({
    /** Number of the first receipt; null when nothing was erased. */
    receipt: z.nullable(z.number()),
    /** Of all of them: many values come into several, one after the other. */
    receipts: z.optional(z.array(z.number())),
    timelineId: z.string(),
    versionCount: z.number(),
    valueCount: z.number(),
    /** The first thousand of what is erased. */
    values: z.array(
      z.looseObject({
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
  summary:
    'Erase the reason of a version for good, in every version of the partition that gives the same reason, and in its change sets; the receipts stand in the log, one for each timeline. With dryRun only what would be erased',
  access: owner,
  params: objectParams,
  query: z.strictObject({ dryRun: flag }),
  body: z.strictObject({ reason: reasonText, legalBasis: reasonText }),
  response: z.looseObject({
    /** Number of the first receipt; null when nothing was erased. */
    receipt: z.nullable(z.number()),
    /** Of all of them. */
    receipts: z.array(z.number()),
    /** Of the versions. */
    timelineCount: z.number(),
    versionCount: z.number(),
    /** The first hundred of them. */
    versions: z.array(
      z.looseObject({
        objectId: z.string(),
        timelineId: z.string(),
        modificationCount: z.number(),
      }),
    ),
    /** Further versions give the same reason, that of the path among them: the same call erases the next ones. */
    hasMore: z.boolean(),
  }),
});

export const erasure = z.looseObject({
  receipt: z.number(),
  /** In the log. */
  index: z.number(),
  timelineId: z.string(),
  erasedDate: dateTime,
  erasedUserId: z.string(),
  erasedUserName: z.optional(z.nullable(z.string())),
  reason: z.string(),
  legalBasis: z.string(),
  versionCount: z.number(),
  valueCount: z.number(),
});
export type Erasure = z.infer<typeof erasure>;

export const listErasures = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/erasures',
  summary: 'The receipts of what was erased, the newest first',
  access: reader,
  params: partitionParams,
  query: z.strictObject({ ...paging, timelineId: z.optional(id) }),
  response: pageOf(erasure),
});

export const getErasure = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/erasures/{receipt}',
  summary: 'One receipt, as it was signed',
  access: reader,
  params: z.extend(partitionParams, {
    receipt: z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'Must be the number of a receipt.')),
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
    'How far the log over the checkpoints of all partitions has come, signed: to be kept by others',
  access: { kind: 'public' },
  response: checkpoint,
});

export const getServiceConsistency = endpoint({
  method: 'GET',
  path: '/v1/log/consistency',
  summary: 'Proof that the log of the service at one size goes on from itself at an earlier one',
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
