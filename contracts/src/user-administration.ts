import { message, messageFields } from './problem.ts';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  knownSince,
  dateTime,
  asOf,
  flag,
  id,
  pageOf,
  paging,
  text,
  wholeNumber,
} from './fields.ts';
import { rememberItem } from './page.ts';
import { userOrCurrentParams, userParams } from './users.ts';

export const session = z.object({
  id: z.string(),
  current: z.boolean(),
  userAgent: z.string(),
  address: z.nullable(z.string()),
  createdDate: dateTime,
  lastSeenDate: dateTime,
});
export type Session = z.infer<typeof session>;

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/v1/users/{userId}/sessions',
  summary: 'Lists the active sessions of a user',
  access: { kind: 'session' },
  params: userOrCurrentParams,
  response: pageOf(session),
});

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/v1/users/{userId}/sessions',
  records: ['session.allEnded'],
  summary: 'Ends all sessions of a user; of yourself, all but this one',
  access: { kind: 'session' },
  params: userOrCurrentParams,
  response: z.object({ ended: z.number() }),
});

export const endUserSession = endpoint({
  method: 'DELETE',
  path: '/v1/users/{userId}/sessions/{sessionId}',
  records: ['session.ended'],
  summary: 'Ends one session of a user',
  access: { kind: 'session' },
  params: z.extend(userOrCurrentParams, { sessionId: id }),
  status: 204,
  response: z.void(),
});

export const identity = z.object({
  id: z.string(),
  identityProviderId: z.string(),
  identityProviderName: z.string(),
  subject: z.string(),
  email: z.nullable(z.string()),
  linkedDate: dateTime,
  lastSignInDate: z.nullable(dateTime),
});
export type Identity = z.infer<typeof identity>;

export const listUserIdentities = endpoint({
  method: 'GET',
  path: '/v1/users/{userId}/identities',
  summary: 'Lists the identity provider accounts with which a user can sign in',
  access: { kind: 'signedIn' },
  params: userOrCurrentParams,
  response: pageOf(identity),
});

export const unlinkUserIdentity = endpoint({
  method: 'DELETE',
  path: '/v1/users/{userId}/identities/{identityId}',
  records: ['identity.unlinked'],
  summary: 'Unlinks an account at a provider; the last way to sign in cannot be removed',
  access: { kind: 'signedIn' },
  params: z.extend(userOrCurrentParams, { identityId: id }),
  status: 204,
  response: z.void(),
});

export const getUserFactors = endpoint({
  method: 'GET',
  path: '/v1/users/{userId}/factors',
  summary: 'Lists the second factors of a user',
  access: { kind: 'permission', permission: 'users:read' },
  params: userParams,
  response: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        name: z.string(),
        createdDate: dateTime,
      }),
    ),
    recoveryCodesLeft: z.number(),
    required: z.boolean(),
  }),
});

export const removeUserFactors = endpoint({
  method: 'DELETE',
  path: '/v1/users/{userId}/factors',
  records: ['factor.removed'],
  summary: 'Removes all second factors of a user who has lost them',
  access: { kind: 'permission', permission: 'users:write' },
  params: userParams,
  response: z.object({ removed: z.number() }),
});

export const accessReason = z.object({
  kind: z.enum(['STATUS', 'ROLE', 'MEMBER']),
  /** Whether this gives access; a STATUS that does not overrides all others. */
  grants: z.boolean(),
  role: z.optional(z.string()),
  permission: z.optional(z.string()),
  organizationalUnit: z.optional(z.nullable(z.object({ id: z.string(), name: z.string() }))),
  sinceDate: z.optional(dateTime),
  /** As of a past moment: when it ended later, if it has. */
  untilDate: z.optional(dateTime),
  by: z.optional(z.nullable(z.object({ id: z.string(), name: z.string() }))),
  status: z.optional(z.string()),
});
export type AccessReason = z.infer<typeof accessReason>;

export const explainAccess = endpoint({
  method: 'GET',
  path: '/v1/users/{userId}/access',
  summary: 'Explains why a user can or cannot read and write a partition, now or as of a moment',
  access: { kind: 'signedIn' },
  params: userOrCurrentParams,
  /** Without a partition: what roles allow in every partition; memberships do not count. */
  query: z.strictObject({ ...asOf, partitionId: z.optional(id) }),
  response: z.object({
    mayRead: z.boolean(),
    mayWrite: z.boolean(),
    /** The effective member role. */
    role: z.nullable(z.string()),
    /**
     * Only without a partition: whether the account can sign in and has a role that allows writing wherever it is editor or
     * owner.
     */
    mayWriteAsMember: z.optional(z.boolean()),
    /** Only with a partition. */
    partitionName: z.optional(z.string()),
    reasons: z.array(accessReason),
    /** Only with a partition. `mayRead` and `mayWrite` are then false, and there are no reasons. */
    knownSince,
  }),
});

/** What a user may do in a partition, from least to most. */
export const accessLevels = ['READ', 'WRITE', 'OWN'] as const;
export type AccessLevel = (typeof accessLevels)[number];

export const accessGrant = z.object({
  kind: z.enum(['MEMBER', 'ROLE', 'TOKEN']),
  level: z.enum(accessLevels),
  /** The member role, or the role. */
  role: z.optional(z.string()),
  /** Null for a role that is held directly, and for a unit that the caller may not see. */
  organizationalUnit: z.optional(z.nullable(z.object({ id: z.string(), name: z.string() }))),
  inherited: z.optional(z.boolean()),
  by: z.optional(z.nullable(z.object({ id: z.string(), name: z.string() }))),
  /** The owner's description of the token, and its first characters. */
  description: z.optional(z.string()),
  prefix: z.optional(z.string()),
  scopes: z.optional(z.array(z.string())),
  /** How many partitions the token is limited to; null for all of its owner. */
  partitionCount: z.optional(z.nullable(z.number())),
  sinceDate: z.nullable(dateTime),
  untilDate: z.nullable(dateTime),
  /** For a token its last use, otherwise the last sign-in; null if there was none, and as of the past. */
  lastUsedDate: z.nullable(dateTime),
});
export type AccessGrant = z.infer<typeof accessGrant>;

export const accessHolder = z.object({
  id: z.string(),
  kind: z.enum(['USER', 'APPLICATION']),
  name: z.nullable(z.string()),
  username: z.nullable(z.string()),
  /** The caller may not see the account, or it did not exist at the moment: only its membership is known. */
  membershipOnly: z.boolean(),
  grants: z.array(accessGrant),
});
export type AccessHolder = z.infer<typeof accessHolder>;

export const maxAccessHolders = 100;

export const listAccess = endpoint({
  method: 'GET',
  path: '/v1/users/access',
  summary:
    'Lists who can open a partition, now or as of a moment, and why: its members, and the holders of roles and tokens you can see',
  access: { kind: 'signedIn' },
  query: z.strictObject({
    ...asOf,
    partitionId: id,
    cursor: paging.cursor,
    pageSize: z._default(wholeNumber(1, maxAccessHolders), 50),
  }),
  response: rememberItem(z.extend(pageOf(accessHolder), { knownSince }), accessHolder),
});

export const invitationStates = [
  'QUEUED',
  'SENT',
  'FAILED',
  'OPENED',
  'EXPIRED',
  'ACCEPTED',
  'WITHDRAWN',
] as const;

export const invitation = z.object({
  id: z.string(),
  userId: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  state: z.enum(invitationStates),
  invitedBy: z.nullable(z.object({ id: z.string(), name: z.string() })),
  createdDate: dateTime,
  sentDate: z.nullable(dateTime),
  openedDate: z.nullable(dateTime),
  acceptedDate: z.nullable(dateTime),
  expiresDate: z.nullable(dateTime),
  /** Why the mail server refused it. */
  failure: z.nullable(message),
});
export type Invitation = z.infer<typeof invitation>;

export const listInvitations = endpoint({
  method: 'GET',
  path: '/v1/users/invitations',
  summary: 'Lists invitations, newest first',
  access: { kind: 'permission', permission: 'users:read' },
  query: z.strictObject({
    ...paging,
    state: z.optional(z.enum(invitationStates)),
    /** Only those neither accepted nor withdrawn. */
    open: flag,
    userId: z.optional(id),
    name: z.optional(text(1, 200)),
  }),
  response: pageOf(invitation),
});

const invitationParams = z.strictObject({ invitationId: id });

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/v1/users/invitations/{invitationId}/resend',
  records: ['invitation.resent'],
  summary:
    'Sends the welcome email again with a new link; a withdrawn invitation becomes open again',
  access: { kind: 'permission', permission: 'users:write' },
  params: invitationParams,
  response: invitation,
});

export const makeInvitationLink = endpoint({
  method: 'POST',
  path: '/v1/users/invitations/{invitationId}/link',
  records: ['link.made'],
  summary: 'Creates a new link for you to pass on; it replaces earlier ones',
  access: { kind: 'permission', permission: 'users:write' },
  params: invitationParams,
  response: z.object({ link: z.string(), expiresDate: dateTime }),
  secretAnswer: true,
});

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/v1/users/invitations/{invitationId}',
  records: ['invitation.withdrawn'],
  summary: 'Withdraws an invitation: its links stop working and the user is disabled',
  access: { kind: 'permission', permission: 'users:write' },
  params: invitationParams,
  status: 204,
  response: z.void(),
});

export const bulkActions = [
  'ENABLE',
  'DISABLE',
  'ADD_ROLE',
  'REMOVE_ROLE',
  'ASSIGN_UNIT',
  'UNASSIGN_UNIT',
  'RESEND_INVITATION',
  'END_SESSIONS',
] as const;
export const maxBulkUsers = 500;

export const bulkUsers = endpoint({
  method: 'POST',
  path: '/v1/users/bulk',
  records: [
    'user.roleAdded',
    'user.roleRemoved',
    'user.unitAssigned',
    'user.unitUnassigned',
    'user.statusChanged',
    'invitation.resent',
  ],
  summary:
    'Applies one action to many users, or invites users from a CSV. Returns a result for each',
  access: { kind: 'permission', permission: 'users:write' },
  body: z.union([
    z.strictObject({
      action: z.enum(bulkActions),
      userIds: z.array(id).check(z.minLength(1), z.maxLength(maxBulkUsers)),
      /** With ADD_ROLE and REMOVE_ROLE. */
      role: z.optional(text(1, 64)),
      /** With ASSIGN_UNIT and UNASSIGN_UNIT. */
      organizationalUnitId: z.optional(id),
      dryRun: z.optional(z.boolean()),
    }),
    z.strictObject({
      action: z.literal('INVITE'),
      /**
       * With a header row: email, and any of name, roles, organizationalUnits, lang; several values in one field are
       * separated by ";".
       */
      csv: text(1, 500_000),
      dryRun: z.optional(z.boolean()),
    }),
  ]),
  response: z.object({
    dryRun: z.boolean(),
    results: z.array(
      z.object({
        /** Line of the CSV, starting at 1 with the header row. */
        row: z.optional(z.number()),
        userId: z.optional(z.string()),
        email: z.optional(z.string()),
        outcome: z.enum(['DONE', 'UNCHANGED', 'REFUSED']),
        code: z.optional(z.string()),
        ...messageFields,
        message: z.optional(z.string()),
      }),
    ),
    done: z.number(),
    unchanged: z.number(),
    refused: z.number(),
  }),
});

export const userAdministrationEndpoints = [
  listUserSessions,
  endUserSessions,
  endUserSession,
  listUserIdentities,
  unlinkUserIdentity,
  getUserFactors,
  removeUserFactors,
  explainAccess,
  listAccess,
  listInvitations,
  resendInvitation,
  makeInvitationLink,
  withdrawInvitation,
  bulkUsers,
] as const;
