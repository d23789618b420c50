import { isExact } from './decimals.ts';
import { endOfString } from './json-tokens.ts';

// No service can guess it, so no text of theirs is mistaken for a raw value.
const mark = `raw ${crypto.getRandomValues(new Uint32Array(4)).join('')} `;

/**
 * JSON that is passed on as it was written, because a value of JavaScript would not have the same text: a number that
 * no double holds, or a whole object with a repeated name.
 */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }

  /** For `writeJson`, which replaces it. */
  toJSON(): string {
    return mark + this.text;
  }
}

const marked = new RegExp(String.raw`"${mark}[^"\\]*(?:\\.[^"\\]*)*"`, 'g');

/** Like JSON.stringify, with raw values as they were written. */
export function writeJson(value: unknown, indent?: number): string | undefined {
  const text = JSON.stringify(value, undefined, indent) as string | undefined;
  if (!text?.includes(mark)) return text;
  return text.replaceAll(marked, (token) => (JSON.parse(token) as string).slice(mark.length));
}

/** Which numbers `readJson` keeps as they are written: those that lose their value as a double, or also their spelling. */
export type KeptNumbers = 'inexact' | 'respelled';

/**
 * Like JSON.parse, but a number that JSON.stringify would not write again is a `RawJson`. For a text without such
 * numbers, which is nearly every text, it is JSON.parse and a search.
 * @throws SyntaxError
 */
export function readJson(text: string, kept: KeptNumbers = 'inexact'): unknown {
  const value: unknown = JSON.parse(text);
  const isKept =
    kept === 'inexact'
      ? (written: string) => String(Number(written)) !== written && !isExact(written)
      : (written: string) => String(Number(written)) !== written;
  if (!maySuspect(text, isKept)) return value;
  const withMarks = markNumbers(text, isKept);
  return withMarks === text ? value : unmark(JSON.parse(withMarks));
}

/** A number that may be kept, in a string or outside: with a fraction or an exponent, of 16 digits, or negative zero. */
const suspect = /(?:^|[:[,])\s*(-0|-?\d{16,}|-?\d+[.eE])([\d.eE+-]*)(?=\s*(?:[,\]}]|$))/g;

function maySuspect(text: string, isKept: (written: string) => boolean): boolean {
  suspect.lastIndex = 0;
  for (let found = suspect.exec(text); found; found = suspect.exec(text))
    if (isKept(`${found[1]}${found[2]}`)) return true;
  return false;
}

/** The valid JSON with a marked string in place of each such number. */
function markNumbers(text: string, isKept: (written: string) => boolean): string {
  const parts: string[] = [];
  const next = /"|-?\d[\d.eE+-]*/g;
  let from = 0;
  for (let found = next.exec(text); found; found = next.exec(text)) {
    const [token] = found;
    if (token === '"') next.lastIndex = endOfString(text, found.index);
    else if (isKept(token)) {
      parts.push(text.slice(from, found.index), `"${mark}${token}"`);
      from = next.lastIndex;
    }
  }
  return parts.join('') + text.slice(from);
}

/** Replaces the marked strings in a value of JSON.parse. */
function unmark(value: unknown): unknown {
  if (typeof value === 'string')
    return value.startsWith(mark) ? new RawJson(value.slice(mark.length)) : value;
  if (typeof value !== 'object' || value === null) return value;
  for (const [name, item] of Object.entries(value)) {
    const read = unmark(item);
    // Not by assignment, which sets the prototype for the name `__proto__`.
    if (read !== item) Object.defineProperty(value, name, { value: read });
  }
  return value;
}
