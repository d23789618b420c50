import type { Language } from '../texts.ts';

/**
 * What somebody typed as a number, in the spelling of JSON. In German the comma is as good as the point: who copies a
 * number from data means the same. Thousands are not separated, where 1.234 could be either.
 */
export const plainNumber = (typed: string, language: Language): string =>
  language === 'de' ? typed.trim().replace(',', '.') : typed.trim();

/** A number as it is typed in the language, with all its digits. */
export const typedNumber = (value: number, language: Language): string =>
  language === 'de' ? String(value).replace('.', ',') : String(value);
