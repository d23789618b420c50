import { RE2JS } from 're2js';

/**
 * The regular expressions allowed in `pattern` and `patternProperties` of a JSON Schema: those of ECMAScript with the
 * flag `u`, as JSON Schema requires, as far as they can be matched in linear time. Escapes and hyphens that only a
 * pattern without the flag may have are read as they are meant there, because many published schemas have them. The
 * service and the console share this module, so that both interpret a pattern the same way.
 *
 * It is JavaScript because the worker thread of the data service imports it without a build step.
 */

/**
 * A message without its words, which this module cannot import.
 *
 * @typedef {object} Reason
 * @property {keyof typeof import('@annals/contracts/messages/json-schema').jsonSchema} messageCode
 * @property {Record<string, string | number>} parameters
 * @typedef {Extract<Reason['messageCode'], `pattern${string}`>} PatternCode
 */

/** Thrown for a pattern that is not a regular expression, or cannot be matched in linear time. */
export class UnsupportedPattern extends Error {
  /** @param {string} pattern @param {PatternCode} code @param {Record<string, string>} [parameters] */
  constructor(pattern, code, parameters) {
    const shown = pattern.length > 200 ? `${pattern.slice(0, 200)}…` : pattern;
    super(`${code}: ${shown}`);
    this.name = 'UnsupportedPattern';
    /** @type {Reason} */
    this.reason = { messageCode: code, parameters: { ...parameters, pattern: shown } };
  }
}

/**
 * The part of RegExp that validators of JSON Schema use.
 *
 * @typedef {object} LinearPattern
 * @property {(text: string) => boolean} test
 * @property {number} size the most steps that each character of a text takes
 */

/**
 * @param {string} pattern
 * @returns {LinearPattern}
 * @throws {UnsupportedPattern}
 */
export function linearPattern(pattern) {
  const { rest, conditions } = leadingConditions(withFlagU(pattern));
  const parts = [{ pattern: rest, holds: true }, ...conditions].map((part) => ({
    holds: part.holds,
    compiled: compile(pattern, new Translation(pattern, part.pattern).whole()),
  }));
  const size = parts.reduce((sum, { compiled }) => sum + compiled.programSize(), 0);
  if (size > maxSize) throw new UnsupportedPattern(pattern, 'patternTooLarge');
  return {
    test: (text) => parts.every(({ compiled, holds }) => compiled.test(text) === holds),
    size,
  };
}

/**
 * The lookaheads at the start of a pattern as patterns of their own: `^(?!a)b` matches what `^b` matches and `^a` does not.
 * @param {string} pattern
 * @returns {{ rest: string, conditions: { pattern: string, holds: boolean }[] }}
 */
function leadingConditions(pattern) {
  /** @type {{ pattern: string, holds: boolean }[]} */
  const conditions = [];
  let at = 1;
  while (/^\(\?[=!]/.test(pattern.slice(at, at + 3))) {
    const end = endOfGroup(pattern, at);
    conditions.push({
      pattern: `^(?:${pattern.slice(at + 3, end)})`,
      holds: pattern.charAt(at + 2) === '=',
    });
    at = end + 1;
  }
  const rest = `^${pattern.slice(at)}`;
  // Of several alternatives the lookaheads belong to the first one alone.
  return pattern.startsWith('^') && !hasAlternatives(rest)
    ? { rest, conditions }
    : { rest: pattern, conditions: [] };
}

/**
 * Where the group that starts at a place ends.
 * @param {string} pattern @param {number} start
 */
function endOfGroup(pattern, start) {
  for (const { character, depth, at } of charactersOf(pattern, start))
    if (character === ')' && depth === 0) return at;
  return pattern.length;
}

/** @param {string} pattern */
function hasAlternatives(pattern) {
  for (const { character, depth } of charactersOf(pattern, 0))
    if (character === '|' && depth === 0) return true;
  return false;
}

/**
 * The characters of a pattern that are neither escaped nor in a class, with how many groups are open after each.
 * @param {string} pattern @param {number} start
 */
function* charactersOf(pattern, start) {
  let depth = 0;
  let isInClass = false;
  for (let at = start; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === '\\') at += 1;
    else if (isInClass) isInClass = character !== ']';
    else if (character === '[') isInClass = true;
    else {
      if (character === '(') depth += 1;
      if (character === ')') depth -= 1;
      yield { character, depth, at };
    }
  }
}

/** @param {string} pattern @param {string} translated */
function compile(pattern, translated) {
  try {
    return RE2JS.compile(translated);
  } catch (error) {
    throw unsupported(pattern, error instanceof Error ? error.message : String(error));
  }
}

/**
 * The pattern as it has to be written with the flag `u`.
 * @param {string} pattern
 */
function withFlagU(pattern) {
  const reason = parseError(pattern, 'u');
  if (reason === undefined) return pattern;
  const rewritten = parseError(pattern, '') === undefined ? escapedForFlagU(pattern) : pattern;
  if (parseError(rewritten, 'u') === undefined) return rewritten;
  throw new UnsupportedPattern(pattern, 'patternInvalid', { detail: reason });
}

/**
 * Why a text is no regular expression with the flags; undefined if it is one.
 * @param {string} pattern @param {string} flags
 */
function parseError(pattern, flags) {
  try {
    // Only parses the pattern; nothing is ever matched with it.
    void new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.slice(message.lastIndexOf(': ') + 2);
  }
}

/**
 * Without the flag, a needlessly escaped punctuation mark is itself, and a hyphen beside a set such as `\w` is a hyphen.
 * @param {string} pattern
 */
const escapedForFlagU = (pattern) =>
  pattern
    .replaceAll(/\\(?=([^\da-zA-Z^$\\.*+?()[\]{}|/-]))\1/gu, '$1')
    .replaceAll(/\[(?:\\.|[^\]\\])*\]|\\./gsu, (part) =>
      part.startsWith('[')
        ? part
            .replaceAll(/(\\[dDwWsS])-(?!\])/g, String.raw`$1\-`)
            .replaceAll(/([^[^\\])-(\\[dDwWsS])/g, String.raw`$1\-$2`)
        : part === String.raw`\-`
          ? '-'
          : part,
    );

/** In steps for each character: nested repetitions turn a short pattern into a large program. */
const maxSize = 20_000;

/** @param {string} pattern @param {string} message of the engine */
function unsupported(pattern, message) {
  if (message.includes('invalid repeat count'))
    return new UnsupportedPattern(pattern, 'patternRepetition');
  if (message.includes('too large') || message.includes('nests too deeply'))
    return new UnsupportedPattern(pattern, 'patternTooLarge');
  const property = /invalid character class range: `(\\[pP]\{.*?\})/.exec(message)?.[1];
  if (property !== undefined)
    return new UnsupportedPattern(pattern, 'patternProperty', { property });
  const detail = message.replace(/^error parsing regexp: /, '');
  return new UnsupportedPattern(pattern, 'patternInvalid', { detail });
}

const anyCharacter = '[\\x{0}-\\x{10FFFF}]';
const noCharacter = '[^\\x{0}-\\x{10FFFF}]';
const withinLine = '[^\\n\\r\\x{2028}\\x{2029}]';
/** White space as ECMAScript defines it, which is more than RE2's. */
const space =
  '\\t-\\r\\x{20}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}';
const noSpace =
  '\\x{0}-\\x{8}\\x{E}-\\x{1F}\\x{21}-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}';

/** General categories of Unicode by the long names that ECMAScript knows beside the short ones. */
const categories = new Map(
  Object.entries({
    Letter: 'L',
    Cased_Letter: 'LC',
    Uppercase_Letter: 'Lu',
    Lowercase_Letter: 'Ll',
    Titlecase_Letter: 'Lt',
    Modifier_Letter: 'Lm',
    Other_Letter: 'Lo',
    Mark: 'M',
    Combining_Mark: 'M',
    Nonspacing_Mark: 'Mn',
    Spacing_Mark: 'Mc',
    Enclosing_Mark: 'Me',
    Number: 'N',
    Decimal_Number: 'Nd',
    digit: 'Nd',
    Letter_Number: 'Nl',
    Other_Number: 'No',
    Punctuation: 'P',
    punct: 'P',
    Connector_Punctuation: 'Pc',
    Dash_Punctuation: 'Pd',
    Open_Punctuation: 'Ps',
    Close_Punctuation: 'Pe',
    Initial_Punctuation: 'Pi',
    Final_Punctuation: 'Pf',
    Other_Punctuation: 'Po',
    Symbol: 'S',
    Math_Symbol: 'Sm',
    Currency_Symbol: 'Sc',
    Modifier_Symbol: 'Sk',
    Other_Symbol: 'So',
    Separator: 'Z',
    Space_Separator: 'Zs',
    Line_Separator: 'Zl',
    Paragraph_Separator: 'Zp',
    Other: 'C',
    Control: 'Cc',
    cntrl: 'Cc',
    Format: 'Cf',
    Surrogate: 'Cs',
    Private_Use: 'Co',
  }),
);

/** A property of Unicode by the name that RE2 knows. @param {string} written */
function knownProperty(written) {
  const name = written.replace(/^(?:Script|sc|General_Category|gc)=/, '');
  return categories.get(name) ?? name;
}

const controls = new Map(Object.entries({ t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 }));

/** Translates a valid regular expression of ECMAScript to the syntax of RE2. */
class Translation {
  /** @type {string} */ #whole;
  /** @type {string} */ #pattern;
  #at = 0;

  /** @param {string} whole named in errors @param {string} part that is translated */
  constructor(whole, part) {
    this.#whole = whole;
    this.#pattern = part;
  }

  whole() {
    let translated = '';
    while (this.#at < this.#pattern.length) translated += this.#next();
    return translated;
  }

  #next() {
    const character = this.#take();
    if (character === '\\') return this.#escape();
    if (character === '[') return this.#class();
    if (character === '(') return this.#group();
    if (character === '.') return withinLine;
    return character;
  }

  /** Nothing reads the groups, so none is captured. */
  #group() {
    if (!this.#skip('?')) return '(?:';
    if (this.#skip(':')) return '(?:';
    if (this.#skip('=') || this.#skip('!')) throw this.#unsupported('patternLookahead');
    if (this.#skip('<=') || this.#skip('<!')) throw this.#unsupported('patternLookbehind');
    if (!this.#skip('<')) throw this.#unsupported('patternFlags');
    this.#takeTo('>');
    return '(?:';
  }

  #escape() {
    const set = this.#set();
    if (set !== undefined) return `[${set}]`;
    if (this.#skip('b')) return '\\b';
    if (this.#skip('B')) return '\\B';
    if (/[1-9k]/.test(this.#pattern.charAt(this.#at)))
      throw this.#unsupported('patternBackreference');
    return codePoint(this.#escapedCharacter());
  }

  /** The equivalent of `\d` and similar sets inside a class; undefined for anything else. */
  #set() {
    if (this.#skip('s')) return space;
    if (this.#skip('S')) return noSpace;
    for (const name of ['d', 'D', 'w', 'W']) if (this.#skip(name)) return `\\${name}`;
    for (const name of ['p{', 'P{'])
      if (this.#skip(name)) return `\\${name}${knownProperty(this.#takeTo('}'))}}`;
    return undefined;
  }

  /** The code point that an escape stands for. */
  #escapedCharacter() {
    const character = this.#take();
    const control = controls.get(character);
    if (control !== undefined) return control;
    if (character === 'c') return (this.#take().codePointAt(0) ?? 0) % 32;
    if (character === 'x') return Number.parseInt(this.#take() + this.#take(), 16);
    if (character === 'u') return this.#unicode();
    return character.codePointAt(0) ?? 0;
  }

  #unicode() {
    if (this.#skip('{')) return Number.parseInt(this.#takeTo('}'), 16);
    const unit = this.#four();
    const rest = this.#pattern.slice(this.#at);
    // Both halves of a surrogate pair that is written as two escapes.
    if (unit >= 0xd800 && unit < 0xdc00 && /^\\u[dD][c-fC-F]/.test(rest)) {
      this.#at += 2;
      return 0x10000 + (unit - 0xd800) * 0x400 + (this.#four() - 0xdc00);
    }
    return unit;
  }

  #four() {
    this.#at += 4;
    return Number.parseInt(this.#pattern.slice(this.#at - 4, this.#at), 16);
  }

  #class() {
    const isNegated = this.#skip('^');
    let members = '';
    while (!this.#skip(']')) members += this.#member();
    if (members === '') return isNegated ? anyCharacter : noCharacter;
    return `[${isNegated ? '^' : ''}${members}]`;
  }

  /** One character, range or set of a class. */
  #member() {
    const from = this.#memberCharacter();
    if (typeof from === 'string') return from;
    const isRange =
      this.#pattern.charAt(this.#at) === '-' && this.#pattern.charAt(this.#at + 1) !== ']';
    if (!isRange) return codePoint(from);
    this.#at += 1;
    const to = this.#memberCharacter();
    // Before a set the hyphen would be literal, which the flag u does not allow.
    return typeof to === 'string' ? '' : `${codePoint(from)}-${codePoint(to)}`;
  }

  /** A code point, or the equivalent of a set. */
  #memberCharacter() {
    const character = this.#take();
    if (character !== '\\') return character.codePointAt(0) ?? 0;
    if (this.#skip('b')) return 8;
    return this.#set() ?? this.#escapedCharacter();
  }

  #take() {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character;
  }

  /** @param {string} text */
  #skip(text) {
    const isThere = this.#pattern.startsWith(text, this.#at);
    if (isThere) this.#at += text.length;
    return isThere;
  }

  /** @param {string} end of what is taken, which is skipped */
  #takeTo(end) {
    const from = this.#at;
    const to = this.#pattern.indexOf(end, from);
    this.#at = to + end.length;
    return this.#pattern.slice(from, to);
  }

  /** @param {PatternCode} code */
  #unsupported(code) {
    return new UnsupportedPattern(this.#whole, code);
  }
}

/** @param {number} value */
const codePoint = (value) => `\\x{${value.toString(16).toUpperCase()}}`;
