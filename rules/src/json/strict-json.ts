import { isExact } from './decimals.ts';
import { maxDepth } from './depth.ts';
import { endOfString } from './json-tokens.ts';
import { readJson } from './raw-json.ts';

/** Every integer of so many digits is a double. */
const exactDigits = 15;

/** Why a text cannot be stored with exactly the value that it has. */
export type JsonFlaw =
  | { readonly kind: 'syntax' | 'nul' | 'surrogate' | 'depth' }
  /** `written` is the number or the name. */
  | { readonly kind: 'number' | 'repeated' | 'forbidden'; readonly written: string };

export class LossyJson extends Error {
  override readonly name = 'LossyJson';
  readonly flaw: JsonFlaw;

  constructor(flaw: JsonFlaw, options?: ErrorOptions) {
    super(flaw.kind, options);
    this.flaw = flaw;
  }
}

/**
 * The value of a JSON text, if JSON.parse alters or loses nothing of it and a database can hold it: no number beyond a
 * double's precision, repeated name, NUL, lone surrogate, or more than 64 levels.
 * @throws LossyJson
 */
export function parseStrictJson(text: string): unknown {
  return parseChecked(text, requireExact);
}

/**
 * The same, but a number that JSON.stringify would write otherwise, or that no double holds, is a `RawJson` with its text.
 * @throws LossyJson for everything that is no number
 */
export function parseSpelledJson(text: string): unknown {
  parseChecked(text, acceptNumber);
  return readJson(text, 'respelled');
}

type NumberCheck = (written: string) => void;

const acceptNumber: NumberCheck = () => undefined;

const requireExact: NumberCheck = (written) => {
  if (!isExact(written)) throw new LossyJson({ kind: 'number', written });
};

function parseChecked(text: string, checkNumber: NumberCheck): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new LossyJson({ kind: 'syntax' }, { cause });
  }
  if (!text.isWellFormed()) throw new LossyJson({ kind: 'surrogate' });
  const names = scan(text, false, checkNumber);
  // JSON.parse keeps the last value of a repeated name. The name is searched for only in that case.
  if (names !== countNames(value) || text.includes('"__proto__"')) scan(text, true, checkNumber);
  return value;
}

/** Counts the names in all objects of a value from JSON.parse. */
function countNames(value: unknown): number {
  let count = 0;
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) for (const item of value) count += countNames(item);
  else
    for (const name in value) {
      const member = (value as Record<string, unknown>)[name];
      count += typeof member === 'object' && member !== null ? 1 + countNames(member) : 1;
    }
  return count;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const minus = 0x2d;
const [zero, nine] = [0x30, 0x39];
const [openObject, closeObject] = [0x7b, 0x7d];
const [openList, closeList] = [0x5b, 0x5d];
const [capitalE, smallE, plus, dot] = [0x45, 0x65, 0x2b, 0x2e];

/**
 * Scans text that JSON.parse has accepted, so most of it needs no check.
 * @param withNames looks for duplicate or forbidden names; otherwise only for escaped ones
 * @returns the number of names in all objects
 */
function scan(text: string, withNames: boolean, checkNumber: NumberCheck): number {
  // For each enclosing object or list, whether it is an object.
  const levels: boolean[] = [];
  const names: Set<string>[] = [];
  let count = 0;
  let expectsName = false;
  let nextEscape = indexOrEnd(text, '\\', 0);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      let end = text.indexOf('"', at + 1) + 1;
      let string: string | undefined;
      if (nextEscape < end) {
        end = endOfString(text, at);
        nextEscape = indexOrEnd(text, '\\', end);
        string = unescape(text.slice(at, end));
      }
      if (expectsName) {
        count += 1;
        if (withNames || string !== undefined)
          checkName(withNames ? names.at(-1) : undefined, string ?? text.slice(at + 1, end - 1));
      }
      at = end - 1;
    } else if (code === comma) {
      expectsName = levels[levels.length - 1] === true;
    } else if (code === colon) {
      expectsName = false;
    } else if (code === minus || (code >= zero && code <= nine)) {
      at = endOfNumber(text, at, checkNumber) - 1;
    } else if (code === openObject || code === openList) {
      if (levels.length === maxDepth) throw new LossyJson({ kind: 'depth' });
      expectsName = code === openObject;
      levels.push(expectsName);
      if (withNames && expectsName) names.push(new Set());
    } else if (code === closeObject || code === closeList) {
      levels.pop();
      if (withNames && code === closeObject) names.pop();
      expectsName = false;
    }
  }
  return count;
}

const indexOrEnd = (text: string, part: string, from: number): number => {
  const at = text.indexOf(part, from);
  return at === -1 ? text.length : at;
};

/** @returns the position after the number, which was checked unless it is certainly an exact integer */
function endOfNumber(text: string, start: number, checkNumber: NumberCheck): number {
  const isNegative = text.charCodeAt(start) === minus;
  const first = isNegative ? start + 1 : start;
  let end = first;
  let code = text.charCodeAt(end);
  for (; code >= zero && code <= nine; code = text.charCodeAt(end)) end += 1;
  const isZero = text.charCodeAt(first) === zero;
  if (!isInNumber(code) && end - first <= exactDigits && !(isNegative && isZero)) return end;
  for (; isInNumber(code); code = text.charCodeAt(end)) end += 1;
  checkNumber(text.slice(start, end));
  return end;
}

/** Digits, and . e E + - */
function isInNumber(code: number): boolean {
  return (
    (code >= zero && code <= nine) ||
    code === dot ||
    code === smallE ||
    code === capitalE ||
    code === plus ||
    code === minus
  );
}

function checkName(names: Set<string> | undefined, name: string): void {
  if (names?.has(name)) throw new LossyJson({ kind: 'repeated', written: name });
  if (name === '__proto__') throw new LossyJson({ kind: 'forbidden', written: name });
  names?.add(name);
}

/** @returns the string at this position, unescaped */
function unescape(quoted: string): string {
  const string = JSON.parse(quoted) as string;
  if (string.includes('\0')) throw new LossyJson({ kind: 'nul' });
  if (!string.isWellFormed()) throw new LossyJson({ kind: 'surrogate' });
  return string;
}
