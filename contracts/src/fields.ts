import * as z from 'zod/mini';
import { messageCode } from './message-code.ts';
import { dateTime, flag, id } from './text-fields.ts';

export { pageOf, type Page } from './page.ts';
export * from './text-fields.ts';

/**
 * Whether the day and hour of an RFC 3339 moment in UTC exist. Date.parse alone reads 30 February as 2 March, and
 * 24:00:00 as the next day.
 */
export function isInCalendar(moment: string): boolean {
  const milliseconds = Date.parse(moment);
  return (
    !Number.isNaN(milliseconds) &&
    new Date(milliseconds).toISOString().slice(0, 19) === moment.slice(0, 19)
  );
}

/** RFC 3339 in UTC with microseconds, as the services write it. */
export const moment = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z$/, {
    error: messageCode('momentForm'),
    abort: true,
  }),
  z.refine(isInCalendar, messageCode('noSuchDate')),
);

/** A query parameter that can be repeated: ?role=A&role=B. A single value arrives as a string. */
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

export const asOf = { asOf: z.optional(moment) };

/**
 * For data, which may be imported with earlier dates. `asHeld` beside `asOf`: not what is recorded as of the moment,
 * but what this service had stored then, without what was imported later.
 */
export const dataAsOf = { ...asOf, asHeld: flag };

/**
 * Reads data as it would be if this change set were committed now. Only for callers who can see the set, until it is
 * committed, and not together with `asOf`. Versions of the set have its id as changeSetId and stable ids; their
 * sequence only orders them.
 */
export const ifCommitted = { changeSet: z.optional(id) };

/** A whole number in a query, from `least` to `most`. */
export const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.union([
      z.number(),
      z.pipe(
        z.string().check(z.regex(/^[0-9]{1,9}$/, messageCode('wholeNumberForm'))),
        z.transform(Number),
      ),
    ]),
    z.int().check(z.minimum(least), z.maximum(most)),
  );

/** How many days back a query looks. */
export const daysBack = z.optional(wholeNumber(1, 3650));

/** The most columns that a link or a saved search may name. */
export const maxColumns = 30;

export const defaultPageSize = 50;
export const maximalPageSize = 500;
/** `page` is for small lists: beyond this row only the cursor works. */
export const deepestPagedRow = 10_000;

export const paging = {
  cursor: z.optional(z.string().check(z.maxLength(512))),
  page: z.optional(wholeNumber(0, deepestPagedRow)),
  pageSize: z._default(wholeNumber(1, maximalPageSize), defaultPageSize),
};

/** Names of the requested fields, repeated. Services return at least these. */
export const include = { include: z.optional(repeated(z.string().check(z.maxLength(64)))) };

/** How long sessions and API tokens stay valid without a second factor once one is required; at most 90 days. */
export const secondFactorGraceHours = z.int().check(z.minimum(0), z.maximum(2160));

/**
 * Of access, only as of an earlier moment: it is recorded since then, so who had it is unknown. A list is then empty, and
 * a membership or its explanation without a role.
 */
export const knownSince = z.optional(dateTime);
