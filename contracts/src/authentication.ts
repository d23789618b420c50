import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { givenId, id, include, pageOf, paging, withoutNul } from './fields.ts';

const text = (least: number, most: number) =>
  z.string().check(z.minLength(least), z.maxLength(most), withoutNul);

export const emailAddress = z
  .string()
  .check(z.maxLength(254), z.email('Give an email address, for example ada@example.org.'));

const secret = z.string().check(z.minLength(1), z.maxLength(1024));

export const minimalPasswordLength = 12;
export const maximalPasswordLength = 256;

/** What a successful sign-in or refresh answers; a foreign service may leave out all but the access token. */
const tokens = z.looseObject({
  accessToken: z.string(),
  refreshToken: z.optional(z.string()),
  /** Seconds until the access token expires. */
  expiresIn: z.optional(z.number()),
});

export const authenticate = endpoint({
  method: 'POST',
  path: '/v1/auth',
  summary: 'Sign in with a password, or exchange a refresh token for new tokens',
  access: { kind: 'public' },
  query: z.strictObject({ type: z.enum(['PASSWORD', 'REFRESH_TOKEN']) }),
  body: z.union([
    z.strictObject({ username: text(1, 320), password: secret }),
    z.strictObject({ refreshToken: secret }),
  ]),
  response: tokens,
});

export const renewAccess = endpoint({
  method: 'GET',
  path: '/v1/auth',
  summary: 'A current access token for this session: the same while it is fresh, else a new one',
  access: { kind: 'signedIn' },
  response: z.looseObject({ accessToken: z.optional(z.string()) }),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/v1/auth',
  summary: 'End this session',
  access: { kind: 'signedIn' },
  status: 204,
  response: z.void(),
});

export const checkPasswordToken = endpoint({
  method: 'GET',
  path: '/v1/auth/password-token/{token}',
  summary: 'Whether a one-time link is still good, and for whom; does not use it up',
  access: { kind: 'public' },
  params: z.strictObject({ token: secret }),
  response: z.looseObject({
    state: z.enum(['valid', 'expired', 'used', 'unknown']),
    /** Only when the link is valid. */
    email: z.optional(z.string()),
    purpose: z.optional(z.enum(['SETUP', 'INVITATION', 'RESET'])),
  }),
});

export const setPassword = endpoint({
  method: 'POST',
  path: '/v1/auth/password',
  summary: 'Set the password with a one-time link, and sign in',
  access: { kind: 'public' },
  body: z.strictObject({
    token: secret,
    password: secret,
    /** Needed with a SETUP link, which makes the first user; refused with any other. */
    email: z.optional(emailAddress),
    name: z.optional(text(1, 200)),
  }),
  response: tokens,
});

/** The specification does not show its shape: a foreign service may leave out everything. */
export const user = z.looseObject({
  id: givenId,
  username: z.optional(z.string()),
  name: z.optional(z.nullable(z.string())),
  email: z.optional(z.nullable(z.string())),
  status: z.optional(z.string()),
  lang: z.optional(z.string()),
  roles: z.optional(z.array(z.string())),
  organizationalUnits: z.optional(
    z.array(z.looseObject({ id: z.string(), name: z.optional(z.string()) })),
  ),
  createdDate: z.optional(z.string()),
  lastSignInDate: z.optional(z.nullable(z.string())),
});
export type User = z.infer<typeof user>;

export const userStatuses = ['INVITED', 'ACTIVE', 'DISABLED'] as const;
export const userSorts = ['name', 'email', 'createdDate', 'lastSignInDate'] as const;

export const currentUser = endpoint({
  method: 'GET',
  path: '/v1/users/current',
  summary: 'The signed-in user',
  access: { kind: 'signedIn' },
  response: user,
});

const userListQuery = {
  ...paging,
  ...include,
  status: z.optional(z.enum(userStatuses)),
  role: z.optional(text(1, 64)),
  sort: z.optional(z.enum([...userSorts, ...userSorts.map((field) => `-${field}` as const)])),
};

export const listUsers = endpoint({
  method: 'GET',
  path: '/v1/users',
  summary: 'Users, page by page',
  access: { kind: 'permission', permission: 'users:read' },
  query: z.strictObject({ ...userListQuery, name: z.optional(text(1, 200)) }),
  response: pageOf(user),
});

export const getUser = endpoint({
  method: 'GET',
  path: '/v1/users/{userId}',
  summary: 'One user: oneself, or one the caller may see',
  access: { kind: 'signedIn' },
  params: z.strictObject({ userId: id }),
  response: user,
});

export const findUserByName = endpoint({
  method: 'GET',
  path: '/v1/users/forName/{username}',
  summary: 'The user with exactly this user name',
  access: { kind: 'permission', permission: 'users:read' },
  params: z.strictObject({ username: text(1, 320) }),
  response: user,
});

export const findUsersContaining = endpoint({
  method: 'GET',
  path: '/v1/users/forNameContaining/{searchtext}',
  summary: 'Users whose name, user name or email contains the text',
  access: { kind: 'permission', permission: 'users:read' },
  params: z.strictObject({ searchtext: text(1, 200) }),
  query: z.strictObject(userListQuery),
  response: pageOf(user),
});

const role = z.looseObject({
  name: z.string(),
  description: z.optional(z.string()),
  permissions: z.optional(z.array(z.string())),
  reach: z.optional(z.enum(['all', 'unit'])),
});

export const listRoles = endpoint({
  method: 'GET',
  path: '/authentication/v1/roles',
  summary: 'All roles and what each allows',
  access: { kind: 'signedIn' },
  // A foreign service may name the roles and say nothing more.
  response: pageOf(
    z.union([
      role,
      z.pipe(
        z.string(),
        z.transform((name: string): z.infer<typeof role> => ({ name })),
      ),
    ]),
  ),
});

export const authenticationEndpoints = [
  authenticate,
  renewAccess,
  endSession,
  checkPasswordToken,
  setPassword,
  currentUser,
  listUsers,
  getUser,
  findUserByName,
  findUsersContaining,
  listRoles,
] as const;
