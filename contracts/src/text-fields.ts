import * as z from 'zod/mini';

// Apart from the other fields: the login page loads no more than these.

/** Small letters, as the services write them: ids are compared as text, one's own with the one in the path too. */
export const id = z.uuid().check(z.toLowerCase());

/** The database has no place for NUL; in a body the parser refuses it already. */
export const withoutNul = z.refine<string>(
  (text) => !text.includes('\0'),
  'Must not contain a NUL character.',
);

export const text = (least: number, most: number) =>
  z.string().check(z.minLength(least), z.maxLength(most), withoutNul);

export const emailAddress = z
  .string()
  .check(z.maxLength(254), z.email('Enter an email address, for example ada@example.org.'));

/** A secret as it is given: a password, a token of a link, a refresh token. */
export const secret = z.string().check(z.minLength(1), z.maxLength(1024));

/** An id in an answer. Where a foreign service leaves it out it reads as the empty string: a thing without a page. */
export const givenId = z._default(z.string(), '');

/** A moment in an answer: RFC 3339 in UTC. Of any other form nobody can tell which moment is meant. */
export const dateTime = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/), z.refine(isParsable));

function isParsable(moment: string): boolean {
  return !Number.isNaN(Date.parse(moment));
}

/** Grows with each change of the thing; the ETag of its reads and what If-Match takes, in quotes. */
export const version = z.optional(z.number());
