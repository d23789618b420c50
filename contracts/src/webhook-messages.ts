import * as z from 'zod/mini';
import { approvingRoles } from './change-policy.ts';
import type { Endpoint } from './endpoint.ts';
import { createEventWebhook } from './event-webhooks.ts';
import { auditEvent, eventActions } from './events.ts';
import { dateTime } from './fields.ts';
import { objectData, objectVersion } from './object-version.ts';
import { createWebhook, testEventType } from './webhooks.ts';

// What receivers are sent. Strict, so that the tests refuse a message with a field that is not described here.

const nullableText = z.nullable(z.string());
const author = z.strictObject({ userId: z.string(), name: nullableText });
const inPartition = {
  partitionId: z.uuid(),
  /** The position in the log of the partition, without gaps. */
  index: z.int(),
};

const changedValue = z.strictObject({
  /** JSON Pointer into the data; for a removed value, into that of the previous version. */
  path: z.string(),
  /** Omitted for an added value. */
  before: z.optional(z.unknown()),
  /** Omitted for a removed value, and if the message contains the data or the proof. */
  after: z.optional(z.unknown()),
});
const linkedObject = z.strictObject({ name: z.string(), timelineId: z.uuid() });
const erasedPath = z.strictObject({ path: z.string(), receipt: z.int() });

export const objectMessage = z.strictObject({
  type: z.enum(['object.created', 'object.changed', 'object.ended', 'object.restored']),
  timestamp: dateTime,
  data: z.strictObject({
    ...inPartition,
    /** The number of the version among all versions of the partition. */
    sequence: z.int(),
    timelineId: z.uuid(),
    objectId: z.uuid(),
    objectType: z.string(),
    /** 1 for the first version of a timeline. */
    modificationCount: z.int(),
    predecessorId: z.nullable(z.uuid()),
    author,
    /** Null for a version that was written here. */
    importedDate: z.nullable(dateTime),
    reason: nullableText,
    /** The receipt of the erasure, if the reason was erased. */
    reasonReceipt: z.optional(z.int()),
    changeSetId: z.nullable(z.uuid()),
    changes: z.array(changedValue),
    referencesAdded: z.array(linkedObject),
    referencesRemoved: z.array(linkedObject),
    /** The erased values of the version, and those of the one before it. They are null in the changes. */
    erased: z.optional(z.array(erasedPath)),
    erasedBefore: z.optional(z.array(erasedPath)),
    /** With `includeData`. Without its data if the message also contains the proof, which has it. */
    object: z.optional(z.extend(objectVersion, { objectData: z.optional(objectData) })),
    /** With `includeProof`. Null if it is too long for a message: read it with getObjectProof. */
    proof: z.optional(z.nullable(z.looseObject({ format: z.string() }))),
  }),
});

export const valuesErasedMessage = z.strictObject({
  type: z.literal('values.erased'),
  timestamp: dateTime,
  data: z.strictObject({
    ...inPartition,
    timelineId: z.uuid(),
    /** The number of the receipt. */
    receipt: z.int(),
    author,
    reason: z.string(),
    legalBasis: z.string(),
    /** With `includeProof`: the receipt as a signed note. */
    note: z.optional(z.string()),
  }),
});

export const changeSetCommittedMessage = z.strictObject({
  type: z.literal('changeSet.committed'),
  timestamp: dateTime,
  data: z.strictObject({
    ...inPartition,
    changeSetId: z.uuid(),
    operationCount: z.int(),
    author,
    /** Committed by the last approval. */
    automatic: z.boolean(),
    /** Why it was committed without the required approvals; null otherwise. */
    breakGlassReason: nullableText,
    /** The IDs of users. */
    approvedBy: z.array(z.string()),
  }),
});

export const schemaChangedMessage = z.strictObject({
  type: z.literal('schema.changed'),
  timestamp: dateTime,
  data: z.strictObject({
    ...inPartition,
    objectType: z.string(),
    version: z.int(),
    author,
    removed: z.boolean(),
    /** With `includeData`; null if it was removed. */
    jsonSchema: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  }),
});

const loggedRule = z.strictObject({
  /** Null: all types that no other rule names. */
  types: z.nullable(z.array(z.string())),
  approvals: z.int(),
  approvers: z.strictObject({
    roles: z.array(z.enum(approvingRoles)),
    userIds: z.array(z.string()),
  }),
  reasonRequired: z.boolean(),
  signatureRequired: z.boolean(),
});

export const policyChangedMessage = z.strictObject({
  type: z.literal('policy.changed'),
  timestamp: dateTime,
  data: z.strictObject({
    ...inPartition,
    version: z.int(),
    author,
    /** With `includeData`. */
    rules: z.optional(z.array(loggedRule)),
    /** With `includeData`: whether a master may commit without the approvals. */
    breakGlass: z.optional(z.boolean()),
  }),
});

export const webhookTestMessage = z.strictObject({
  type: z.literal(testEventType),
  timestamp: dateTime,
  data: z.strictObject({ partitionId: z.uuid(), webhookId: z.uuid() }),
});

/** What a webhook of a partition sends. */
export const webhookMessage = z.union([
  objectMessage,
  valuesErasedMessage,
  changeSetCommittedMessage,
  schemaChangedMessage,
  policyChangedMessage,
  webhookTestMessage,
]);
export type WebhookMessage = z.infer<typeof webhookMessage>;

export const auditEventMessage = z.strictObject({
  type: z.enum(eventActions),
  timestamp: dateTime,
  data: z.strictObject({
    /** The position in the chain, without gaps. */
    seq: z.int(),
    /** SHA-256 of the bytes of `previousHash` followed by `hashed`, in hexadecimal. */
    hash: z.string(),
    previousHash: z.string(),
    hashed: z.string(),
    event: auditEvent,
  }),
});

export const eventWebhookTestMessage = z.strictObject({
  type: z.literal(testEventType),
  timestamp: dateTime,
  data: z.strictObject({ webhookId: z.uuid() }),
});

/** What a webhook of the audit log sends. */
export const eventWebhookMessage = z.union([auditEventMessage, eventWebhookTestMessage]);
export type EventWebhookMessage = z.infer<typeof eventWebhookMessage>;

/** A kind of message, as the API document lists it. */
export interface SentMessage {
  readonly name: string;
  readonly summary: string;
  readonly message: z.core.$ZodType;
  /** The call that creates a webhook which sends it. */
  readonly createdBy: Endpoint;
}

export const sentMessages: readonly SentMessage[] = [
  {
    name: 'objectChanged',
    summary: 'A version was written: an object was created, changed, ended or restored',
    message: objectMessage,
    createdBy: createWebhook,
  },
  {
    name: 'valuesErased',
    summary: 'Values of a timeline were erased permanently: erase them in copies too',
    message: valuesErasedMessage,
    createdBy: createWebhook,
  },
  {
    name: 'changeSetCommitted',
    summary: 'A change set was committed. Its versions have messages of their own',
    message: changeSetCommittedMessage,
    createdBy: createWebhook,
  },
  {
    name: 'schemaChanged',
    summary: 'The JSON Schema of a type was set or removed',
    message: schemaChangedMessage,
    createdBy: createWebhook,
  },
  {
    name: 'policyChanged',
    summary: 'The rules for changing objects of the partition were set',
    message: policyChangedMessage,
    createdBy: createWebhook,
  },
  {
    name: 'webhookTest',
    summary: 'A test message of a webhook of a partition',
    message: webhookTestMessage,
    createdBy: createWebhook,
  },
  {
    name: 'auditEvent',
    summary: 'An event was recorded in the audit log',
    message: auditEventMessage,
    createdBy: createEventWebhook,
  },
  {
    name: 'eventWebhookTest',
    summary: 'A test message of a webhook of the audit log',
    message: eventWebhookTestMessage,
    createdBy: createEventWebhook,
  },
];
