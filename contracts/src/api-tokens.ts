import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  dateTime,
  daysBack,
  flag,
  givenId,
  id,
  moment,
  named,
  pageOf,
  paging,
  secret,
  shownText,
  text,
} from './fields.ts';
import { tokenScopes } from './permissions.ts';

export const apiToken = z.object({
  id: givenId,
  description: z.string(),
  /** The first characters of the token, which identify it to people. */
  prefix: z.string(),
  owner: z.extend(named, { kind: z.enum(['USER', 'APPLICATION']) }),
  scopes: z.array(z.string()),
  /** Null: all partitions its owner may read. */
  partitionIds: z.nullable(z.array(z.string())),
  createdDate: dateTime,
  expiresDate: z.nullable(dateTime),
  expired: z.boolean(),
  lastUsedDate: z.nullable(dateTime),
  lastUsedAddress: z.nullable(z.string()),
});
export type ApiToken = z.infer<typeof apiToken>;

/** A new token: `token` is shown only this once. */
export const newApiToken = z.extend(apiToken, { token: z.string() });

export const listTokens = endpoint({
  method: 'GET',
  path: '/v1/tokens',
  specified: {},
  summary: 'Lists the API tokens that are not revoked: all for masters, your own for everyone else',
  access: { kind: 'signedIn' },
  query: z.strictObject({
    ...paging,
    name: z.optional(text(1, 200)),
    ownerId: z.optional(z.union([z.literal('current'), id])),
    expired: flag,
    expiresWithinDays: daysBack,
    unusedForDays: daysBack,
    sort: z.optional(
      z.enum([
        'createdDate',
        '-createdDate',
        'expiresDate',
        '-expiresDate',
        'lastUsedDate',
        '-lastUsedDate',
      ]),
    ),
  }),
  response: pageOf(apiToken),
});

export const createToken = endpoint({
  method: 'POST',
  path: '/v1/tokens',
  records: ['token.created'],
  specified: {},
  summary: 'Creates an API token for yourself; it can never do more than you can',
  access: { kind: 'session' },
  body: z.strictObject({
    description: shownText(1, 200),
    scopes: z.array(z.enum(tokenScopes)).check(z.minLength(1), z.maxLength(tokenScopes.length)),
    partitionIds: z.optional(z.nullable(z.array(id).check(z.minLength(1), z.maxLength(100)))),
    /** Null: never, which only masters may choose. */
    expiresDate: z.nullable(moment),
  }),
  status: 201,
  response: newApiToken,
  secretAnswer: true,
});

export const revokeToken = endpoint({
  method: 'DELETE',
  path: '/v1/tokens/{tokenId}',
  records: ['token.revoked'],
  specified: {},
  summary: 'Revokes an API token: the next call with it is refused',
  access: { kind: 'signedIn' },
  params: z.strictObject({ tokenId: id }),
  status: 204,
  response: z.void(),
});

/** A token that a link from a mail revokes. */
const revocableToken = z.object({
  id: z.string(),
  description: z.string(),
  prefix: z.string(),
  /** Null: a token of the user. */
  applicationName: z.nullable(z.string()),
  scopes: z.array(z.enum(tokenScopes)),
  createdDate: dateTime,
  expiresDate: z.nullable(dateTime),
  lastUsedDate: z.nullable(dateTime),
});
export type RevocableToken = z.infer<typeof revocableToken>;

export const checkRevocationLink = endpoint({
  method: 'GET',
  path: '/v1/auth/token-revocation/{token}',
  summary:
    'Returns whether a link from a mail is still valid, and the API tokens it revokes; does not use it up',
  access: { kind: 'public' },
  params: z.strictObject({ token: secret }),
  response: z.object({
    state: z.enum(['valid', 'expired', 'used', 'unknown']),
    // The rest only if the link is valid.
    email: z.optional(z.string()),
    /** Newest first, at most 100. */
    tokens: z.optional(z.array(revocableToken)),
    total: z.optional(z.number()),
  }),
});

export const revokeTokensWithLink = endpoint({
  method: 'POST',
  path: '/v1/auth/token-revocation',
  records: ['token.revoked', 'link.used'],
  summary:
    'Revokes, with a link from a mail, all valid API tokens that its user issued, also those of applications',
  access: { kind: 'public' },
  requestClass: 'signIn',
  body: z.strictObject({ token: secret }),
  response: z.object({ count: z.number() }),
});

export const tokenEndpoints = [
  listTokens,
  createToken,
  revokeToken,
  checkRevocationLink,
  revokeTokensWithLink,
] as const;
