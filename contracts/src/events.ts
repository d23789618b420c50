import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, moment, pageOf, paging, text, wholeNumber } from './fields.ts';

/** All that the authentication service writes down, with what the data service reports to it. */
export const eventActions = [
  'session.started',
  'session.ended',
  'session.allEnded',
  'signIn.failed',
  'signIn.refused',
  'refreshToken.reused',
  'reauthentication.failed',
  'link.made',
  'link.replaced',
  'link.used',
  'password.set',
  'password.changed',
  'password.resetRequested',
  'signUp.requested',
  'mail.sent',
  'mail.failed',
  'mail.retried',
  'user.created',
  'user.changed',
  'user.statusChanged',
  'user.roleAdded',
  'user.roleRemoved',
  'user.unitAssigned',
  'user.unitUnassigned',
  'user.offboarded',
  'invitation.made',
  'invitation.resent',
  'invitation.opened',
  'invitation.accepted',
  'invitation.withdrawn',
  'factor.added',
  'factor.removed',
  'factor.failed',
  'secondFactor.overdue',
  'recoveryCodes.made',
  'recoveryCode.used',
  'signature.given',
  'signature.failed',
  'identity.linked',
  'identity.unlinked',
  'identity.confirmationAsked',
  'credentials.removed',
  'identityProvider.created',
  'identityProvider.changed',
  'identityProvider.deleted',
  'identityProvider.tested',
  'identityProvider.domainVerified',
  'unit.created',
  'unit.changed',
  'unit.deleted',
  'unit.domainVerified',
  'unit.roleAdded',
  'unit.roleRemoved',
  'role.created',
  'role.changed',
  'role.deleted',
  'token.created',
  'token.revoked',
  'application.created',
  'application.changed',
  'application.deleted',
  'changeSet.committedWithoutApprovals',
  'changePolicy.changed',
  'signingKey.rotated',
  'checkpointKey.rotated',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.secretRotated',
  'webhook.replayed',
  'webhook.resent',
  'eventWebhook.created',
  'eventWebhook.changed',
  'eventWebhook.deleted',
  'eventWebhook.secretRotated',
  'eventWebhook.replayed',
  'eventWebhook.resent',
  'eventWebhook.givenUp',
  'configuration.applied',
  'configuration.stopped',
] as const;
export type EventAction = (typeof eventActions)[number];

/** Those that say that something did not work, or was refused. */
export const failureActions: readonly EventAction[] = [
  'signIn.failed',
  'signIn.refused',
  'refreshToken.reused',
  'reauthentication.failed',
  'mail.failed',
  'factor.failed',
  'signature.failed',
  'secondFactor.overdue',
  'eventWebhook.givenUp',
  'configuration.stopped',
];

/** Those that gave somebody access, or took it. */
export const accessActions: readonly EventAction[] = [
  'user.roleAdded',
  'user.roleRemoved',
  'user.unitAssigned',
  'user.unitUnassigned',
  'user.statusChanged',
  'user.offboarded',
  'unit.roleAdded',
  'unit.roleRemoved',
  'role.changed',
  'token.created',
  'token.revoked',
];

/** The things events are about; a subject reads `user/<id>`. */
export const subjectKinds = [
  'user',
  'session',
  'unit',
  'role',
  'identityProvider',
  'token',
  'application',
  'partition',
  'eventWebhook',
] as const;

const named = z.looseObject({ id: z.string(), name: z.optional(z.nullable(z.string())) });

/**
 * Whoever does not see everything sees the events of what they may see. In these, a person or a thing out of their scope
 * is `{ "id": "" }`, as is one that is gone, and is left out of lists.
 */
export const auditEvent = z.looseObject({
  /** Also good as a key; a service of before gives none. */
  id: z.optional(z.string()),
  /** The place in the chain; only for those who see everything. */
  seq: z.nullable(z.number()),
  at: z.string(),
  action: z.string(),
  /** Null: the operator, or somebody unknown. */
  actor: z.nullable(named),
  subject: z.nullable(z.string()),
  subjectName: z.optional(z.nullable(z.string())),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  /** Only for those who see everything, of one's own acts, and of what somebody unknown tried on one's account. */
  address: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
});
export type AuditEvent = z.infer<typeof auditEvent>;

const eventFilter = {
  subject: z.optional(text(1, 200)),
  actorId: z.optional(id),
  action: z.optional(z.enum(eventActions)),
  outcome: z.optional(z.enum(['SUCCESS', 'FAILURE'])),
  /** Only changes of what somebody may do. */
  kind: z.optional(z.enum(['ACCESS'])),
  /** The first moment that counts, and the first that does not any more. */
  from: z.optional(moment),
  to: z.optional(moment),
  address: z.optional(text(1, 64)),
};

export const listEvents = endpoint({
  method: 'GET',
  path: '/authentication/v1/events',
  summary:
    'What was done, the newest first: all to auditors and masters, of what they may see to everyone else',
  access: { kind: 'signedIn' },
  query: z.strictObject({ ...paging, ...eventFilter }),
  response: pageOf(auditEvent),
});

export const eventsPerDay = endpoint({
  method: 'GET',
  path: '/authentication/v1/events/per-day',
  summary:
    'How many events there were on each of the last days, up to `to` or now: of those that the list of events shows. Counts the newest 100,000',
  access: { kind: 'signedIn' },
  query: z.strictObject({ ...eventFilter, days: z._default(wholeNumber(1, 366), 30) }),
  response: z.looseObject({
    /** Oldest first, each day in UTC, those without an event too. */
    data: z.array(
      z.looseObject({ day: z.string(), eventCount: z.number(), failureCount: z.number() }),
    ),
    /** False when there were more than were counted. */
    complete: z.boolean(),
  }),
});

/** A sentence in English, as `annals apply` prints it. */
const sentence = text(1, 500);
const mostSentences = 1000;

export const recordConfiguration = endpoint({
  method: 'POST',
  path: '/authentication/v1/events/configuration',
  summary:
    'Record in the audit log, as one event, what configuration files changed: `annals apply` calls it after the changes, which have events of their own. For users who may change roles everywhere',
  access: { kind: 'permission', permission: 'roles:write' },
  body: z.strictObject({
    /** What was done, in the order in which it was done. */
    changes: z.array(sentence).check(z.maxLength(mostSentences)),
    /** Who gained or lost what by it, as it was announced. */
    accessChanges: z.array(sentence).check(z.maxLength(mostSentences)),
    /** Why it stopped before its end; left out when everything was done. */
    stopped: z.optional(sentence),
    /** For example the commit that the files are from. */
    reason: z.optional(text(1, 1000)),
  }),
  status: 204,
  response: z.void(),
});

export const eventEndpoints = [listEvents, eventsPerDay, recordConfiguration] as const;
