import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  dataAsOf,
  dateTime,
  id,
  ifCommitted,
  moment,
  pageOf,
  paging,
  wholeNumber,
  withoutNul,
} from './fields.ts';
import { messageCode } from './message-code.ts';
import { dataPath, objectVersion, reader, referenceName, typeName } from './object-version.ts';
import { partitionParams } from './partitions.ts';

export const conditionOperators = [
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'contains',
  'startsWith',
  'exists',
  'absent',
] as const;
export type ConditionOperator = (typeof conditionOperators)[number];

/**
 * A condition on objectData. An array on the path stands for each of its elements, so that `eq` finds an array that
 * contains the value; arrays in arrays are not searched. `ne` negates `eq`, and `absent` negates `exists`. `lt` to `ge`
 * compare numbers with numbers, and texts with texts by code point, which orders RFC 3339 moments. `contains` and
 * `startsWith` match texts, ignoring case.
 */
export const condition = z
  .strictObject({
    path: dataPath,
    op: z.enum(conditionOperators),
    value: z.optional(
      z.union([z.string().check(z.maxLength(1000)), z.number(), z.boolean(), z.null()]),
    ),
  })
  .check(
    z.refine(
      ({ op, value }) => (op === 'exists' || op === 'absent') === (value === undefined),
      messageCode('valueRequired'),
    ),
    z.refine(
      ({ op, value }) => !['contains', 'startsWith'].includes(op) || typeof value === 'string',
      'contains and startsWith take a text.',
    ),
    z.refine(
      ({ op, value }) =>
        !['lt', 'le', 'gt', 'ge'].includes(op) ||
        typeof value === 'string' ||
        typeof value === 'number',
      'lt, le, gt and ge take a number or a text.',
    ),
  );
export type Condition = z.infer<typeof condition>;

/** The most distinct words of one search. More are refused with 400. */
export const maxSearchWords = 32;

/** A search in the query language of query.ts. */
export const queryText = z.string().check(z.maxLength(2000), withoutNul);

export const objectSearch = z.strictObject({
  /**
   * Words and conditions in the query language, combined with all others here. Invalid parts are refused with 400 and
   * their position.
   */
  query: z.optional(queryText),
  type: z.optional(typeName),
  /**
   * Every word has to occur in objectData as the beginning of a word. Only letters and digits count: a word without any
   * is ignored. At most 32 different words.
   */
  text: z.optional(z.string().check(z.maxLength(500))),
  /** True: only ended timelines. False: only active ones. Default: both. */
  ended: z.optional(z.boolean()),
  /** All of them must hold. */
  where: z.optional(z.array(condition).check(z.maxLength(20))),
  /** All of these references have to exist; without a name, a reference of any name counts. */
  references: z.optional(
    z
      .array(z.strictObject({ name: z.optional(referenceName), timelineId: id }))
      .check(z.maxLength(20)),
  ),
  /** Who wrote the newest version. */
  modifiedBy: z.optional(id),
  /** The first and the last moment, both inclusive. */
  modifiedFrom: z.optional(moment),
  modifiedTo: z.optional(moment),
});
export type ObjectSearch = z.infer<typeof objectSearch>;

/** Sort keys of objects, beside any field of their data. */
export const objectSorts = ['created', 'lastChange', 'title', 'type', 'version', 'by'] as const;
export type ObjectSort = (typeof objectSorts)[number] | `data:${string}`;

/** The most objects that one request sorts in an order without an index. */
export const maxSorted = 5000;

/** A field by its JSON Pointer, ascending or descending. */
const sortByField = z
  .string()
  .check(
    z.regex(/^-?data:(?:\/(?:[^~/]|~[01])*){1,32}$/, messageCode('dataPathForm')),
    z.maxLength(500),
    withoutNul,
  );

/** The type with which the specification lists the search. */
export const accountType = 'ACCOUNT';

export const searchObjects = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/objects/search',
  shows: 'versions',
  specified: {
    query: ['page'],
    defaults: { page: 0, pageSize: 10 },
    body: ['type'],
    bodyDefaults: { type: accountType },
  },
  summary:
    'Searches the timelines of a partition. Lists the latest version of each match, newest first; with asOf the latest version at that moment. A text or a condition requires paging by cursor, and a text has at most 32 different words. A page may be short or even empty and still have hasMore when one request cannot read more. Orders other than created and lastChange, narrowed searches and searches as of a moment sort up to 5,000 matches',
  access: reader,
  mayLag: true,
  // A POST because of its body.
  requestClass: 'read',
  params: partitionParams,
  query: z.strictObject({
    ...paging,
    ...dataAsOf,
    ...ifCommitted,
    /**
     * `created` and `lastChange` sort any number of current objects, of all types or one. Any other order sorts up to
     * 5,000 matches; more are refused with 400.
     */
    sort: z.optional(
      z.union([
        z.enum([...objectSorts, ...objectSorts.map((field) => `-${field}` as const)]),
        sortByField,
      ]),
    ),
  }),
  body: objectSearch,
  response: pageOf(objectVersion),
});

/** A piece of a text; `hit` if it matches the search. */
const piece = z.object({ text: z.string(), hit: z.boolean() });

export const searchText = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/indices/search-text',
  shows: 'versions',
  summary:
    'Searches the full text of the newest versions, or with asOf of the versions of that moment. Lists the best match first, with the places of the hits and the number of matches by type. Ranks the newest 2,000 matches by the first four words, or as many as one request can read; older matches follow them. Takes at most 32 different words. A page may be short or even empty and still have hasMore',
  access: reader,
  mayLag: true,
  params: partitionParams,
  query: z.strictObject({
    ...dataAsOf,
    ...ifCommitted,
    cursor: paging.cursor,
    pageSize: paging.pageSize,
    text: z.optional(
      z.string().check(z.minLength(1, messageCode('enterSearch')), z.maxLength(500)),
    ),
    /** Words and type in the query language, instead of text. */
    query: z.optional(queryText),
    type: z.optional(typeName),
  }),
  response: z.object({
    data: z.array(
      z.object({
        object: objectVersion,
        /** Higher is better; comparable only within one response. */
        rank: z.number(),
        /** Where in objectData, by JSON Pointer, best place first. */
        highlights: z.array(z.object({ path: z.string(), pieces: z.array(piece) })),
      }),
    ),
    nextCursor: z.nullable(z.string()),
    hasMore: z.boolean(),
    /** Counts of all types, regardless of the requested type. */
    facets: z.array(z.object({ type: z.string(), count: z.number() })),
    total: z.object({ value: z.number(), estimate: z.boolean() }),
  }),
});

export const searchAllPartitions = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/objects',
  shows: 'versions',
  summary:
    'Lists the best matches of a query in the partitions you can open: first in one, then in the 50 most recently changed. At most half of them come from one partition. Objects with a matching alias come first, then those with the words in their titles',
  access: { kind: 'signedIn' },
  query: z.strictObject({
    query: queryText.check(z.minLength(1, messageCode('enterSearch'))),
    /** The partition to search first. */
    partitionId: z.optional(id),
    pageSize: z._default(wholeNumber(2, 50), 10),
  }),
  response: z.object({
    data: z.array(
      z.object({
        partitionId: z.string(),
        partitionName: z.string(),
        timelineId: z.string(),
        /** The newest version. */
        objectId: z.string(),
        type: z.string(),
        title: z.nullable(z.string()),
        modificationDate: dateTime,
        modificationUserName: z.nullable(z.string()),
        endedDate: z.nullable(dateTime),
        /** The alias that was found: its name starts with the query. These come first. */
        alias: z.optional(z.string()),
      }),
    ),
    /** Whether all partitions were searched and none has more matches. */
    complete: z.boolean(),
  }),
});

export const searchEndpoints = [searchObjects, searchText, searchAllPartitions] as const;
