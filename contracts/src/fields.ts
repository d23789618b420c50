import * as z from 'zod/mini';

export const id = z.uuid();

/** The database has no place for NUL; in a body the parser refuses it already. */
export const withoutNul = z.refine<string>(
  (text) => !text.includes('\0'),
  'There must be no NUL character.',
);

export const text = (least: number, most: number) =>
  z.string().check(z.minLength(least), z.maxLength(most), withoutNul);

export const emailAddress = z
  .string()
  .check(z.maxLength(254), z.email('Give an email address, for example ada@example.org.'));

/** A secret as it is given: a password, a token of a link, a refresh token. */
export const secret = z.string().check(z.minLength(1), z.maxLength(1024));

/** An id in an answer. Where a foreign service leaves it out it reads as the empty string: a thing without a page. */
export const givenId = z._default(z.string(), '');

/**
 * Whether the day and hour of a moment as RFC 3339 in UTC are in the calendar. Date.parse alone takes 30 February for
 * 2 March, and 24:00:00 for the next day.
 */
export function isInCalendar(moment: string): boolean {
  const milliseconds = Date.parse(moment);
  return (
    !Number.isNaN(milliseconds) &&
    new Date(milliseconds).toISOString().slice(0, 19) === moment.slice(0, 19)
  );
}

/** RFC 3339 in UTC with microseconds, as the services write it. */
export const moment = z
  .string()
  .check(
    z.regex(
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z$/,
      'Give a moment as RFC 3339 in UTC, for example 2022-03-01T00:00:00Z.',
    ),
    z.refine(isInCalendar, 'There is no such moment in the calendar.'),
  );

/** A parameter that may be given several times: ?role=A&role=B. One value arrives as a string. */
export function repeated<S extends z.core.$ZodType<string, string>>(item: S) {
  return z.pipe(
    z.union([
      z.array(z.string()),
      z.pipe(
        z.string(),
        z.transform((one: string) => [one]),
      ),
    ]),
    z.array(item),
  );
}

/** Grows with each change of the thing; the ETag of its reads and what If-Match takes, in quotes. */
export const version = z.optional(z.number());

/** A switch in a query: ?dryRun=true */
export const flag = z.optional(
  z.union([
    z.boolean(),
    z.pipe(
      z.enum(['true', 'false'], 'Give true or false.'),
      z.transform((written: 'true' | 'false') => written === 'true'),
    ),
  ]),
);

export const asOf = { asOf: z.optional(moment) };

const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.union([
      z.number(),
      z.pipe(
        z.string().check(z.regex(/^\d{1,9}$/, 'Give a whole number in digits.')),
        z.transform(Number),
      ),
    ]),
    z.int().check(z.minimum(least), z.maximum(most)),
  );

/** How many days back a query looks. */
export const daysBack = z.optional(wholeNumber(1, 3650));

export const defaultPageSize = 50;
export const maximalPageSize = 500;
/** `page` is for small lists: deeper than this, in rows, only the cursor goes. */
export const deepestPagedRow = 10_000;

export const paging = {
  cursor: z.optional(z.string().check(z.maxLength(512))),
  page: z.optional(wholeNumber(0, deepestPagedRow)),
  pageSize: z._default(wholeNumber(1, maximalPageSize), defaultPageSize),
};

/** Names of the fields wanted, repeated. The services answer with at least these. */
export const include = { include: z.optional(repeated(z.string().check(z.maxLength(64)))) };

export interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
  hasMore: boolean;
  /** Present where the service can tell it; `estimate` where it is not exact. */
  total?: { value: number; estimate: boolean } | undefined;
}

/**
 * One page of a list. Our services answer `{data, nextCursor, hasMore}`; a foreign one may answer a bare array or
 * `{data}` alone, which reads as a list without more pages.
 */
export function pageOf<Item extends z.core.$ZodType>(item: Item) {
  return z.pipe(
    z.union([
      z.array(item),
      z.looseObject({
        data: z.array(item),
        nextCursor: z.optional(z.nullable(z.string())),
        hasMore: z.optional(z.boolean()),
        total: z.optional(z.object({ value: z.number(), estimate: z.boolean() })),
      }),
    ]),
    z.transform((list): Page<z.core.output<Item>> => {
      if (Array.isArray(list)) return { data: list, nextCursor: null, hasMore: false };
      const { data, nextCursor = null, hasMore = false, total } = list;
      return { data, nextCursor, hasMore, total };
    }),
  );
}
