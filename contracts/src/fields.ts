import * as z from 'zod/mini';
import { id } from './text-fields.ts';

export { pageOf, type Page } from './page.ts';
export * from './text-fields.ts';

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
export const moment = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z$/, {
    error: 'Use RFC 3339 in UTC, for example 2022-03-01T00:00:00Z.',
    abort: true,
  }),
  z.refine(isInCalendar, 'There is no such date in the calendar.'),
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

/** A switch in a query: ?dryRun=true */
export const flag = z.optional(
  z.union([
    z.boolean(),
    z.pipe(
      z.enum(['true', 'false'], 'Must be true or false.'),
      z.transform((written: 'true' | 'false') => written === 'true'),
    ),
  ]),
);

export const asOf = { asOf: z.optional(moment) };

/**
 * Of data, which may be imported with earlier dates. `asHeld` beside `asOf`: not what is recorded as of the moment, but
 * what this service held then, without what an import brought later.
 */
export const dataAsOf = { ...asOf, asHeld: flag };

/**
 * Of data, as it would be if this change set were committed now. Only for whom the set is visible, until it is committed,
 * and not beside `asOf`. Versions of the set have its id as changeSetId and ids that stay the same; their sequence only
 * puts them in order.
 */
export const ifCommitted = { changeSet: z.optional(id) };

/** A whole number in a query, from `least` to `most`. */
export const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.union([
      z.number(),
      z.pipe(
        z.string().check(z.regex(/^\d{1,9}$/, 'Must be a whole number in digits.')),
        z.transform(Number),
      ),
    ]),
    z.int().check(z.minimum(least), z.maximum(most)),
  );

/** How many days back a query looks. */
export const daysBack = z.optional(wholeNumber(1, 3650));

/** Columns of a list that a link or a saved search names. */
export const mostColumns = 30;

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

/** How long sessions and API tokens of those without a second factor go on once it is asked for; 90 days at most. */
export const secondFactorGraceHours = z.int().check(z.minimum(0), z.maximum(2160));
