/**
 * Sentences with `{placeholders}` for any text, and their translations. In a translation, `{name}` inserts the text
 * unchanged, and `{name:translated}` its translation by the same book: of the whole text, or of each item of a list.
 */
export type Phrases = Readonly<Record<string, string>>;

/** Undefined for a text without a translation. */
export type Translate = (text: string) => string | undefined;

interface Pattern {
  /** The texts before, between and after the placeholders. */
  parts: readonly string[];
  names: readonly string[];
  translation: string;
}

const placeholder = /\{(\w+)\}/;
const inTranslation = /\{(\w+)(:translated)?\}/g;

/**
 * Translates with these phrases. Of several that match, the one with the longest fixed text wins.
 * @param words phrases that only occur within a sentence
 */
export function phraseBook(sentences: Phrases, words: Phrases = {}): Translate {
  const sentence = severalOf(bookOf(sentences, (text) => within(text)));
  const word = bookOf(words, (text) => within(text));
  const within: Translate = (text) =>
    word(text) ?? every(text.split(/, ?/), word)?.join(', ') ?? sentence(text);
  return sentence;
}

/** @param within translates the values of placeholders */
function bookOf(phrases: Phrases, within: Translate): Translate {
  const whole = new Map<string, string>();
  const patterns: Pattern[] = [];
  for (const [phrase, translation] of Object.entries(phrases)) {
    const pieces = phrase.split(placeholder);
    const parts = pieces.filter((_, index) => index % 2 === 0);
    const names = pieces.filter((_, index) => index % 2 === 1);
    if (names.length === 0) whole.set(phrase, translation);
    else patterns.push({ parts, names, translation });
  }
  patterns.sort((left, right) => ownLength(right) - ownLength(left));

  return (text) => {
    const phrase = whole.get(text);
    if (phrase !== undefined) return phrase;
    for (const pattern of patterns) {
      const values = valuesIn(text, pattern);
      const translated = values && fillIn(pattern, values, within);
      if (translated !== undefined) return translated;
    }
    return undefined;
  };
}

function fillIn(
  { names, translation }: Pattern,
  values: readonly string[],
  within: Translate,
): string | undefined {
  let isKnown = true;
  const text = translation.replace(inTranslation, (_, name: string, isTranslated?: string) => {
    const value = values[names.indexOf(name)] ?? '';
    if (isTranslated === undefined) return value;
    const translated = within(value);
    isKnown &&= translated !== undefined;
    return translated ?? '';
  });
  return isKnown ? text : undefined;
}

/** Also translates several sentences, each possibly after a path: "type: Unknown. key: Must be given." */
function severalOf(translate: Translate): Translate {
  const translatePlaced: Translate = (text) => {
    const translation = translate(text);
    if (translation !== undefined) return translation;
    const place = placeBefore.exec(text)?.[0];
    const rest = place === undefined ? undefined : translate(text.slice(place.length));
    return rest === undefined ? undefined : `${place}${rest}`;
  };
  return (text) =>
    translate(text) ?? every(text.split(betweenSentences), translatePlaced)?.join(' ');
}

const betweenSentences = /(?<=\.) (?=[^\s:]+: )/;
const placeBefore = /^[^\s:]+: /;

const ownLength = ({ parts }: Pattern) => parts.join('').length;

/** The translations of all texts; undefined if one is missing. */
function every(texts: readonly string[], translate: Translate): string[] | undefined {
  const translated = texts.map(translate).filter((text) => text !== undefined);
  return translated.length === texts.length ? translated : undefined;
}

/** The values of the placeholders, found from left to right without backtracking, so that no text takes long. */
function valuesIn(text: string, { parts }: Pattern): string[] | undefined {
  const [first = '', ...between] = parts;
  const last = between.pop() ?? '';
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last) || end < first.length) return undefined;
  const values: string[] = [];
  let at = first.length;
  for (const part of between) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > end) return undefined;
    values.push(text.slice(at, found));
    at = found + part.length;
  }
  values.push(text.slice(at, end));
  return values;
}
