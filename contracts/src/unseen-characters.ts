// Each text is a part of a character class of a regular expression.

/** What makes text run in another direction (UAX 9, explicit formatting), so that it can look like another one. */
export const directionControls = '\\u202a-\\u202e\\u2066-\\u2069';

/**
 * For an expression with the flag u: everything of which nothing is drawn, also where it belongs to a word (joiners of some
 * scripts) or to an emoji.
 */
export const undrawn = '\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800';

/**
 * Spaces, direction marks and joiners, and the letters and signs of which nothing is drawn: fillers of Hangul, the empty
 * pattern of Braille.
 */
const invisible =
  '\\s\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0';
const around = new RegExp(`^[${invisible}]+|[${invisible}]+$`, 'g');

/**
 * A name or address as somebody means it who copied it: without spaces around it, and without what nobody sees there, such
 * as the direction marks (UAX 9) that mail programs, contact lists and right-to-left pages put around an address.
 */
export const trimInvisible = (text: string): string => text.replace(around, '');

const unseenInAddress = new RegExp(
  `(?!\\p{Join_Control}|\\p{Variation_Selector})[${undrawn}]`,
  'u',
);

/**
 * Whether something is in an address that nobody sees. Joiners are letters of some domains (RFC 5892, appendix A), and
 * emoji have variation selectors.
 */
export const hasInvisible = (address: string): boolean => unseenInAddress.test(address);
