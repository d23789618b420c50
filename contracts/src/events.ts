import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, moment, pageOf, paging, text, wholeNumber } from './fields.ts';
import { rememberItem } from './page.ts';
import { anchor } from './proof-bundle.ts';

/** All events that the authentication service records, including those that the data service reports to it. */
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
  'user.accessEnded',
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
  'trustedDevice.added',
  'trustedDevice.revoked',
  'signature.given',
  'signature.failed',
  'identity.linked',
  'identity.unlinked',
  'identity.confirmationAsked',
  'identity.claimUnread',
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
  'signInRule.created',
  'signInRule.changed',
  'signInRule.deleted',
  'signInRule.allDeleted',
  'role.created',
  'role.changed',
  'role.deleted',
  'token.created',
  'token.revoked',
  'application.created',
  'application.changed',
  'application.deleted',
  'partition.created',
  'partition.changed',
  'partition.archived',
  'partition.unarchived',
  'partition.exported',
  'member.added',
  'member.changed',
  'member.removed',
  'member.workHandedOver',
  'type.changed',
  'changeSet.submitted',
  'changeSet.approved',
  'changeSet.changesRequested',
  'changeSet.withdrawn',
  'changeSet.reopened',
  'changeSet.committed',
  'changeSet.committedWithoutApprovals',
  'changePolicy.changed',
  'object.erased',
  'object.reasonErased',
  'evidence.requested',
  'evidence.deleted',
  'transfer.started',
  'transfer.resumed',
  'transfer.handedOver',
  'transfer.ended',
  'auditSample.announced',
  'auditSample.drawn',
  'auditSample.signed',
  'savedSearch.shared',
  'savedSearch.changed',
  'savedSearch.unshared',
  'aliasUrl.created',
  'aliasUrl.changed',
  'aliasUrl.reactivated',
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
  'events.exported',
  'readRecording.changed',
  'access.refused',
  'schema.migrated',
  'tables.distributed',
  'database.restored',
  'verification.failed',
] as const;
export type EventAction = (typeof eventActions)[number];

/** Events that record a failure or a refusal. */
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
  'access.refused',
  'verification.failed',
];

/** Attempts to sign in, successful and failed. */
export const signInActions: readonly EventAction[] = [
  'session.started',
  'signIn.failed',
  'signIn.refused',
  'factor.failed',
];

/** Events that grant or remove access. */
export const accessActions: readonly EventAction[] = [
  'user.roleAdded',
  'user.roleRemoved',
  'user.unitAssigned',
  'user.unitUnassigned',
  'user.statusChanged',
  'user.offboarded',
  'user.accessEnded',
  'unit.roleAdded',
  'unit.roleRemoved',
  'role.changed',
  'token.created',
  'token.revoked',
  'member.added',
  'member.changed',
  'member.removed',
];

/** Events that take data out. */
export const exportActions: readonly EventAction[] = [
  'partition.exported',
  'evidence.requested',
  'events.exported',
];

/** What an event is about; `OTHER`: neither access nor data taken out. */
export const eventKinds = ['ACCESS', 'SIGN_IN', 'EXPORT', 'OTHER'] as const;
export type EventKind = (typeof eventKinds)[number];

/** The fields of the events of the data service. None holds a value of an object, or a text that can be erased later. */
export const dataEventFields = [
  'partition',
  'changeSet',
  'webhook',
  'savedSearch',
  'queryChanged',
  'sample',
  'name',
  'description',
  'retentionDays',
  'userId',
  'toUserId',
  'role',
  'effectiveDate',
  'rules',
  'type',
  'version',
  'hasSchema',
  'breakGlass',
  'reason',
  'receiver',
  'eventTypes',
  'enabled',
  'message',
  'eventType',
  'index',
  'job',
  'kind',
  'state',
  'counts',
  'fileName',
  'fromPartitionId',
  'object',
  'timeline',
  'timelines',
  'receipt',
  'asOf',
  'history',
  'changeSets',
  'sharedSearches',
  'target',
  'expiresDate',
  'call',
  'path',
  'recordedReads',
  'durable',
  'keptDays',
] as const;

/** The fields of the events of commands that work on the whole database. */
export const commandEventFields = [
  'migrations',
  'program',
  'taken',
  'rows',
  'tables',
  'shards',
  'workers',
  'findings',
] as const;

/** The kinds of subjects of events; a subject reads `user/<id>`. */
export const subjectKinds = [
  'user',
  'session',
  'unit',
  'role',
  'signInRule',
  'identityProvider',
  'token',
  'application',
  'partition',
  'aliasUrl',
  'eventWebhook',
] as const;

const named = z.object({ id: z.string(), name: z.optional(z.nullable(z.string())) });

/**
 * A caller with a limited scope sees the events of what they may see. In these, a user or thing that is out of scope or
 * no longer exists is `{ "id": "" }`, and is omitted from lists.
 */
export const auditEvent = z.object({
  /** Unique. */
  id: z.string(),
  /** The position in the chain; only for callers who see everything. */
  seq: z.nullable(z.number()),
  at: z.string(),
  action: z.string(),
  /** Null: the operator, or somebody unknown. */
  actor: z.nullable(named),
  subject: z.nullable(z.string()),
  subjectName: z.nullable(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  /**
   * Only for callers who see everything, for the caller's own actions, and for attempts by somebody unknown on the
   * caller's account.
   */
  address: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  /**
   * With what the actor acted: `session/<id>`, `token/<id>` or `command/<name>`. Null before a sign-in, and for what the
   * service does by itself.
   */
  credential: z.nullable(z.string()),
});
export type AuditEvent = z.infer<typeof auditEvent>;

const eventFilter = {
  subject: z.optional(text(1, 200)),
  actorId: z.optional(id),
  action: z.optional(z.enum(eventActions)),
  outcome: z.optional(z.enum(['SUCCESS', 'FAILURE'])),
  /**
   * Only changes to what somebody may do, only attempts to sign in, only data taken out, or only what is neither a change
   * of access nor data taken out.
   */
  kind: z.optional(z.enum(eventKinds)),
  /** From is inclusive, to is exclusive. */
  from: z.optional(moment),
  to: z.optional(moment),
  address: z.optional(text(1, 64)),
  /**
   * Words that have to occur, in any order: in names of actors and subjects, values before and after, addresses and
   * request ids. With a limited scope, only names of what the caller may see, and the caller's own actions.
   */
  text: z.optional(text(1, 200)),
  /** With what: `session/<id>`, `token/<id>` or `command/<name>`. */
  credential: z.optional(text(1, 200)),
};

/** Since when there are events, where the period begins earlier: what happened before is unknown, which is not nothing. */
const recordedSince = z.optional(moment);

export const listEvents = endpoint({
  method: 'GET',
  path: '/authentication/v1/events',
  summary:
    'Lists audit events, newest first: all for auditors and masters, those in your scope for everyone else',
  access: { kind: 'signedIn' },
  query: z.strictObject({ ...paging, ...eventFilter }),
  response: rememberItem(z.extend(pageOf(auditEvent), { knownSince: recordedSince }), auditEvent),
});

export const countEvents = endpoint({
  method: 'GET',
  path: '/authentication/v1/events/counts',
  summary:
    'Counts the events in each of the last days or hours, up to `to` or now, among those that the list shows. Counts the newest 100,000',
  access: { kind: 'signedIn' },
  query: z.strictObject({
    ...eventFilter,
    /** Of UTC. */
    interval: z._default(z.enum(['DAY', 'HOUR']), 'DAY'),
    /** How many days or hours. */
    count: z._default(wholeNumber(1, 366), 30),
  }),
  response: z.object({
    /** Oldest first, including intervals without events. */
    data: z.array(
      z.object({
        /** When the interval begins. */
        from: moment,
        eventCount: z.number(),
        failureCount: z.number(),
      }),
    ),
    /** False if there were more events than were counted. */
    complete: z.boolean(),
    knownSince: recordedSince,
  }),
});

const logSize = wholeNumber(0, 999_999_999);

export const exportEvents = endpoint({
  method: 'GET',
  path: '/authentication/v1/events/proof',
  records: ['events.exported'],
  summary:
    'Exports a part of the audit log that can be verified without the service, for auditors and masters. With Accept: application/x-ndjson it returns the file: the proof and every event between two sizes of the log of events. Otherwise it returns the proof: a signed checkpoint, and where the log of the service contains it',
  access: { kind: 'permission', permission: 'events:read' },
  query: z.strictObject({
    /** The index of the first event: with the size of a stored checkpoint, the part continues it. */
    from: z._default(logSize, 0),
    /** The size of the log after the last event; default: its current size. */
    to: z.optional(logSize),
    /** A size of the log of the service, so that the anchor is proven against a checkpoint the caller has stored. */
    serviceSize: z.optional(wholeNumber(1, 999_999_999)),
  }),
  response: z.object({
    /** The verifier key that signed the checkpoint. */
    key: z.string(),
    /** A signed note (c2sp.org/tlog-checkpoint) of the log of events, at the end of the part. */
    checkpoint: z.string(),
    /** The log before the first event: its size and the roots of its complete subtrees in base64. */
    from: z.object({ size: z.number(), frontier: z.array(z.string()) }),
    /** The size of the log at the end of the part. */
    size: z.number(),
    /** Null before a checkpoint of the log of events is in the log of the service. */
    anchor: z.nullable(anchor),
  }),
  streamsAs: 'application/x-ndjson',
});

/** An English sentence, as `annals apply` prints it. */
const sentence = text(1, 500);
const maxSentences = 1000;

export const recordConfiguration = endpoint({
  method: 'POST',
  path: '/authentication/v1/events/configuration',
  records: ['configuration.applied', 'configuration.stopped'],
  summary:
    'Records what configuration files changed as one audit event: `annals apply` calls it after the changes, which have their own events. For users who may change roles everywhere',
  access: { kind: 'permission', permission: 'roles:write' },
  body: z.strictObject({
    /** The changes, in the order they were made. */
    changes: z.array(sentence).check(z.maxLength(maxSentences)),
    /** Who gained or lost which access, as shown in the plan. */
    accessChanges: z.array(sentence).check(z.maxLength(maxSentences)),
    /** Why it stopped early; omitted if everything was applied. */
    stopped: z.optional(sentence),
    /** For example the commit of the files. */
    reason: z.optional(text(1, 1000)),
  }),
  status: 204,
  response: z.void(),
});

export const eventEndpoints = [listEvents, countEvents, exportEvents, recordConfiguration] as const;
