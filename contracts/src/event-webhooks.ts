import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { eventActions } from './events.ts';
import { dateTime, id, moment, pageOf, paging, wholeNumber } from './fields.ts';
import { messageCode } from './message-code.ts';
import {
  anyWebhook,
  anyWebhookAttempt,
  attemptContent,
  attemptOutcomes,
  shownSecret,
  webhookDescription,
  webhookUrl,
} from './webhooks.ts';

/** The maximum number of webhooks of the audit log. */
export const maxEventWebhooks = 20;

/** Null: all of them. */
const actions = z.nullable(
  z.array(z.enum(eventActions)).check(
    z.minLength(1, messageCode('chooseAction')),
    z.refine((items) => new Set(items).size === items.length, messageCode('actionsOnce')),
  ),
);
/** Null: both. */
const outcome = z.nullable(z.enum(['SUCCESS', 'FAILURE']));

const eventWebhook = z.extend(anyWebhook, {
  /** Null: all of them, including those that later versions add. */
  actions: z.nullable(z.array(z.string())),
  outcome,
});
export type EventWebhook = z.infer<typeof eventWebhook>;

const eventWebhookAttempt = z.extend(anyWebhookAttempt, {
  /** The number of the event in the chain; null for a test. */
  seq: z.nullable(z.number()),
});
export type EventWebhookAttempt = z.infer<typeof eventWebhookAttempt>;

const eventWebhookAttemptDetails = z.extend(eventWebhookAttempt, attemptContent);

const base = '/authentication/v1/event-webhooks';
const one = `${base}/{eventWebhookId}` as const;
/** For masters only: the role has to apply everywhere, and events:read is required too. */
const access = { kind: 'permission', permission: 'roles:write' } as const;
const params = z.strictObject({ eventWebhookId: id });
const attemptParams = z.extend(params, { attemptId: id });

export const listEventWebhooks = endpoint({
  method: 'GET',
  path: base,
  summary:
    'Lists the webhooks of the audit log in the order they were created. All of these calls require reading the whole audit log and changing roles everywhere',
  access,
  query: z.strictObject(paging),
  response: pageOf(eventWebhook),
});

export const createEventWebhook = endpoint({
  method: 'POST',
  path: base,
  records: ['eventWebhook.created'],
  summary:
    'Sends events of the audit log to another program, starting now. The response contains the signing secret, which is shown once',
  access,
  body: z.strictObject({
    url: webhookUrl,
    description: z._default(webhookDescription, ''),
    actions: z._default(actions, null),
    outcome: z._default(outcome, null),
  }),
  status: 201,
  response: z.extend(eventWebhook, { secret: shownSecret }),
  secretAnswer: true,
});

export const getEventWebhook = endpoint({
  method: 'GET',
  path: one,
  summary: 'Returns a webhook of the audit log, with its progress',
  access,
  params,
  response: eventWebhook,
});

export const changeEventWebhook = endpoint({
  method: 'PATCH',
  path: one,
  records: ['eventWebhook.changed'],
  summary:
    'Changes a webhook of the audit log, or enables or disables it. When enabled again it continues where it stopped',
  access,
  params,
  body: z.strictObject({
    url: z.optional(webhookUrl),
    description: z.optional(webhookDescription),
    actions: z.optional(actions),
    outcome: z.optional(outcome),
    enabled: z.optional(z.boolean()),
  }),
  takesIfMatch: true,
  response: eventWebhook,
});

export const deleteEventWebhook = endpoint({
  method: 'DELETE',
  path: one,
  records: ['eventWebhook.deleted'],
  summary: 'Deletes a webhook of the audit log and its attempts',
  access,
  params,
  status: 204,
  response: z.void(),
});

export const rotateEventWebhookSecret = endpoint({
  method: 'POST',
  path: `${one}/secret`,
  records: ['eventWebhook.secretRotated'],
  summary:
    'Rotates the secret of a webhook of the audit log; the new one is shown once. For 24 hours messages are also signed with the previous one',
  access,
  params,
  response: z.object({ secret: shownSecret, previousSecretUntilDate: z.nullable(dateTime) }),
  secretAnswer: true,
});

export const listEventWebhookAttempts = endpoint({
  method: 'GET',
  path: `${one}/attempts`,
  summary: 'Lists the attempts of the last 30 days, newest first',
  access,
  params,
  query: z.strictObject({ ...paging, outcome: z.optional(z.enum(attemptOutcomes)) }),
  response: pageOf(eventWebhookAttempt),
});

export const getEventWebhookAttempt = endpoint({
  method: 'GET',
  path: `${one}/attempts/{attemptId}`,
  summary: 'Returns an attempt with its request and response',
  access,
  params: attemptParams,
  response: eventWebhookAttemptDetails,
});

export const resendEventWebhookMessage = endpoint({
  method: 'POST',
  path: `${one}/attempts/{attemptId}/resend`,
  records: ['eventWebhook.resent'],
  summary: 'Sends the message of an attempt again now. Returns the result',
  access,
  params: attemptParams,
  response: eventWebhookAttempt,
  repeatable: true,
});

export const replayEventWebhook = endpoint({
  method: 'POST',
  path: `${one}/replay`,
  records: ['eventWebhook.replayed'],
  summary:
    'Sends all events again from an event or a moment on, in order and with the same message IDs',
  access,
  params,
  body: z
    .strictObject({
      seq: z.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
      from: z.optional(moment),
    })
    .check(
      z.refine(
        ({ seq, from }) => (seq === undefined) !== (from === undefined),
        messageCode('seqOrFrom'),
      ),
    ),
  response: eventWebhook,
  repeatable: true,
});

export const testEventWebhook = endpoint({
  method: 'POST',
  path: `${one}/test`,
  records: 'nothing',
  summary: 'Sends a test message now. Returns the result',
  access,
  params,
  response: eventWebhookAttempt,
  repeatable: true,
});

export const eventWebhookEndpoints = [
  listEventWebhooks,
  createEventWebhook,
  getEventWebhook,
  changeEventWebhook,
  deleteEventWebhook,
  rotateEventWebhookSecret,
  listEventWebhookAttempts,
  getEventWebhookAttempt,
  resendEventWebhookMessage,
  replayEventWebhook,
  testEventWebhook,
] as const;
