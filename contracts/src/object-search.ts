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
 * A condition on objectData. On the way of the path an array stands for each of its elements, so that `eq` finds an array
 * that has the value; an array in an array is opened no further. `ne` is what `eq` is not, and `absent` what `exists` is
 * not. `lt` to `ge` compare numbers with numbers and texts with texts by code points, which puts RFC 3339 moments in
 * order. `contains` and `startsWith` look at texts, without regard to case.
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
      'A value is required, except for exists and absent.',
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

/** Different words that one search looks for, each as often as it is given counted once. More are refused with 400. */
export const mostSearchWords = 32;

/** A search in the query language of query.ts. */
export const queryText = z.string().check(z.maxLength(2000), withoutNul);

export const objectSearch = z.strictObject({
  /**
   * Words and conditions in the query language, which hold beside all others here. A part of it that cannot be read is
   * refused with 400 and its place.
   */
  query: z.optional(queryText),
  type: z.optional(typeName),
  /**
   * Every word must occur in objectData as the beginning of a word there. Only letters and digits count: a word
   * without any asks for nothing. At most 32 different words.
   */
  text: z.optional(z.string().check(z.maxLength(500))),
  /** Ended timelines only, or not ended only; both when left out. */
  ended: z.optional(z.boolean()),
  /** All of them must hold. */
  where: z.optional(z.array(condition).check(z.maxLength(20))),
  /** All of these references must be there; without a name, by any. */
  references: z.optional(
    z
      .array(z.strictObject({ name: z.optional(referenceName), timelineId: id }))
      .check(z.maxLength(20)),
  ),
  /** Who wrote the newest version. */
  modifiedBy: z.optional(id),
  /** The first moment that counts, and the last. */
  modifiedFrom: z.optional(moment),
  modifiedTo: z.optional(moment),
});
export type ObjectSearch = z.infer<typeof objectSearch>;

/** What objects are sorted by, beside any field of their data. */
export const objectSorts = ['created', 'lastChange', 'title', 'type', 'version', 'by'] as const;
export type ObjectSort = (typeof objectSorts)[number] | `data:${string}`;

/** Objects that one request sorts in an order that has no index. */
export const mostSorted = 5000;

/** A field by its JSON Pointer, ascending or descending. */
const sortByField = z
  .string()
  .check(
    z.regex(
      /^-?data:(?:\/(?:[^~/]|~[01])*){1,32}$/,
      'Write data: and a JSON Pointer, for example data:/release/cycle.',
    ),
    z.maxLength(500),
    withoutNul,
  );

export const searchObjects = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/objects/search',
  specified: true,
  summary:
    'The latest version of each timeline that matches, newest first; with asOf the latest by then. A page may be short, even empty, with hasMore: then it looked at as many as one request may. A text or a condition goes on with the cursor only, and a text has at most 32 different words. Other orders than created and lastChange, and those of what is narrowed further or of a moment, sort up to 5,000 matches',
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
     * `created` and `lastChange` of all objects of now, or those of a type, however many there are. In any other order,
     * up to 5,000 matches; more are refused with 400.
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

/** A stretch of a text; `hit` where it is what was looked for. */
const piece = z.looseObject({ text: z.string(), hit: z.boolean() });

export const searchText = endpoint({
  method: 'GET',
  path: '/v1/partitions/{partitionId}/indices/search-text',
  summary:
    'Full text over the newest versions, the best match first, with the places of the hits and the number of matches by type. Ranks the newest 2,000 matches together, or as many as one request may look at, by the first four words; the ones before come after them. A page may be short, even empty, with hasMore. At most 32 different words; with asOf the versions of then',
  access: reader,
  mayLag: true,
  params: partitionParams,
  query: z.strictObject({
    ...dataAsOf,
    ...ifCommitted,
    cursor: paging.cursor,
    pageSize: paging.pageSize,
    text: z.optional(z.string().check(z.minLength(1, 'Enter a search text.'), z.maxLength(500))),
    /** Words and type: in the query language, in place of the text. */
    query: z.optional(queryText),
    type: z.optional(typeName),
  }),
  response: z.looseObject({
    data: z.array(
      z.looseObject({
        object: objectVersion,
        /** Higher is better; only to compare within one answer. */
        rank: z.number(),
        /** Where in objectData, by JSON Pointer, the best place first. */
        highlights: z.array(z.looseObject({ path: z.string(), pieces: z.array(piece) })),
      }),
    ),
    nextCursor: z.nullable(z.string()),
    hasMore: z.boolean(),
    /** Of all types, whichever was asked for. */
    facets: z.array(z.looseObject({ type: z.string(), count: z.number() })),
    total: z.object({ value: z.number(), estimate: z.boolean() }),
  }),
});

export const searchAllPartitions = endpoint({
  method: 'GET',
  path: '/v1/partitions/all/objects',
  summary:
    'The best matches of a query in the partitions the caller may open: in one first, then in the 50 changed last. At most half of them from one partition; objects with the words in their titles come before others, and those with an alias that begins so before all',
  access: { kind: 'signedIn' },
  query: z.strictObject({
    query: queryText.check(z.minLength(1, 'Enter a search text.')),
    /** The partition to begin with. */
    partitionId: z.optional(id),
    pageSize: z._default(wholeNumber(2, 50), 10),
  }),
  response: z.looseObject({
    data: z.array(
      z.looseObject({
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
        /** That it was found by: its name begins with the query. These come first. */
        alias: z.optional(z.string()),
      }),
    ),
    /** Whether all partitions were searched, and none has more. */
    complete: z.boolean(),
  }),
});

export const searchEndpoints = [searchObjects, searchText, searchAllPartitions] as const;
