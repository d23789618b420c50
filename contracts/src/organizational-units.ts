import * as z from 'zod/mini';
import { emailDomain, emailDomains } from './email-domains.ts';
import { endpoint } from './endpoint.ts';
import {
  asOf,
  dateTime,
  flag,
  givenId,
  id,
  include,
  pageOf,
  paging,
  repeated,
  secondFactorGraceHours,
  shownText,
  text,
  version,
} from './fields.ts';
import { user, userListQuery } from './users.ts';

export const organizationalUnit = z.object({
  id: givenId,
  name: z.string(),
  parentId: z.nullable(z.string()),
  /** From the root down, without the unit itself. */
  path: z.array(z.object({ id: z.string(), name: z.string() })),
  emailDomains: z.array(z.string()),
  /** The same domains with their state; null as of a moment. */
  domains: z.nullable(z.array(emailDomain)),
  /** Held by all members of the unit and of the units below. */
  roles: z.array(z.string()),
  secondFactorRequired: z.boolean(),
  secondFactorGraceHours: z.number(),
  /** Members of the unit itself. */
  userCount: z.number(),
  /** Members of the unit and the units below, each once. */
  totalUserCount: z.number(),
  childCount: z.number(),
  createdDate: dateTime,
  mayChange: z.boolean(),
  version,
});
export type OrganizationalUnit = z.infer<typeof organizationalUnit>;

export const listOrganizationalUnits = endpoint({
  method: 'GET',
  path: '/v1/organizational-units',
  specified: {},
  summary: 'Lists the units in your scope, by name, now or as of a moment',
  access: { kind: 'permission', permission: 'organizational-units:read' },
  query: z.strictObject({
    ...paging,
    ...include,
    ...asOf,
    name: z.optional(text(1, 200)),
    /** Only those with an email domain that is not verified yet; now, not as of a moment. */
    pendingDomains: flag,
  }),
  response: pageOf(organizationalUnit),
});

const unitParams = z.strictObject({ organizationalUnitId: id });

export const getOrganizationalUnit = endpoint({
  method: 'GET',
  path: '/v1/organizational-units/{organizationalUnitId}',
  specified: { defaults: { include: ['id', 'name'] } },
  summary: 'Returns a unit, now or as of a moment',
  access: { kind: 'permission', permission: 'organizational-units:read' },
  params: unitParams,
  query: z.strictObject({ ...include, ...asOf }),
  response: organizationalUnit,
});

const unitName = shownText(1, 200);

export const createOrganizationalUnit = endpoint({
  method: 'POST',
  path: '/v1/organizational-units',
  records: ['unit.created'],
  specified: { query: ['name'] },
  summary: 'Creates a unit; below another one if parentId is sent',
  access: { kind: 'permission', permission: 'organizational-units:write' },
  query: z.strictObject({ name: unitName, parentId: z.optional(id) }),
  // The specification sends an empty body.
  body: z.optional(z.strictObject({})),
  status: 201,
  response: organizationalUnit,
});

export const changeOrganizationalUnit = endpoint({
  method: 'PUT',
  path: '/v1/organizational-units/{organizationalUnitId}',
  records: ['unit.changed'],
  specified: {},
  summary: 'Changes a unit; omitted fields stay as they are',
  access: { kind: 'permission', permission: 'organizational-units:write' },
  params: unitParams,
  body: z.strictObject({
    name: z.optional(unitName),
    parentId: z.optional(z.nullable(id)),
    emailDomains: z.optional(emailDomains),
    secondFactorRequired: z.optional(z.boolean()),
    secondFactorGraceHours: z.optional(secondFactorGraceHours),
  }),
  response: organizationalUnit,
  takesIfMatch: true,
});

export const deleteOrganizationalUnit = endpoint({
  method: 'DELETE',
  path: '/v1/organizational-units/{organizationalUnitId}',
  records: ['unit.deleted'],
  summary: 'Deletes a unit without members, units below, providers and applications',
  access: { kind: 'permission', permission: 'organizational-units:write' },
  params: unitParams,
  status: 204,
  response: z.void(),
  takesIfMatch: true,
});

const { organizationalUnitId: _, ...memberListQuery } = userListQuery;

export const listUnitUsers = endpoint({
  method: 'GET',
  path: '/v1/organizational-units/{organizationalUnitId}/users',
  summary: 'Lists the members of a unit; with `below` also those of the units below',
  access: { kind: 'permission', permission: 'users:read' },
  params: unitParams,
  query: z.strictObject({ ...memberListQuery, name: z.optional(text(1, 200)), below: flag }),
  response: pageOf(user),
});

const roleQuery = z.strictObject({ role: repeated(text(1, 64)) });

export const addUnitRoles = endpoint({
  method: 'PUT',
  path: '/v1/organizational-units/{organizationalUnitId}/roles',
  records: ['unit.roleAdded'],
  summary: 'Gives roles to all members of a unit and the units below; never GLOBAL_MASTER',
  access: { kind: 'permission', permission: 'organizational-units:write' },
  params: unitParams,
  query: roleQuery,
  response: organizationalUnit,
  takesIfMatch: true,
});

export const removeUnitRoles = endpoint({
  method: 'DELETE',
  path: '/v1/organizational-units/{organizationalUnitId}/roles',
  records: ['unit.roleRemoved'],
  summary: 'Removes roles from a unit',
  access: { kind: 'permission', permission: 'organizational-units:write' },
  params: unitParams,
  query: roleQuery,
  response: organizationalUnit,
  takesIfMatch: true,
});

export const organizationalUnitEndpoints = [
  listOrganizationalUnits,
  getOrganizationalUnit,
  createOrganizationalUnit,
  changeOrganizationalUnit,
  deleteOrganizationalUnit,
  listUnitUsers,
  addUnitRoles,
  removeUnitRoles,
] as const;
