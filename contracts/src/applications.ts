import * as z from 'zod/mini';
import { apiToken, newApiToken } from './api-tokens.ts';
import { endpoint } from './endpoint.ts';
import {
  dateTime,
  givenId,
  id,
  include,
  moment,
  named,
  pageOf,
  paging,
  shownText,
  text,
  version,
} from './fields.ts';
import { tokenScopes } from './permissions.ts';

/** A program with its own tokens. Its id appears wherever a user's does: as a member of partitions, as an author. */
export const application = z.object({
  id: givenId,
  name: z.string(),
  description: z.nullable(z.string()),
  organizationalUnit: z.nullable(named),
  roles: z.array(z.string()),
  tokenCount: z.number(),
  soonestExpiryDate: z.nullable(dateTime),
  lastUsedDate: z.nullable(dateTime),
  createdDate: dateTime,
  mayChange: z.boolean(),
  version,
});
export type Application = z.infer<typeof application>;

const read = { kind: 'permission', permission: 'applications:read' } as const;
const write = { kind: 'permission', permission: 'applications:write' } as const;

export const listApplications = endpoint({
  method: 'GET',
  path: '/v1/applications',
  summary: 'Lists the applications in your scope, by name',
  access: read,
  query: z.strictObject({
    ...paging,
    ...include,
    name: z.optional(text(1, 200)),
    organizationalUnitId: z.optional(id),
    sort: z.optional(
      z.enum(['name', '-name', 'createdDate', '-createdDate', 'lastUsedDate', '-lastUsedDate']),
    ),
  }),
  response: pageOf(application),
});

const applicationParams = z.strictObject({ applicationId: id });

export const getApplication = endpoint({
  method: 'GET',
  path: '/v1/applications/{applicationId}',
  specified: {},
  summary: 'Returns an application',
  access: read,
  params: applicationParams,
  response: application,
});

const applicationFields = {
  description: z.optional(z.nullable(shownText(0, 2000))),
  organizationalUnitId: z.optional(z.nullable(id)),
  roles: z.optional(z.array(text(1, 64)).check(z.maxLength(20))),
};

export const createApplication = endpoint({
  method: 'POST',
  path: '/v1/applications',
  records: ['application.created'],
  summary: 'Creates an application; you can only give it roles that you may grant',
  access: write,
  body: z.strictObject({ name: shownText(1, 200), ...applicationFields }),
  status: 201,
  response: application,
});

export const changeApplication = endpoint({
  method: 'PATCH',
  path: '/v1/applications/{applicationId}',
  records: ['application.changed'],
  summary: 'Changes an application; omitted fields stay as they are',
  access: write,
  params: applicationParams,
  body: z.strictObject({ name: z.optional(shownText(1, 200)), ...applicationFields }),
  response: application,
  takesIfMatch: true,
});

export const deleteApplication = endpoint({
  method: 'DELETE',
  path: '/v1/applications/{applicationId}',
  records: ['application.deleted', 'token.revoked'],
  summary: 'Deletes an application; all its tokens stop working',
  access: write,
  params: applicationParams,
  status: 204,
  response: z.void(),
  takesIfMatch: true,
});

export const listApplicationTokens = endpoint({
  method: 'GET',
  path: '/v1/applications/{applicationId}/tokens',
  specified: {},
  summary: 'Lists the tokens of an application that are not revoked, newest first',
  access: read,
  params: applicationParams,
  query: z.strictObject(paging),
  response: pageOf(apiToken),
});

export const createApplicationToken = endpoint({
  method: 'POST',
  path: '/v1/applications/{applicationId}/tokens',
  records: ['token.created'],
  specified: { body: ['description'] },
  summary:
    'Issues a token for an application; several can be valid at once, so that they can be rotated',
  access: write,
  params: applicationParams,
  body: z.strictObject({
    description: shownText(1, 200),
    /** Default: read and write. */
    scopes: z.optional(
      z.array(z.enum(tokenScopes)).check(z.minLength(1), z.maxLength(tokenScopes.length)),
    ),
    partitionIds: z.optional(z.nullable(z.array(id).check(z.minLength(1), z.maxLength(100)))),
    /** Default: in 90 days. Null: never, which only masters may choose. */
    expiresDate: z.optional(z.nullable(moment)),
  }),
  status: 201,
  response: newApiToken,
  secretAnswer: true,
});

export const revokeApplicationToken = endpoint({
  method: 'DELETE',
  path: '/v1/applications/{applicationId}/tokens/{tokenId}',
  records: ['token.revoked'],
  specified: {},
  summary: 'Revokes a token of an application',
  access: write,
  params: z.extend(applicationParams, { tokenId: id }),
  status: 204,
  response: z.void(),
});

export const applicationEndpoints = [
  listApplications,
  getApplication,
  createApplication,
  changeApplication,
  deleteApplication,
  listApplicationTokens,
  createApplicationToken,
  revokeApplicationToken,
] as const;
