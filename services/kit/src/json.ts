import { badRequest } from './problem.ts';

const deepest = 64;
const exactInteger = /^(?:0|-?[1-9]\d{0,14})$/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

export interface ParsedJson {
  value: unknown;
  /** Where the value of each top-level property stands in the text. */
  spans: ReadonlyMap<string, { start: number; end: number }>;
}

/**
 * Parses a JSON body so that nothing in it is changed on the way: refuses (400) what JSON.parse would alter or lose,
 * that is numbers beyond a double's precision, repeated names, NUL and lone surrogates, and more than 64 levels.
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
  return { text, value, spans: scan(text) };
}

interface Level {
  /** Names of an object so far; undefined for an array. */
  names: Set<string> | undefined;
  name: string | undefined;
  valueStart: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const minus = 0x2d;
const zero = 0x30;

/** Walks over text that JSON.parse has taken, so only what is worth a look needs one. */
function scan(text: string): ParsedJson['spans'] {
  const spans = new Map<string, { start: number; end: number }>();
  const levels: Level[] = [];
  let expectsName = false;
  const endValue = (end: number) => {
    const level = levels.at(-1);
    if (levels.length === 1 && level?.name !== undefined)
      spans.set(level.name, { start: level.valueStart, end });
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(text, at);
      const string = checkString(text, at, end);
      const level = levels.at(-1);
      if (expectsName && level?.names) takeName(level, string);
      at = end - 1;
    } else if (code === comma) {
      endValue(at);
      expectsName = levels.at(-1)?.names !== undefined;
    } else if (code === colon) {
      const level = levels.at(-1);
      if (level) level.valueStart = at + 1;
      expectsName = false;
    } else if (code === minus || (code >= 0x30 && code <= 0x39)) {
      const end = endOfNumber(text, at);
      checkNumber(text, at, end);
      at = end - 1;
    } else if (code === 0x7b || code === 0x5b) {
      if (levels.length === deepest)
        throw badRequest(`The body is nested deeper than ${deepest} levels.`);
      expectsName = code === 0x7b;
      levels.push({ names: expectsName ? new Set() : undefined, name: undefined, valueStart: 0 });
    } else if (code === 0x7d || code === 0x5d) {
      endValue(at);
      levels.pop();
      expectsName = false;
    }
  }
  return spans;
}

/** @returns the place after the closing quote */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (text.charCodeAt(escapes - 1) === backslash) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end + 1;
  }
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  for (let code = text.charCodeAt(end); isInNumber(code); code = text.charCodeAt(end)) end += 1;
  return end;
}

/** Digits, and . e E + - */
function isInNumber(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2e ||
    code === 0x65 ||
    code === 0x45 ||
    code === 0x2b ||
    code === minus
  );
}

function takeName(level: Level, name: string): void {
  if (level.names?.has(name))
    throw badRequest(`The name ${JSON.stringify(name.slice(0, 100))} stands twice in one object.`);
  if (name === '__proto__') throw badRequest('The name "__proto__" is not allowed.');
  level.names?.add(name);
  level.name = name;
}

function checkString(text: string, start: number, end: number): string {
  const quoted = text.slice(start, end);
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  const string = JSON.parse(quoted) as string;
  if (string.includes('\0'))
    throw badRequest('The body holds a NUL character, which cannot be stored.');
  if (!string.isWellFormed())
    throw badRequest('The body holds half of a surrogate pair, which is no character.');
  return string;
}

function checkNumber(text: string, start: number, end: number): void {
  const written = text.slice(start, end);
  if (exactInteger.test(written)) return;
  const number = Number(written);
  if (!Number.isFinite(number) || Object.is(number, -0) || !sameDecimal(written, String(number)))
    throw badRequest(
      `The number ${written.slice(0, 40)} cannot be kept exactly as a double. Send it as a string, or with fewer digits.`,
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
  // Not by /0+$/, which takes the square of a long run of zeros that is not at the end.
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === zero) end -= 1;
  const trimmed = digits.slice(0, end);
  if (trimmed === '') return ['0', 0];
  return [sign + trimmed, Number(power) - fraction.length + digits.length - trimmed.length];
}
