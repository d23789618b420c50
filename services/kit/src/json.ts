import { badRequest } from './problem.ts';

const deepest = 64;
/** Every integer of so many digits is a double. */
const exactDigits = 15;
const utf8 = new TextDecoder('utf-8', { fatal: true });

export interface ParsedJson {
  value: unknown;
  /** The position of the value of each top-level property in the text. */
  spans: ReadonlyMap<string, { start: number; end: number }>;
}

/**
 * Parses a JSON body without changing anything: refuses (400) what JSON.parse would alter or lose, that is, numbers
 * beyond a double's precision, repeated names, NUL and lone surrogates, and more than 64 levels.
 */
export function parseJson(body: Uint8Array): ParsedJson & { text: string } {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    throw badRequest('The body is not valid UTF-8. Send JSON encoded as UTF-8.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
  const { spans, names } = scan(text, false);
  // JSON.parse keeps the last value of a repeated name. The name is searched for only in that case.
  if (names !== countNames(value) || text.includes('"__proto__"')) scan(text, true);
  return { text, value, spans };
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
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const minus = 0x2d;
const [zero, nine] = [0x30, 0x39];
const [openObject, closeObject] = [0x7b, 0x7d];
const [openList, closeList] = [0x5b, 0x5d];
const [capitalE, smallE, plus, dot] = [0x45, 0x65, 0x2b, 0x2e];

interface Scanned {
  spans: ParsedJson['spans'];
  /** The total number in all objects. */
  names: number;
}

/**
 * Scans text that JSON.parse has accepted, so most of it needs no check.
 * @param withNames looks for duplicate or forbidden names; otherwise only for escaped ones
 */
function scan(text: string, withNames: boolean): Scanned {
  const spans = new Map<string, { start: number; end: number }>();
  // For each enclosing object or list, whether it is an object.
  const levels: boolean[] = [];
  const names: Set<string>[] = [];
  let count = 0;
  let expectsName = false;
  let topName: string | undefined;
  let topStart = 0;
  let nextEscape = indexOrEnd(text, '\\', 0);
  const endValue = (end: number) => {
    if (levels.length === 1 && topName !== undefined) spans.set(topName, { start: topStart, end });
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      let end = text.indexOf('"', at + 1) + 1;
      let string: string | undefined;
      if (nextEscape < end) {
        end = endOfString(text, at);
        nextEscape = indexOrEnd(text, '\\', end);
        string = unescaped(text.slice(at, end));
      }
      if (expectsName) {
        count += 1;
        if (withNames || string !== undefined || levels.length === 1) {
          const name = string ?? text.slice(at + 1, end - 1);
          checkName(withNames ? names.at(-1) : undefined, name);
          if (levels.length === 1) topName = name;
        }
      }
      at = end - 1;
    } else if (code === comma) {
      if (levels.length === 1) endValue(at);
      expectsName = levels[levels.length - 1] === true;
    } else if (code === colon) {
      if (levels.length === 1) topStart = at + 1;
      expectsName = false;
    } else if (code === minus || (code >= zero && code <= nine)) {
      at = endOfNumber(text, at) - 1;
    } else if (code === openObject || code === openList) {
      if (levels.length === deepest)
        throw badRequest(`The body is nested deeper than ${deepest} levels.`);
      expectsName = code === openObject;
      levels.push(expectsName);
      if (withNames && expectsName) names.push(new Set());
    } else if (code === closeObject || code === closeList) {
      if (levels.length === 1) endValue(at);
      levels.pop();
      if (withNames && code === closeObject) names.pop();
      expectsName = false;
    }
  }
  return { spans, names: count };
}

/** @returns the position after the closing quote */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (text.charCodeAt(escapes - 1) === backslash) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end + 1;
  }
}

const indexOrEnd = (text: string, part: string, from: number): number => {
  const at = text.indexOf(part, from);
  return at === -1 ? text.length : at;
};

/** @returns the position after the number, which was checked unless it is certainly an exact integer */
function endOfNumber(text: string, start: number): number {
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
  if (names?.has(name))
    throw badRequest(`The name ${JSON.stringify(name.slice(0, 100))} occurs twice in one object.`);
  if (name === '__proto__') throw badRequest('The name "__proto__" is not allowed.');
  names?.add(name);
}

/** @returns the string at this position, unescaped */
function unescaped(quoted: string): string {
  const string = JSON.parse(quoted) as string;
  if (string.includes('\0'))
    throw badRequest('The body contains a NUL character, which cannot be stored.');
  if (!string.isWellFormed())
    throw badRequest('The body contains half of a surrogate pair, which is not a character.');
  return string;
}

function checkNumber(written: string): void {
  const number = Number(written);
  if (!Number.isFinite(number) || Object.is(number, -0) || !sameDecimal(written, String(number)))
    throw badRequest(
      `The number ${written.slice(0, 40)} cannot be represented exactly as a double. Send it as a string, or with fewer digits.`,
    );
}

function sameDecimal(left: string, right: string): boolean {
  const [leftDigits, leftExponent] = normalised(left);
  const [rightDigits, rightExponent] = normalised(right);
  return leftDigits === rightDigits && leftExponent === rightExponent;
}

/** Digits without leading or trailing zeros, and the power of ten of the last digit. */
function normalised(written: string): [digits: string, exponent: number] {
  const [mantissa = '', power = '0'] = written.toLowerCase().split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  // Not by /0+$/, which takes quadratic time for a long run of zeros that is not at the end.
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === zero) end -= 1;
  const trimmed = digits.slice(0, end);
  if (trimmed === '') return ['0', 0];
  return [sign + trimmed, Number(power) - fraction.length + digits.length - trimmed.length];
}
