import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dateTime, id, moment, pageOf, paging, text } from './fields.ts';
import { partitionParams } from './partitions.ts';
import { readScopes, type ReadScope } from './read-scope.ts';

export { readScopes, type ReadScope };

/** How long records are stored unless an owner says otherwise. */
export const defaultKeptDays = 365;
export const maxKeptDays = 36_500;
/**
 * A crash of a server loses the records of reads that it answered within at most this time before it. A response whose
 * record would wait longer waits for it.
 */
export const maxLostMs = 1000;
/** A change of the setting applies on all servers after this time at most. */
export const settingDelayMs = 2000;

const recordingPeriod = z.object({
  scope: z.enum(readScopes),
  fromDate: dateTime,
  /** Null: it continues. */
  toDate: z.nullable(dateTime),
});

const readRecording = z.object({
  scope: z.enum(readScopes),
  /** A response leaves only after its record is durable. */
  durable: z.boolean(),
  /** Records are deleted after this many days. */
  keptDays: z.number(),
  /** Null: never changed. */
  changedDate: z.nullable(dateTime),
  changedUserId: z.nullable(z.string()),
  /** When reads were recorded, newest first, at most 100; what was read at other times is unknown. */
  periods: z.array(recordingPeriod),
});
export type ReadRecording = z.infer<typeof readRecording>;

export const getReadRecording = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/read-recording',
  summary: 'Returns which reads of the partition are recorded, since when, and for how long',
  access: { kind: 'partition', role: 'READER' },
  params: partitionParams,
  response: readRecording,
});

export const putReadRecording = endpoint({
  method: 'PUT',
  path: '/v1/partitions/{partitionId}/read-recording',
  records: ['readRecording.changed'],
  summary:
    'Sets which reads of the partition are recorded, and for how long the records are stored. Applies on all servers within two seconds',
  access: { kind: 'partition', role: 'OWNER' },
  params: partitionParams,
  body: z.strictObject({
    scope: z.enum(readScopes),
    durable: z._default(z.boolean(), false),
    keptDays: z._default(z.int().check(z.minimum(1), z.maximum(maxKeptDays)), defaultKeptDays),
  }),
  response: readRecording,
  repeatable: true,
});

export const readRecord = z.object({
  id: z.string(),
  partitionId: z.string(),
  partitionName: z.string(),
  /** When the response was ready. */
  readDate: dateTime,
  userId: z.string(),
  userName: z.nullable(z.string()),
  /**
   * With what: `session/<id>` or `token/<id>`; without the id for callers who do not see all audit events, unless the read
   * is their own.
   */
  credential: z.string(),
  /** Through the endpoint for AI assistants. */
  assistant: z.boolean(),
  /** Like the request ID, only for callers who see all audit events, and for the caller's own reads. */
  address: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  /** The row of this contract, as `GET /v1/partitions/{partitionId}/objects/{objectId}`. */
  call: z.string(),
  /** What was asked for besides the path, as JSON; null without it, and once a value in it was erased. */
  query: z.nullable(z.string()),
  /** The moment that was read; null: the present. */
  asOf: z.nullable(z.string()),
  /** How many versions, or rows of an export, the response had; null where it is unknown. */
  count: z.nullable(z.number()),
  /** The versions it had. */
  objectIds: z.array(z.string()),
  /** Their timelines, and that of the path. */
  timelineIds: z.array(z.string()),
  /** The current title of the object, if the read was about one. */
  title: z.nullable(z.string()),
  /** It may have had any version of the partition, as an export does. */
  whole: z.boolean(),
});
export type ReadRecord = z.infer<typeof readRecord>;

const period = {
  /** From is inclusive, to is exclusive. */
  from: z.optional(moment),
  to: z.optional(moment),
};

const filter = {
  userId: z.optional(id),
  /** As in the records: `token/<id>`. */
  credential: z.optional(text(1, 100)),
  address: z.optional(text(1, 64)),
  ...period,
};

/** Owners read the records of their partition, and whoever may read the whole audit log those of all. */
const auditor = { kind: 'partition', role: 'OWNER', orPermission: 'events:read' } as const;

export const listReads = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/reads',
  summary: 'Lists the recorded reads of the partition, newest first',
  access: auditor,
  params: partitionParams,
  query: z.strictObject({
    cursor: paging.cursor,
    pageSize: paging.pageSize,
    ...filter,
    /** Reads that returned any version of this timeline, or may have. */
    timelineId: z.optional(id),
  }),
  response: pageOf(readRecord),
});

export const listReadsOfAll = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/reads',
  summary:
    'Lists the recorded reads of the partitions that you own, or for auditors and masters of all, newest first',
  access: { kind: 'signedIn' },
  query: z.strictObject({ cursor: paging.cursor, pageSize: paging.pageSize, ...filter }),
  response: pageOf(readRecord),
});

export const readRecordEndpoints = [
  listReadsOfAll,
  getReadRecording,
  putReadRecording,
  listReads,
] as const;
