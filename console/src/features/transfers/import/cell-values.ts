import { isExact } from '@annals/rules/json/decimals';
import { LossyJson, parseStrictJson } from '@annals/rules/json/strict-json';
import { flawText } from '../../../ui/json/json-flaw.texts.ts';
import { useMappingTexts } from './mapping.texts.ts';

export const cellKinds = ['text', 'number', 'boolean', 'date', 'json'] as const;
export type CellKind = (typeof cellKinds)[number];
export type DecimalSign = ',' | '.';

/** The value of a cell; undefined if it does not have this type. */
export function cellValue(text: string, kind: CellKind, decimal: DecimalSign): unknown {
  const trimmed = text.trim();
  if (kind === 'number') return numberOf(trimmed, decimal);
  if (kind === 'boolean') return booleanOf(trimmed);
  if (kind === 'date') return dateOf(trimmed);
  return kind === 'json' ? jsonOf(trimmed) : text;
}

const numbers = {
  ',': /^[+-]?(?:\d{1,3}(?:[.\u00A0\u202F ]\d{3})+|\d+)(?:,\d+)?$/,
  '.': /^[+-]?(?:\d{1,3}(?:[,\u00A0\u202F ]\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?$/i,
};

/** Spreadsheets format amounts with their currency. */
const currency = /^(?:€|\$|£|EUR|USD|GBP|CHF)\s*|\s*(?:€|\$|£|EUR|USD|GBP|CHF)$/;

/** A number as JSON writes it; undefined if the text is none. */
function plainNumber(text: string, decimal: DecimalSign): string | undefined {
  const amount = text.replace(currency, '');
  if (!numbers[decimal].test(amount)) return undefined;
  return amount.replaceAll(decimal === ',' ? /[.\s]/g : /[,\s]/g, '').replace(',', '.');
}

function numberOf(text: string, decimal: DecimalSign): number | undefined {
  const plain = plainNumber(text, decimal);
  return plain !== undefined && isExact(plain) ? Number(plain) : undefined;
}

/** Why a cell that has the form of its kind cannot be stored as such; undefined if it does not have that form. */
export function cellFlaw(text: string, kind: CellKind, decimal: DecimalSign): string | undefined {
  const trimmed = text.trim();
  const plain = kind === 'number' ? plainNumber(trimmed, decimal) : undefined;
  if (plain !== undefined && !isExact(plain)) return useMappingTexts.now().notExact;
  if (kind !== 'json') return undefined;
  try {
    parseStrictJson(trimmed);
    return undefined;
  } catch (error) {
    return error instanceof LossyJson && error.flaw.kind !== 'syntax'
      ? flawText(error.flaw)
      : undefined;
  }
}

const yes = new Set(['true', 'yes', 'ja', 'wahr', '1', 'x']);
const no = new Set(['false', 'no', 'nein', 'falsch', '0']);

function booleanOf(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (yes.has(word)) return true;
  return no.has(word) ? false : undefined;
}

export const germanDate = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

/** Converts a date to ISO 8601; German spreadsheets put the day first. */
function dateOf(text: string): string | undefined {
  const german = germanDate.exec(text);
  const [, day = '', month = '', year = ''] = german ?? [];
  const iso = german ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return undefined;
  const date = new Date(`${iso}T00:00:00Z`);
  // Rejects dates such as 31 February, which would roll over into March.
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? undefined : iso;
}

function jsonOf(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch {
    return undefined;
  }
}
