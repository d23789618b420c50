import type { Language } from '../texts.ts';

/**
 * A number entered by the user, in JSON notation. German accepts comma and point as the decimal separator, since
 * numbers may be copied from data. Thousands separators are not accepted, because 1.234 would be ambiguous.
 */
export const plainNumber = (typed: string, language: Language): string =>
  language === 'de' ? typed.trim().replace(',', '.') : typed.trim();

/** A number in the format of the language, with all its digits. */
export const typedNumber = (value: number, language: Language): string =>
  language === 'de' ? String(value).replace('.', ',') : String(value);

/**
 * A whole number as users type it, also in groups of three digits, as texts show it; undefined if it is none. A point or a
 * comma before three digits can only be a separator of thousands here.
 */
export function wholeNumber(typed: string): number | undefined {
  const text = typed.trim();
  if (!/^\d+$|^\d{1,3}(?:([.,'’ \u00a0\u202f])\d{3})(?:\1\d{3})*$/.test(text)) return undefined;
  const number = Number(text.replace(/\D/g, ''));
  return Number.isSafeInteger(number) ? number : undefined;
}

/** The same; undefined also for a number that is less than the least or more than the most. */
export function wholeNumberWithin(typed: string, least: number, most: number): number | undefined {
  const number = wholeNumber(typed);
  return number !== undefined && number >= least && number <= most ? number : undefined;
}
