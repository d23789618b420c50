import * as z from 'zod/mini';
import { isEmailAddress } from './email-address.ts';
import { essential } from './essential.ts';
import { messageCode } from './message-code.ts';
import { directionControls, hasInvisible, trimInvisible } from './unseen-characters.ts';

// Separate from the other fields because the login page loads no more than these.

/**
 * Lower case, as the services write them: ids are compared as text, including the caller's own with the one in the
 * path.
 */
export const id = z.uuid().check(z.toLowerCase());

/** The database cannot store NUL; in a body the parser already refuses it. */
export const withoutNul = z.refine<string>((text) => !text.includes('\0'), messageCode('noNul'));

export const text = (least: number, most: number) =>
  z.string().check(z.minLength(least), z.maxLength(most), withoutNul);

const withoutDirectionControls = new RegExp(`^[^${directionControls}]*$`);

/**
 * A text that is shown, such as a name: without characters that make text run in another direction (UAX 9, explicit
 * formatting), because they can make it look like another one. Marks that single words need are allowed.
 */
export const shownText = (least: number, most: number) =>
  text(least, most).check(z.regex(withoutDirectionControls, messageCode('directionCharacters')));

export const emailAddress = z.string().check(
  z.overwrite(trimInvisible),
  z.maxLength(254),
  z.normalize('NFC'),
  z.refine((address) => !hasInvisible(address), {
    error: messageCode('emailInvisible'),
    abort: true,
  }),
  z.refine(isEmailAddress, messageCode('enterEmail')),
);

/** A secret sent by a client: a password, a token of a link, a refresh token. */
export const secret = z.string().check(z.minLength(1), z.maxLength(1024));

/** A boolean in a query: ?dryRun=true */
export const flag = z.optional(
  z.union([
    z.boolean(),
    z.pipe(
      z.enum(['true', 'false'], messageCode('trueOrFalse')),
      z.transform((written: 'true' | 'false') => written === 'true'),
    ),
  ]),
);

/** An id in a response. */
export const givenId = essential(z.string());

/** Another thing that a response names. */
export const named = z.object({ id: essential(z.string()), name: z.string() });

/** A moment in a response: RFC 3339 in UTC. Any other form would be ambiguous. */
export const dateTime = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/), z.refine(isParsable));

function isParsable(moment: string): boolean {
  return !Number.isNaN(Date.parse(moment));
}

/** Incremented by each change; sent as the ETag of reads and taken by If-Match, in quotes. */
export const version = z.number();
