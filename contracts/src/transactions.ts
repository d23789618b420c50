import { messageFields } from './problem.ts';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { flag, id, text } from './fields.ts';
import { messageCode } from './message-code.ts';
import {
  changeReason,
  editor,
  newReference,
  objectData,
  objectVersion,
  referenceName,
  timelineKey,
  typeName,
} from './object-version.ts';
import { partitionParams } from './partitions.ts';

export const maximalOperations = 1000;

/** The most bytes of data that one transaction writes, and so a change set, which is committed as one. */
export const maximalOperationBytes = 8 * 1024 * 1024;

/** The name of an object within one call, so that references can lead to it before it has an id. */
const localName = text(1, 100);

const reference = z.union([newReference, z.strictObject({ name: referenceName, localName })]);

const references = z._default(z.array(reference).check(z.maxLength(1000)), []);
/** The latest version that the caller has seen; omitted: any version. */
const predecessorId = z.optional(id);

export const operation = z.discriminatedUnion(
  'operation',
  [
    z.strictObject({
      operation: z.literal('create'),
      localName: z.optional(localName),
      /** The key under which later imports find the object. */
      key: z.optional(timelineKey),
      type: typeName,
      objectData,
      references,
    }),
    z.strictObject({
      operation: z.literal('newVersion'),
      timelineId: id,
      objectData,
      references,
      predecessorId,
    }),
    z.strictObject({ operation: z.literal('end'), timelineId: id, predecessorId }),
    z.strictObject({
      operation: z.literal('restore'),
      timelineId: id,
      objectId: id,
      predecessorId,
    }),
  ],
  messageCode('operationKind'),
);
export type Operation = z.output<typeof operation>;

/** An operation that conflicts with the current state. */
export const operationConflict = z.object({
  /** Its index in the call, from 0. */
  operation: z.number(),
  code: z.string(),
  ...messageFields,
  /** The newest version of its timeline. Only its ids if the response would be too long otherwise. */
  current: z.optional(objectVersion),
});
export type OperationConflict = z.infer<typeof operationConflict>;

export const commitTransaction = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/transactions',
  records: 'log',
  summary:
    'Writes up to 1,000 operations at one moment, all or none; references can lead to objects of the same call by their localName. 409 with every conflict. With dryRun it returns 200 with what would be written',
  access: editor,
  params: partitionParams,
  query: z.strictObject({ dryRun: flag }),
  body: z.strictObject({
    /** The reason of every version it writes. */
    reason: changeReason,
    operations: z.array(operation).check(z.minLength(1), z.maxLength(maximalOperations)),
  }),
  status: 201,
  response: z.object({
    dryRun: z.boolean(),
    /** In the order of the operations. The ids and dates of a dry run are examples. */
    data: z.array(objectVersion),
  }),
});

export const transactionEndpoints = [commitTransaction] as const;
