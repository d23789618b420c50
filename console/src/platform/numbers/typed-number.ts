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
