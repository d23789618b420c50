const invisible =
  '\\s\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff';
const around = new RegExp(`^[${invisible}]+|[${invisible}]+$`, 'g');

/**
 * A name or address as somebody means it who copied it: without spaces around it, and without what nobody sees there, such
 * as the direction marks (UAX 9) that mail programs, contact lists and right-to-left pages put around an address.
 */
export const trimInvisible = (text: string): string => text.replace(around, '');

/** Whether something is in an address that nobody sees. Joiners are letters of some domains (RFC 5892, appendix A). */
export const hasInvisible = (address: string): boolean =>
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/.test(
    address,
  );
