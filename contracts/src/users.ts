import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  asOf,
  daysBack,
  emailAddress,
  flag,
  id,
  include,
  moment,
  pageOf,
  paging,
  repeated,
  shownText,
  text,
} from './fields.ts';
import { messageCode } from './message-code.ts';
import { currentUser, user } from './user.ts';

export { currentUser, user, type User } from './user.ts';

export const languages = ['en', 'de'] as const;

/** LOCKED is an active user whose sign-in is currently throttled. */
export const userStatuses = ['INVITED', 'ACTIVE', 'DISABLED', 'LOCKED'] as const;
export const userSorts = ['name', 'email', 'createdDate', 'lastSignInDate'] as const;

export const userParams = z.strictObject({ userId: id });
/** `current` stands for the caller. */
export const userOrCurrentParams = z.strictObject({ userId: z.union([z.literal('current'), id]) });

export const userListQuery = {
  ...paging,
  ...include,
  ...asOf,
  status: z.optional(z.enum(userStatuses)),
  role: z.optional(text(1, 64)),
  organizationalUnitId: z.optional(id),
  neverSignedIn: flag,
  /** Not signed in for this many days, including users who never did. */
  notSignedInForDays: daysBack,
  secondFactor: flag,
  /** Of users with an email outside of the domains that units and identity providers have shown to be theirs. */
  externalEmail: flag,
  sort: z.optional(z.enum([...userSorts, ...userSorts.map((field) => `-${field}` as const)])),
};

export const listUsers = endpoint({
  method: 'GET',
  path: '/v1/users',
  specified: {},
  summary: 'Lists users, page by page, now or as of a moment',
  access: { kind: 'permission', permission: 'users:read' },
  query: z.strictObject({ ...userListQuery, name: z.optional(text(1, 200)) }),
  response: pageOf(user),
});

export const getUser = endpoint({
  method: 'GET',
  path: '/v1/users/{userId}',
  specified: {},
  summary: 'Returns a user, now or as of a moment: yourself, or one you may see',
  access: { kind: 'signedIn' },
  params: userParams,
  query: z.strictObject({ ...asOf, ...include }),
  response: user,
});

export const findUserByName = endpoint({
  method: 'GET',
  path: '/v1/users/forName/{username}',
  specified: {},
  summary: 'Returns the user with exactly this user name',
  access: { kind: 'permission', permission: 'users:read' },
  params: z.strictObject({ username: text(1, 320) }),
  response: user,
});

export const findUsersContaining = endpoint({
  method: 'GET',
  path: '/v1/users/forNameContaining/{searchtext}',
  specified: {},
  summary: 'Lists the users whose name, user name or email contains the text',
  access: { kind: 'permission', permission: 'users:read' },
  params: z.strictObject({ searchtext: text(1, 200) }),
  query: z.strictObject(userListQuery),
  response: pageOf(user),
});

/** The template of the welcome mail (specification 9). */
export const welcomeMailTemplateId = 650487;

/** `{email}` in a value is filled in by the service. Only the path of `ctaLink` is used: it has to be /set-password. */
export const mailTemplateParameters = z.strictObject({
  email: z.optional(text(1, 320)),
  headline: z.optional(text(1, 200)),
  body: z.optional(text(1, 5000)),
  ctaText: z.optional(text(1, 100)),
  ctaLink: z.optional(text(1, 2048)),
  footer: z.optional(text(1, 2000)),
  lang: z.optional(z.enum(languages)),
});
export type MailTemplateParameters = z.infer<typeof mailTemplateParameters>;

export const createUser = endpoint({
  method: 'POST',
  path: '/v1/users',
  records: ['user.created', 'invitation.made', 'password.set'],
  specified: { body: ['email', 'mailTemplateId', 'mailTemplateParameters'] },
  summary: 'Invites a user: sends the welcome email with a link to set the password',
  access: { kind: 'permission', permission: 'users:write' },
  body: z.strictObject({
    email: emailAddress,
    mailTemplateId: z.optional(z.literal(welcomeMailTemplateId, messageCode('noSuchTemplate'))),
    mailTemplateParameters: z.optional(mailTemplateParameters),
    name: z.optional(shownText(1, 200)),
    roles: z.optional(z.array(text(1, 64)).check(z.maxLength(50))),
    organizationalUnitIds: z.optional(z.array(id).check(z.maxLength(50))),
    lang: z.optional(z.enum(languages)),
    /** Of a guest, for example an auditor: from then on they have no access. */
    accessEndsDate: z.optional(moment),
  }),
  status: 201,
  response: user,
});

/** Disabled, or not. */
const newStatus = z.enum(['ACTIVE', 'DISABLED']);

export const changeUser = endpoint({
  method: 'PATCH',
  path: '/v1/users/{userId}',
  records: ['user.changed'],
  summary:
    'Changes the profile: name, language and change set emails of yourself, everything else of users you administer, also whether they are disabled',
  access: { kind: 'signedIn' },
  params: userOrCurrentParams,
  body: z.strictObject({
    name: z.optional(text(1, 200)),
    username: z.optional(text(1, 320)),
    email: z.optional(emailAddress),
    lang: z.optional(z.enum(languages)),
    /** Only for oneself. */
    changeSetMails: z.optional(z.boolean()),
    /** Only for others: from when they have no access any more; null: it does not end. */
    accessEndsDate: z.optional(z.nullable(moment)),
    /** Only for others, and as changeUserStatus changes it. */
    status: z.optional(newStatus),
  }),
  response: user,
  takesIfMatch: true,
});

export const changeUserStatus = endpoint({
  method: 'PUT',
  path: '/v1/users/{userId}/status',
  records: ['user.statusChanged', 'session.allEnded'],
  summary:
    'Disables a user, which ends all sessions, or enables one again; with dryRun it only reports what stops',
  access: { kind: 'permission', permission: 'users:write' },
  params: userParams,
  query: z.strictObject({ dryRun: flag }),
  body: z.strictObject({ status: newStatus }),
  response: z.extend(user, {
    /** Only with dryRun, with the user as they are: what ends, and what does not work until the user is enabled again. */
    stops: z.optional(
      z.object({
        sessions: z.number(),
        tokens: z.array(z.object({ id: z.string(), description: z.string() })),
        trustedDevices: z.number(),
      }),
    ),
  }),
});

export const offboardUser = endpoint({
  method: 'POST',
  path: '/v1/users/{userId}/offboarding',
  records: ['user.offboarded'],
  summary:
    'Disables a user, revokes all tokens and roles, and transfers their open invitations to a successor; with dryRun it only reports what is affected',
  access: { kind: 'permission', permission: 'users:write' },
  params: userParams,
  query: z.strictObject({ dryRun: flag, successorId: z.optional(id) }),
  response: z.object({
    dryRun: z.boolean(),
    sessions: z.number(),
    tokens: z.array(z.object({ id: z.string(), description: z.string() })),
    identities: z.array(z.object({ id: z.string(), identityProviderName: z.string() })),
    factors: z.number(),
    roles: z.array(z.string()),
    organizationalUnits: z.array(z.object({ id: z.string(), name: z.string() })),
    /** Invitations they sent that nobody has accepted yet: they stay valid, and go to the successor. */
    openInvitations: z.number(),
  }),
});

export const sendPasswordReset = endpoint({
  method: 'POST',
  path: '/v1/users/{userId}/password-reset',
  records: ['password.resetRequested'],
  summary: 'Sends a user the email with a link to set a new password',
  access: { kind: 'permission', permission: 'users:write' },
  params: userParams,
  status: 202,
  response: z.object({}),
});

const roleQuery = z.strictObject({ role: repeated(text(1, 64)) });

export const addUserRoles = endpoint({
  method: 'PUT',
  path: '/v1/users/{userId}/roles',
  records: ['user.roleAdded'],
  specified: { query: ['role'] },
  summary: 'Adds roles to a user; you can only grant roles that you may grant',
  access: { kind: 'permission', permission: 'users:write' },
  params: userParams,
  query: roleQuery,
  response: user,
});

export const removeUserRoles = endpoint({
  method: 'DELETE',
  path: '/v1/users/{userId}/roles',
  records: ['user.roleRemoved'],
  specified: { query: ['role'] },
  summary: 'Removes roles from a user; the last global master keeps the role',
  access: { kind: 'permission', permission: 'users:write' },
  params: userParams,
  query: roleQuery,
  response: user,
});

const unitQuery = z.strictObject({ organizationalUnitId: id });

export const assignUserToUnit = endpoint({
  method: 'PUT',
  path: '/v1/users/{userId}/organizational-unit',
  records: ['user.unitAssigned'],
  specified: { query: ['organizationalUnitId'] },
  summary: 'Adds a user to an organizational unit',
  access: { kind: 'permission', permission: 'users:write' },
  params: userParams,
  query: unitQuery,
  response: user,
});

export const unassignUserFromUnit = endpoint({
  method: 'PUT',
  path: '/v1/users/{userId}/organizational-unit/unassign',
  records: ['user.unitUnassigned'],
  specified: { query: ['organizationalUnitId'] },
  summary: 'Removes a user from an organizational unit',
  access: { kind: 'permission', permission: 'users:write' },
  params: userParams,
  query: unitQuery,
  response: user,
});

export const userEndpoints = [
  currentUser,
  listUsers,
  getUser,
  findUserByName,
  findUsersContaining,
  createUser,
  changeUser,
  changeUserStatus,
  offboardUser,
  sendPasswordReset,
  addUserRoles,
  removeUserRoles,
  assignUserToUnit,
  unassignUserFromUnit,
] as const;
