import type { DecimalSign } from './column-format.ts';

const numbers = {
  ',': /^[+\-\u2212]?(?:\d{1,3}(?:[.\u00A0\u202F '\u2019]\d{3})+|\d+)(?:,\d+)?$/,
  '.': /^[+\-\u2212]?(?:\d{1,3}(?:[,\u00A0\u202F '\u2019]\d{3})+|\d{1,3}(?:,\d{2})+,\d{3}|\d+)(?:\.\d+)?(?:e[+-]?\d+)?$/i,
};

/** Spreadsheets format amounts with their currency. */
const currency = /^(?:€|\$|£|EUR|USD|GBP|CHF)\s*|\s*(?:€|\$|£|EUR|USD|GBP|CHF)$/;

/** A number as JSON writes it; undefined if the trimmed text is none. */
export function plainNumber(text: string, decimal: DecimalSign): string | undefined {
  const amount = text.replace(currency, '');
  if (!numbers[decimal].test(amount)) return undefined;
  return amount
    .replaceAll(decimal === ',' ? /[.\s'\u2019+]/g : /[,\s'\u2019]/g, '')
    .replace('\u2212', '-')
    .replace(',', '.')
    .replace(/^\+/, '');
}

/** Whether it says something that its number does not: a leading zero, a plus, or a currency. */
export const isMoreThanNumber = (text: string): boolean =>
  /^[+\-\u2212]?0\d|^\+|[€$£\p{L}]/u.test(text);
