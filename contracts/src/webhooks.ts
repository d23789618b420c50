import { message } from './problem.ts';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dateTime, id, moment, pageOf, paging, text, version } from './fields.ts';
import { messageCode } from './message-code.ts';
import { owner, readableLine, typeName, wantedReferences } from './object-version.ts';
import { partitionParams } from './partitions.ts';

/** The events of a partition, as recorded in its log. */
export const webhookEventTypes = [
  'object.created',
  'object.changed',
  'object.ended',
  'object.restored',
  'values.erased',
  'changeSet.committed',
  'schema.changed',
  'policy.changed',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** The type of test messages. */
export const testEventType = 'webhook.test';

/**
 * The state of a webhook. `FAILING`: the last attempt failed and will be retried. `GIVEN_UP`: attempts failed for three
 * days, or the receiver answered 410 Gone. `SENDER_LEFT`: the user in whose name it sends can no longer read the
 * partition.
 */
export const webhookStates = [
  'ACTIVE',
  'FAILING',
  'SWITCHED_OFF',
  'GIVEN_UP',
  'SENDER_LEFT',
] as const;
export type WebhookState = (typeof webhookStates)[number];

/** The most webhooks of one partition. */
export const maxWebhooks = 20;
const maxUrlLength = 2000;
const maxFilterTypes = 20;

const distinct = (items: readonly string[]) => new Set(items).size === items.length;

export const webhookUrl = text(1, maxUrlLength);
export const webhookDescription = readableLine(200, messageCode('descriptionTooLong'));
const eventTypes = z
  .array(z.enum(webhookEventTypes))
  .check(z.minLength(1, messageCode('chooseEvent')), z.refine(distinct, messageCode('eventsOnce')));
const objectTypes = z.nullable(
  z
    .array(typeName)
    .check(
      z.minLength(1, messageCode('chooseType')),
      z.maxLength(maxFilterTypes, messageCode('tooManyTypes')),
      z.refine(distinct, messageCode('typesOnce')),
    ),
);
/** In the query language for changes: `changes:price`, `author:ada`, `price>10`. */
const query = z.nullable(text(0, 2000));

/** The fields of every webhook, whatever it sends. */
export const anyWebhook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  state: z.enum(webhookStates),
  /** Since when every attempt has failed. */
  failingSinceDate: z.nullable(dateTime),
  disabledDate: z.nullable(dateTime),
  /** Of the next attempt, while it is failing. */
  nextAttemptDate: z.nullable(dateTime),
  lastDeliveredDate: z.nullable(dateTime),
  /** The number of log entries it has not processed yet, whether or not it sends them. */
  behind: z.number(),
  /** When the oldest of them was written; null if there is none. */
  behindSinceDate: z.nullable(dateTime),
  /** Until when messages are also signed with the previous secret. */
  previousSecretUntilDate: z.nullable(dateTime),
  /** In whose name it sends: who created it, or last enabled it. */
  userId: z.string(),
  userName: z.nullable(z.string()),
  createdDate: dateTime,
  changedDate: dateTime,
  version,
});
export type AnyWebhook = z.infer<typeof anyWebhook>;

const webhook = z.extend(anyWebhook, {
  partitionId: z.string(),
  eventTypes: z.array(z.string()),
  /** Null: all of them. */
  objectTypes: z.nullable(z.array(z.string())),
  /** Null: every change. */
  query: z.nullable(z.string()),
  /** References to one of these objects, now or before the change. Null: no filter. */
  references: z.nullable(
    z.array(z.object({ name: z.optional(z.string()), timelineId: z.string() })),
  ),
  /** Whether messages contain the whole data and the references, not only the changes. */
  includeData: z.boolean(),
  /** Whether messages contain the proof of the version. */
  includeProof: z.boolean(),
});
export type Webhook = z.infer<typeof webhook>;

/** Shown once. Null in the response to a repeated request, which stores no secret: rotate it then. */
export const shownSecret = z.nullable(z.string());

const attemptKinds = ['DELIVERY', 'RESEND', 'TEST'] as const;
export const attemptOutcomes = ['DELIVERED', 'FAILED'] as const;

/** The fields of every attempt, whatever its webhook sends. */
export const anyWebhookAttempt = z.object({
  id: z.string(),
  webhookId: z.string(),
  /** The same for each attempt at one event: the header webhook-id. */
  messageId: z.string(),
  kind: z.enum(attemptKinds),
  eventType: z.string(),
  /** From 1, for each event. */
  number: z.number(),
  attemptDate: dateTime,
  durationMs: z.number(),
  outcome: z.enum(attemptOutcomes),
  /** The status of the response; null if there was none. */
  status: z.nullable(z.number()),
  /** Why there was no response. */
  error: z.nullable(message),
});
export type AnyWebhookAttempt = z.infer<typeof anyWebhookAttempt>;

/** What was sent, and the response. */
export const attemptContent = {
  request: z.object({
    url: z.string(),
    /** The signatures are masked. */
    headers: z.record(z.string(), z.string()),
    /** As it would be sent now, without what was erased since. Null if it can no longer be created. */
    body: z.nullable(z.string()),
  }),
  response: z.nullable(
    z.object({
      status: z.number(),
      contentType: z.nullable(z.string()),
      /** Its first bytes; null once values of the partition were erased. */
      body: z.nullable(z.string()),
    }),
  ),
};

const anyWebhookAttemptDetails = z.extend(anyWebhookAttempt, attemptContent);
export type AnyWebhookAttemptDetails = z.infer<typeof anyWebhookAttemptDetails>;

const webhookAttempt = z.extend(anyWebhookAttempt, {
  /** The index of the event in the log of the partition; null for a test. */
  index: z.nullable(z.number()),
  /** The sequence of the version; null for other events. */
  sequence: z.nullable(z.number()),
});
export type WebhookAttempt = z.infer<typeof webhookAttempt>;

const webhookAttemptDetails = z.extend(webhookAttempt, attemptContent);

const base = '/v1/partitions/{partitionId}/webhooks';
const one = `${base}/{webhookId}` as const;
const webhookParams = z.extend(partitionParams, { webhookId: id });
const attemptParams = z.extend(webhookParams, { attemptId: id });

export const listWebhooks = endpoint({
  method: 'GET',
  path: base,
  summary: 'Lists the webhooks of a partition, in the order they were created',
  access: owner,
  params: partitionParams,
  query: z.strictObject(paging),
  response: pageOf(webhook),
});

export const webhooksToAttend = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/webhooks',
  summary:
    'Lists the webhooks that fail or were given up in the partitions you own; the 100 most recently changed',
  access: { kind: 'signedIn' },
  response: z.object({
    data: z.array(z.extend(webhook, { partitionName: z.string() })),
  }),
});

export const createWebhook = endpoint({
  method: 'POST',
  path: base,
  records: ['webhook.created'],
  summary:
    'Sends events of a partition to another program, starting now. The response contains the signing secret, which is shown once',
  access: owner,
  params: partitionParams,
  body: z.strictObject({
    url: webhookUrl,
    description: z._default(webhookDescription, ''),
    eventTypes,
    objectTypes: z._default(objectTypes, null),
    query: z._default(query, null),
    references: z._default(wantedReferences, null),
    includeData: z._default(z.boolean(), false),
    includeProof: z._default(z.boolean(), false),
  }),
  status: 201,
  response: z.extend(webhook, { secret: shownSecret }),
  secretAnswer: true,
});

export const getWebhook = endpoint({
  method: 'GET',
  path: one,
  summary: 'Returns a webhook, with its progress',
  access: owner,
  params: webhookParams,
  response: webhook,
});

export const changeWebhook = endpoint({
  method: 'PATCH',
  path: one,
  records: ['webhook.changed'],
  summary:
    'Changes a webhook, or enables or disables it. When enabled again it continues where it stopped',
  access: owner,
  params: webhookParams,
  body: z.strictObject({
    url: z.optional(webhookUrl),
    description: z.optional(webhookDescription),
    eventTypes: z.optional(eventTypes),
    objectTypes: z.optional(objectTypes),
    query: z.optional(query),
    references: z.optional(wantedReferences),
    includeData: z.optional(z.boolean()),
    includeProof: z.optional(z.boolean()),
    enabled: z.optional(z.boolean()),
  }),
  takesIfMatch: true,
  response: webhook,
});

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: one,
  records: ['webhook.deleted'],
  summary: 'Deletes a webhook and its attempts',
  access: owner,
  params: webhookParams,
  status: 204,
  response: z.void(),
  repeatable: true,
});

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: `${one}/secret`,
  records: ['webhook.secretRotated'],
  summary:
    'Rotates the secret of a webhook; the new one is shown once. For 24 hours messages are also signed with the previous one',
  access: owner,
  params: webhookParams,
  response: z.object({ secret: shownSecret, previousSecretUntilDate: z.nullable(dateTime) }),
  secretAnswer: true,
});

export const listWebhookAttempts = endpoint({
  method: 'GET',
  path: `${one}/attempts`,
  summary: 'Lists the attempts of the last 30 days, newest first',
  access: owner,
  params: webhookParams,
  query: z.strictObject({ ...paging, outcome: z.optional(z.enum(attemptOutcomes)) }),
  response: pageOf(webhookAttempt),
});

export const getWebhookAttempt = endpoint({
  method: 'GET',
  path: `${one}/attempts/{attemptId}`,
  shows: 'versions',
  summary: 'Returns an attempt with its request and response',
  access: owner,
  params: attemptParams,
  response: webhookAttemptDetails,
});

export const resendWebhookMessage = endpoint({
  method: 'POST',
  path: `${one}/attempts/{attemptId}/resend`,
  records: ['webhook.resent'],
  summary: 'Sends the message of an attempt again now. Returns the result',
  access: owner,
  params: attemptParams,
  response: webhookAttempt,
  repeatable: true,
});

export const replayWebhook = endpoint({
  method: 'POST',
  path: `${one}/replay`,
  records: ['webhook.replayed'],
  summary:
    'Sends all events again from a version or a moment on, in order and with the same message IDs',
  access: owner,
  params: webhookParams,
  body: z
    .strictObject({
      sequence: z.optional(z.int().check(z.minimum(1))),
      from: z.optional(moment),
    })
    .check(
      z.refine(
        ({ sequence, from }) => (sequence === undefined) !== (from === undefined),
        messageCode('sequenceOrFrom'),
      ),
    ),
  response: webhook,
  repeatable: true,
});

export const testWebhook = endpoint({
  method: 'POST',
  path: `${one}/test`,
  records: 'nothing',
  summary: 'Sends a test message now. Returns the result',
  access: owner,
  params: webhookParams,
  response: webhookAttempt,
  repeatable: true,
});

export const webhookEndpoints = [
  webhooksToAttend,
  listWebhooks,
  createWebhook,
  getWebhook,
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  listWebhookAttempts,
  getWebhookAttempt,
  resendWebhookMessage,
  replayWebhook,
  testWebhook,
] as const;
