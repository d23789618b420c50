import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { essential } from './essential.ts';
import {
  dateTime,
  flag,
  givenId,
  id,
  moment,
  pageOf,
  paging,
  version,
  type Page,
} from './fields.ts';
import { messageCode } from './message-code.ts';

/** The part of the address after /a/: lower-case letters and digits, separated by - _ or . */
export const aliasName = z
  .string()
  .check(
    z.toLowerCase(),
    z.regex(/^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9])?$/, messageCode('aliasForm')),
  );

export const aliasTargetKinds = ['OBJECT', 'TIMELINE', 'URL'] as const;

const target = z.union([
  z.strictObject({ kind: z.literal('OBJECT'), partitionId: id, objectId: id }),
  z.strictObject({ kind: z.literal('TIMELINE'), partitionId: id, timelineId: id }),
  z.strictObject({
    kind: z.literal('URL'),
    url: z.string().check(z.minLength(1), z.maxLength(2000)),
  }),
]);
export type AliasTarget = z.infer<typeof target>;

export const aliasUrl = z.object({
  alias: givenId,
  target: z.object({
    kind: essential(z.enum(aliasTargetKinds)),
    // What the kind needs.
    partitionId: z.optional(z.string()),
    objectId: z.optional(z.string()),
    timelineId: z.optional(z.string()),
    url: z.optional(z.string()),
  }),
  /** Whether it leads to its target now: neither deactivated nor expired. */
  active: z.boolean(),
  deactivatedDate: z.nullable(dateTime),
  expiryDate: z.nullable(dateTime),
  visits: z.number(),
  lastVisitDate: z.nullable(dateTime),
  createdDate: dateTime,
  createdUserId: z.string(),
  createdUserName: z.nullable(z.string()),
  version,
});
export type AliasUrl = z.infer<typeof aliasUrl>;

const read = { kind: 'permission', permission: 'alias-urls:read' } as const;
const write = { kind: 'permission', permission: 'alias-urls:write' } as const;
const oneAlias = z.strictObject({ alias: aliasName });

export const aliasUrlSorts = [
  'alias',
  '-alias',
  'createdDate',
  '-createdDate',
  'visits',
  '-visits',
] as const;

export const listAliasUrls = endpoint({
  method: 'GET',
  path: '/v1/alias-url',
  specified: { query: ['alias'], needs: 'alias' },
  summary: 'Returns the alias with a name; without a name, lists aliases',
  access: read,
  query: z.strictObject({
    ...paging,
    alias: z.optional(aliasName),
    /** Contained in the alias or in a target's URL. */
    text: z.optional(z.string().check(z.maxLength(200))),
    state: z.optional(z.enum(['ACTIVE', 'INACTIVE', 'EXPIRED'])),
    sort: z.optional(z.enum(aliasUrlSorts)),
  }),
  response: z.union([pageOf(aliasUrl), aliasUrl]),
});

/** The response as a list: a single alias becomes a page of one. */
export function aliasUrlsOf<One extends { alias: string }>(answer: Page<One> | One): Page<One> {
  return isOne(answer) ? { data: [answer], nextCursor: null, hasMore: false } : answer;
}

const isOne = <One extends { alias: string }>(answer: Page<One> | One): answer is One =>
  'alias' in answer;

export const createAliasUrl = endpoint({
  method: 'POST',
  path: '/v1/alias-url',
  records: ['aliasUrl.created'],
  summary:
    'Creates an alias for an object, the newest version of a timeline, or a URL of an allowed host',
  access: write,
  body: z.strictObject({
    alias: aliasName,
    target,
    expiryDate: z.optional(z.nullable(moment)),
  }),
  status: 201,
  response: aliasUrl,
});

export const changeAliasUrl = endpoint({
  method: 'PATCH',
  path: '/v1/alias-url',
  records: ['aliasUrl.changed'],
  summary: 'Deactivates an alias, or changes its target or expiry',
  access: write,
  query: oneAlias,
  body: z.strictObject({
    active: z.optional(z.boolean()),
    target: z.optional(target),
    expiryDate: z.optional(z.nullable(moment)),
  }),
  response: aliasUrl,
  takesIfMatch: true,
});

export const reactivateAliasUrl = endpoint({
  method: 'POST',
  path: '/v1/alias-url/reactivate',
  records: ['aliasUrl.reactivated'],
  specified: { query: ['alias'] },
  summary: 'Reactivates an alias; an expiry date in the past is removed',
  access: write,
  query: oneAlias,
  response: aliasUrl,
  repeatable: true,
  takesIfMatch: true,
});

export const visitAliasUrl = endpoint({
  method: 'POST',
  path: '/v1/alias-url/visit',
  records: 'nothing',
  summary:
    'Returns where an alias leads; counts as a visit by default. 404 whether it is unknown, deactivated or expired',
  access: { kind: 'public' },
  query: z.strictObject({
    alias: aliasName,
    /** False: look up the target without counting a visit, as HEAD does. */
    count: flag,
  }),
  response: z.object({
    /** A path of the console, or a URL of an allowed host. */
    location: z.string(),
  }),
});

/** The console's path of a target that is not a URL. */
export function pathOfTarget(aliasTarget: Exclude<AliasTarget, { kind: 'URL' }>): string {
  const partition = `/v1/partitions/${aliasTarget.partitionId}`;
  return aliasTarget.kind === 'OBJECT'
    ? `${partition}/objects/${aliasTarget.objectId}`
    : `${partition}/timelines/${aliasTarget.timelineId}/objects/latest`;
}

export const aliasUrlEndpoints = [
  listAliasUrls,
  createAliasUrl,
  changeAliasUrl,
  reactivateAliasUrl,
  visitAliasUrl,
] as const;
