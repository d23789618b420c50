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

function numberOf(text: string, decimal: DecimalSign): number | undefined {
  const amount = text.replace(currency, '');
  if (!numbers[decimal].test(amount)) return undefined;
  const plain = amount.replaceAll(decimal === ',' ? /[.\s]/g : /[,\s]/g, '').replace(',', '.');
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
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
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
