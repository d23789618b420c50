/** What stands in the editor: the object it describes, or where and why it describes none. */
export type JsonReading =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly fault: JsonFault };

export interface JsonFault {
  readonly kind: 'syntax' | 'number' | 'duplicate' | 'notObject';
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}

/** Whether a JSON number comes out of JSON.parse as the same number, all digits kept. */
export function isExactNumber(text: string): boolean {
  return decimal(text) === decimal(String(Number(text)));
}

/** One spelling for all spellings of a decimal number. */
function decimal(text: string): string | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!parts) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
