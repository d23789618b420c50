import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dateTime, id, maxColumns, pageOf, paging, text } from './fields.ts';
import { messageCode } from './message-code.ts';
import { readableLine } from './object-version.ts';
import { partitionParams } from './partitions.ts';

/** What a saved search searches: the newest versions of objects, or all versions as changes. */
export const savedSearchKinds = ['objects', 'changes'] as const;
export type SavedSearchKind = (typeof savedSearchKinds)[number];

export const maxSearchNameLength = 100;
export const maxColumnLength = 100;
/** In one partition. */
export const maxSearchesPerUser = 100;
export const maxSharedSearches = 200;

const name = readableLine(maxSearchNameLength, messageCode('searchNameTooLong')).check(
  z.minLength(1, messageCode('enterSearchName')),
);

const query = text(0, 2000);

/** How the list shows the results. */
const view = z.strictObject({
  sort: z.optional(text(1, 100)),
  /** The columns that are explicitly shown or hidden. */
  columns: z.optional(
    z
      .record(text(1, maxColumnLength), z.boolean())
      .check(
        z.refine(
          (columns) => Object.keys(columns).length <= maxColumns,
          messageCode('tooManyColumns'),
        ),
      ),
  ),
});
export type SavedSearchView = z.infer<typeof view>;

export const savedSearch = z.object({
  id: z.string(),
  partitionId: z.string(),
  partitionName: z.string(),
  name: z.string(),
  kind: z.enum(savedSearchKinds),
  /** In the query language. */
  query: z.string(),
  view: z.object({
    sort: z.optional(z.string()),
    columns: z.optional(z.record(z.string(), z.boolean())),
  }),
  /** Visible to everyone who may read the partition; otherwise only to whoever saved it. */
  shared: z.boolean(),
  /** Who saved it. */
  userId: z.string(),
  userName: z.nullable(z.string()),
  createdDate: dateTime,
  changedDate: dateTime,
  version: z.number(),
});
export type SavedSearch = z.infer<typeof savedSearch>;

const searchParams = z.extend(partitionParams, { searchId: id });
const reader = { kind: 'partition', role: 'READER' } as const;

export const listSavedSearches = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/saved-searches',
  summary: 'Lists your saved searches in a partition, and those shared in it',
  access: reader,
  params: partitionParams,
  query: z.strictObject({ ...paging, kind: z.optional(z.enum(savedSearchKinds)) }),
  response: pageOf(savedSearch),
});

export const findSavedSearches = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/saved-searches',
  summary:
    'Lists your saved searches in all partitions, and those shared in partitions you are a member of, by a part of their name',
  access: { kind: 'signedIn' },
  query: z.strictObject({ ...paging, name: z.optional(text(0, 200)) }),
  response: pageOf(savedSearch),
});

export const createSavedSearch = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/saved-searches',
  records: ['savedSearch.shared'],
  summary:
    'Saves a search for yourself; editors can share it with everyone who may read the partition',
  access: reader,
  params: partitionParams,
  body: z.strictObject({
    name,
    kind: z.enum(savedSearchKinds),
    query,
    view: z._default(view, {}),
    shared: z._default(z.boolean(), false),
  }),
  status: 201,
  response: savedSearch,
});

export const changeSavedSearch = endpoint({
  method: 'PATCH',
  path: '/v1/partitions/{partitionId}/saved-searches/{searchId}',
  records: ['savedSearch.shared', 'savedSearch.changed', 'savedSearch.unshared'],
  summary: 'Renames, changes, shares or unshares a search you have saved',
  access: reader,
  params: searchParams,
  body: z.strictObject({
    name: z.optional(name),
    query: z.optional(query),
    view: z.optional(view),
    shared: z.optional(z.boolean()),
  }),
  response: savedSearch,
  takesIfMatch: true,
});

export const removeSavedSearch = endpoint({
  method: 'DELETE',
  path: '/v1/partitions/{partitionId}/saved-searches/{searchId}',
  records: ['savedSearch.unshared'],
  summary: 'Deletes your own search, or as an owner of the partition any shared one',
  access: reader,
  params: searchParams,
  status: 204,
  response: z.void(),
  repeatable: true,
});

export const savedSearchEndpoints = [
  findSavedSearches,
  listSavedSearches,
  createSavedSearch,
  changeSavedSearch,
  removeSavedSearch,
] as const;
