import { badRequest } from './problem.ts';

const deepest = 64;
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[[\]{},:]/g;
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
  names: Set<string> | undefined;
  name: string | undefined;
  valueStart: number;
}

function scan(text: string): ParsedJson['spans'] {
  const spans = new Map<string, { start: number; end: number }>();
  const levels: Level[] = [];
  let expectsName = false;
  const close = (end: number) => {
    const level = levels[0];
    if (levels.length === 1 && level?.name !== undefined)
      spans.set(level.name, { start: level.valueStart, end });
  };
  for (const match of text.matchAll(token)) {
    const part = match[0];
    const level = levels.at(-1);
    switch (part[0]) {
      case '{':
      case '[':
        levels.push({
          names: part === '{' ? new Set() : undefined,
          name: undefined,
          valueStart: 0,
        });
        if (levels.length > deepest)
          throw badRequest(`The body is nested deeper than ${deepest} levels.`);
        expectsName = part === '{';
        break;
      case '}':
      case ']':
        close(match.index);
        levels.pop();
        expectsName = false;
        break;
      case ',':
        close(match.index);
        expectsName = level?.names !== undefined;
        break;
      case ':':
        if (level) level.valueStart = match.index + 1;
        expectsName = false;
        break;
      case '"': {
        const string = checkString(part);
        if (expectsName && level?.names) takeName(level, string);
        break;
      }
      default:
        checkNumber(part);
    }
  }
  return spans;
}

function takeName(level: Level, name: string): void {
  if (level.names?.has(name))
    throw badRequest(`The name ${JSON.stringify(name)} stands twice in one object.`);
  if (name === '__proto__') throw badRequest('The name "__proto__" is not allowed.');
  level.names?.add(name);
  level.name = name;
}

function checkString(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  const string = JSON.parse(quoted) as string;
  if (string.includes('\0'))
    throw badRequest('The body holds a NUL character, which cannot be stored.');
  if (!string.isWellFormed())
    throw badRequest('The body holds half of a surrogate pair, which is no character.');
  return string;
}

function checkNumber(written: string): void {
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
  const trimmed = digits.replace(/0+$/, '');
  if (trimmed === '') return ['0', 0];
  return [sign + trimmed, Number(power) - fraction.length + digits.length - trimmed.length];
}
