import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { essential } from './essential.ts';
import { asOf, pageOf, secondFactorGraceHours, shownText, text, version } from './fields.ts';
import { messageCode } from './message-code.ts';
import { permissions } from './permissions.ts';

export const role = z.object({
  name: essential(z.string()),
  description: z.string(),
  permissions: z.array(z.string()),
  scope: z.enum(['all', 'unit']),
  /** Ships with the service: only its second-factor requirement can be changed. */
  builtIn: z.boolean(),
  secondFactorRequired: z.boolean(),
  secondFactorGraceHours: z.number(),
  /** Users and units that hold it directly, up to 10,000; only in lists, and for callers who may read all users. */
  userCount: z.optional(z.number()),
  /** Whether the caller may grant it. */
  mayGrant: z.boolean(),
  version,
});
export type Role = z.infer<typeof role>;

export const listRoles = endpoint({
  method: 'GET',
  path: '/authentication/v1/roles',
  specified: {},
  summary: 'Lists all roles and what each allows, now or as of a moment',
  access: { kind: 'signedIn' },
  query: z.strictObject(asOf),
  response: pageOf(role),
});

const roleName = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,62}$/, messageCode('roleNameForm')));

const roleFields = {
  description: shownText(0, 500),
  permissions: z.array(z.enum(permissions)).check(z.maxLength(permissions.length)),
  scope: z.enum(['all', 'unit']),
  secondFactorRequired: z.boolean(),
  secondFactorGraceHours,
};

export const createRole = endpoint({
  method: 'POST',
  path: '/authentication/v1/roles',
  records: ['role.created'],
  summary: 'Defines a role with permissions that you have yourself',
  access: { kind: 'permission', permission: 'roles:write' },
  body: z.strictObject({
    name: roleName,
    ...roleFields,
    secondFactorRequired: z.optional(z.boolean()),
    secondFactorGraceHours: z.optional(secondFactorGraceHours),
  }),
  status: 201,
  response: role,
});

const roleParams = z.strictObject({ role: text(1, 64) });

export const changeRole = endpoint({
  method: 'PATCH',
  path: '/authentication/v1/roles/{role}',
  records: ['role.changed'],
  summary: 'Changes a role; for a built-in one, only whether and when a second factor is required',
  access: { kind: 'permission', permission: 'roles:write' },
  params: roleParams,
  body: z.partial(z.strictObject(roleFields)),
  response: role,
  takesIfMatch: true,
});

export const deleteRole = endpoint({
  method: 'DELETE',
  path: '/authentication/v1/roles/{role}',
  records: ['role.deleted'],
  summary: 'Deletes a role that is not built in and that nobody holds',
  access: { kind: 'permission', permission: 'roles:write' },
  params: roleParams,
  status: 204,
  response: z.void(),
  takesIfMatch: true,
});

export const roleEndpoints = [listRoles, createRole, changeRole, deleteRole] as const;
