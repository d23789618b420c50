import { foldedText } from '@annals/rules/folded-text';
import { escapeToken } from '@annals/rules/json-values';
import type { Steps } from './steps.ts';

/**
 * Words for the full-text search. PostgreSQL's own parsers keep "Node.js" or a version number as one token and differ
 * by configuration; here a word is a run of letters and digits, folded, and the same code extracts the words of data and
 * of queries. Signs directly behind a word belong to it (`c++`, `c#`). Where words are written without spaces, as in
 * Chinese, Japanese and Thai, each character is a word, so that a search for several finds them wherever they follow
 * each other.
 */

/** The most searchable words of one object. */
export const maxWords = 10_000;
const lastPosition = 16_383;
/** PostgreSQL stores no more positions for one word. */
const maxPositions = 255;
/** In UTF-16 units. */
export const maxWordLength = 100;
/** In UTF-16 units; a tsvector holds 1 MiB. */
const maxTextLength = 200_000;

/** Values under these names weigh more. */
export const headings = new Set(['title', 'name']);

/** The positions of a word, each doubled, plus one below a heading. */
type Places = number[];

const positionOf = (place: number): number => place >> 1;
const isHeading = (place: number): boolean => (place & 1) === 1;

export type Words = Map<string, Places>;

/** The words of every text and number in the data, without its names, with their positions. */
export const wordsOf = (objectData: Record<string, unknown>): Words => readWords(objectData).words;

/** @returns also whether there are more words than are searchable */
function readWords(objectData: Record<string, unknown>): { words: Words; isCut: boolean } {
  const words = new Map<string, Places>();
  let isCut = false;
  let position = 0;
  let count = 0;
  let text = 0;
  const full = () => count >= maxWords || position >= lastPosition || text >= maxTextLength;
  let mark = 0;
  /** @returns whether there is room for more */
  const take = (word: string): boolean => {
    if (full()) {
      isCut = true;
      return false;
    }
    position += 1;
    count += 1;
    const place = 2 * position + mark;
    const found = words.get(word);
    if (!found) {
      words.set(word, [place]);
      text += word.length;
    } else if (found.length < maxPositions) found.push(place);
    return true;
  };
  const read = (value: unknown, heading: boolean): void => {
    if (full()) {
      isCut = true;
      return;
    }
    if (typeof value === 'string' || typeof value === 'number') {
      mark = heading ? 1 : 0;
      split(String(value), take);
      // Prevents a phrase from extending into the next value.
      position += 1;
    } else if (Array.isArray(value)) for (const item of value) read(item, heading);
    else if (typeof value === 'object' && value !== null)
      // In a stable order, because the database stores another one than was sent.
      for (const name of Object.keys(value).sort())
        read((value as Record<string, unknown>)[name], headings.has(name));
  };
  read(objectData, false);
  return { words, isCut };
}

const ascii = /^[\0-\x7f]*$/;

/**
 * One word after the other.
 * @param take whether to continue, so that no more words of a long text are produced than are stored
 */
function split(text: string, take: (word: string) => boolean): void {
  for (const piece of pieces(text))
    if (!(ascii.test(piece) ? splitAscii(piece.toLowerCase(), take) : splitAny(piece, take)))
      return;
}

const pieceLength = 16_384;

/** Splits a long text between words, because usually only the beginning is stored. */
function* pieces(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > pieceLength) {
    const end = text.indexOf(' ', start + pieceLength);
    if (end === -1) break;
    yield text.slice(start, end);
    start = end;
  }
  yield text.slice(start);
}

/** The scripts that are written without spaces between words. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan'];
export const unspacedLetter = unspaced
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join('');
export const ofWord = String.raw`[[\p{L}\p{N}\p{M}]--[${unspacedLetter}]]`;
/** A character with its marks where each is a word; otherwise a run of letters and digits with the signs behind it. */
const anyWord = new RegExp(
  String.raw`[[${unspacedLetter}]&&[\p{L}\p{N}]][[${unspacedLetter}]&&\p{M}]*|${ofWord}+(?:[+#]+(?![+#]|${ofWord}))?`,
  'gv',
);

/** @returns whether to continue */
function splitAny(text: string, take: (word: string) => boolean): boolean {
  for (const [word] of foldedText(text).matchAll(anyWord)) if (!take(shorten(word))) return false;
  return true;
}

const isSign = (unit: number): boolean => unit === 0x2b || unit === 0x23;

/** The fast path for most texts, because it runs for everything that is written. */
function splitAscii(text: string, take: (word: string) => boolean): boolean {
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    // NaN, which is in no word, at the end.
    const unit = text.charCodeAt(at);
    if (isAsciiOfWord(unit)) {
      if (start === -1) start = at;
    } else if (start !== -1) {
      const end = afterSigns(text, at);
      if (!take(text.slice(start, Math.min(end, start + maxWordLength)))) return false;
      start = -1;
    }
  }
  return true;
}

const isAsciiOfWord = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);

/** Where the signs behind a word end; the same place if another word follows them directly. */
function afterSigns(text: string, at: number): number {
  let end = at;
  while (isSign(text.charCodeAt(end))) end += 1;
  return isAsciiOfWord(text.charCodeAt(end)) ? at : end;
}

export interface TextWord {
  word: string;
  /** The position in the text, in UTF-16 units. */
  start: number;
  end: number;
}

/** The words of a text with their offsets, one after the other. */
export function* wordsWithOffsets(text: string, steps: Steps): Generator<TextWord, undefined> {
  let word = '';
  let start = 0;
  let end = 0;
  /** The signs behind the word, which belong to it only if no letter follows them. */
  let signs = '';
  let isWhole = false;
  const takeWord = (): TextWord => {
    const whole = { word: shorten(word + signs), start, end: end + signs.length };
    [word, signs, isWhole] = ['', '', false];
    return whole;
  };
  for (let at = 0; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const next = at + character.length;
    const letters = foldedCharacter(character);
    steps.add(1 + letters.length);
    // A separate combining mark belongs to the letter before it.
    if (letters === '' && word !== '') end = next;
    for (const letter of letters) {
      const kind = kindOf(letter);
      if (kind === 'mark' && word !== '') {
        word += letter;
        end = next;
      } else if (kind === 'letter' || kind === 'word') {
        if (signs !== '') {
          if (kind === 'letter') signs = '';
          yield takeWord();
        } else if (word !== '' && (isWhole || kind === 'word')) yield takeWord();
        if (word === '') start = at;
        isWhole = kind === 'word';
        // Further letters of a long word are cut off, so they need not be collected.
        if (word.length <= maxWordLength) word += letter;
        end = next;
      } else if (kind === 'sign' && word !== '' && !isWhole) signs += letter;
      else if (word !== '') yield takeWord();
    }
    at = next;
  }
  if (word !== '') yield takeWord();
  return undefined;
}

const foldedCharacters = new Map<string, string>();

/** Few characters make up most texts, and folding one takes a hundred times as long as looking it up. */
function foldedCharacter(character: string): string {
  const known = foldedCharacters.get(character);
  if (known !== undefined) return known;
  const letters = foldedText(character);
  if (foldedCharacters.size < 10_000) foldedCharacters.set(character, letters);
  return letters;
}

const ownWord = new RegExp(String.raw`^[[${unspacedLetter}]&&[\p{L}\p{N}]]$`, 'v');

/** `word` for a character that is a word by itself; undefined for what is between words. */
function kindOf(letter: string): 'letter' | 'word' | 'mark' | 'sign' | undefined {
  const unit = letter.charCodeAt(0);
  if (unit < 0x80) return isAsciiOfWord(unit) ? 'letter' : isSign(unit) ? 'sign' : undefined;
  if (ownWord.test(letter)) return 'word';
  if (/\p{M}/u.test(letter)) return 'mark';
  return /[\p{L}\p{N}]/u.test(letter) ? 'letter' : undefined;
}

/** Does not cut a surrogate pair. */
const shorten = (word: string) =>
  word.length > maxWordLength ? word.slice(0, maxWordLength).replace(/[\ud800-\udbff]$/, '') : word;

/**
 * The prefix of every word of a partition in the index, so that a search only meets the words of its own partition.
 * Four characters of the partition's id keep the index small. Two partitions may share a prefix, so every query
 * compares the partition too, before anything is counted.
 */
export const wordKey = (partitionId: string): string =>
  Buffer.from(partitionId.slice(-6), 'hex').toString('base64');

/**
 * The data's words as the literal of a tsvector.
 * @param key of the partition, see wordKey
 */
export function searchVector(objectData: Record<string, unknown>, key: string): string {
  const { words, isCut } = readWords(objectData);
  let vector = vectorOf(words, key);
  if (isCut) vector += ` '${key}${furtherWords}'`;
  for (const field of fieldLexemes(objectData))
    vector += vector === '' ? `'${key}${field}'` : ` '${key}${field}'`;
  return vector;
}

/** Precedes the names of fields, which are in the index beside the words, so that no text finds them. */
export const fieldMark = '\u0001';
/** Stands for fields that are not in the index because an object has too many. */
const furtherFields = `${fieldMark}*`;
/** Stands for words that are not in the index because an object has too many. */
const furtherWords = `${fieldMark}+`;
const maxFields = 300;
const maxFieldLength = 200;

/** The fields of data at any depth, those of list elements below the list. */
function fieldLexemes(objectData: Record<string, unknown>): string[] {
  const found = new Set<string>();
  const read = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) for (const item of value) read(item, path);
    else
      for (const name in value) {
        if (found.size > maxFields) return;
        const place = `${path}/${reserved.test(name) ? escapeToken(name) : name}`;
        found.add(place);
        read((value as Record<string, unknown>)[name], place);
      }
  };
  read(objectData, '');
  const lexemes = Array.from(found, fieldLexeme);
  return lexemes.length > maxFields ? [...lexemes.slice(0, maxFields), furtherFields] : lexemes;
}

const reserved = /[~/]/;

const knownLexemes = new Map<string, string>();

/** Quoted for a tsvector and a tsquery. Objects of a type have the same fields, so few are ever computed. */
function fieldLexeme(pointer: string): string {
  const known = knownLexemes.get(pointer);
  if (known !== undefined) return known;
  const lexeme = `${fieldMark}${pointer.slice(0, maxFieldLength).toWellFormed()}`
    .replaceAll('\\', String.raw`\\`)
    .replaceAll("'", "''");
  if (knownLexemes.size < 10_000 && pointer.length <= maxFieldLength)
    knownLexemes.set(pointer, lexeme);
  return lexeme;
}

/** Finds the objects that have a field, or may have it, as the literal of a tsquery. */
export const fieldQuery = (pointer: string, key: string): string =>
  `'${key}${fieldLexeme(pointer)}' | '${key}${furtherFields}'`;

/** Words that must follow each other, the last one as a prefix. */
type Phrase = string[];

/** What a search asks of the words. */
export interface Phrases {
  /** Of each list, one phrase must occur. */
  anyOf: Phrase[][];
  /** None of these may. */
  noneOf: Phrase[];
}

export const noPhrases: Phrases = { anyOf: [], noneOf: [] };

/** The words that must or can occur. */
export const wantedWords = ({ anyOf }: Phrases): string[] => anyOf.flat(2);

/** Whether the index of words decides alone: it does not know which words follow each other. */
export const areSingleWords = ({ anyOf, noneOf }: Phrases): boolean =>
  [...anyOf.flat(), ...noneOf].every(({ length }) => length === 1);

/** The words of data that phrases search for, as the literal of a tsvector without a partition. */
export function queryVector(words: Words, phrases: Phrases): string {
  const beginnings = wantedWords(phrases);
  const asked = [...words].filter(([word]) =>
    beginnings.some((beginning) => word.startsWith(beginning)),
  );
  return vectorOf(asked, '');
}

function vectorOf(words: Iterable<[string, Places]>, key: string): string {
  let vector = '';
  for (const [word, places] of words) {
    vector += vector === '' ? `'${key}${word}':` : ` '${key}${word}':`;
    for (let at = 0; at < places.length; at++) {
      const place = places[at] ?? 0;
      if (at > 0) vector += ',';
      vector += positionOf(place);
      if (isHeading(place)) vector += 'A';
    }
  }
  return vector;
}

/**
 * The phrases of a text, one for each of its words. Words without letters or digits are ignored, repeated ones are
 * searched once.
 */
export function phrasesIn(text: string): Phrase[] {
  const phrases = new Map<string, Phrase>();
  for (const part of text.split(/\s+/)) {
    const phrase = wordsIn(part);
    if (phrase.length > 0) phrases.set(phrase.join(' '), phrase);
  }
  return [...phrases.values()];
}

/** The search for all words of a text; undefined if it has none. */
export function searchPhrases(text: string | undefined): Phrases | undefined {
  const phrases = phrasesIn(text ?? '');
  if (phrases.length === 0) return undefined;
  return { anyOf: phrases.map((phrase) => [phrase]), noneOf: [] };
}

/** The words of a text, one after the other. */
export function wordsIn(text: string): string[] {
  const words: string[] = [];
  split(text, (word) => words.push(word) > 0);
  return words;
}

/**
 * The phrases as the literal of a tsquery.
 * @param key of the partition, see wordKey; empty for vectors without a partition
 */
export const searchQuery = ({ anyOf, noneOf }: Phrases, key: string): string =>
  joinWords(
    anyOf.map((phrases) => phrases.map((phrase) => lexemes(phrase, key).join(' <-> '))),
    noneOf.map((phrase) => lexemes(phrase, key).join(' <-> ')),
  );

/** The part that the index can check by itself, if there are wanted words: which words occur, in any order. */
export const wordsQuery = ({ anyOf, noneOf }: Phrases, key: string): string =>
  joinWords(
    anyOf.map((phrases) => phrases.map((phrase) => lexemes(phrase, key).join(' & '))),
    // Words of a phrase that must not occur may occur apart from each other.
    noneOf.flatMap((phrase) => (phrase.length === 1 ? lexemes(phrase, key) : [])),
  );

/**
 * The first of the wanted words as the literal of a tsquery, for ranking.
 * @param most the most words that it contains
 */
export function rankQuery({ anyOf }: Phrases, key: string, most: number): string {
  let left = most;
  const first = anyOf.map((phrases) =>
    phrases.flatMap((phrase) => {
      const words = lexemes(phrase, key).slice(0, left);
      left -= words.length;
      return words.length === 0 ? [] : words.join(' <-> ');
    }),
  );
  return joinWords(
    first.filter(({ length }) => length > 0),
    [],
  );
}

const joinWords = (anyOf: string[][], noneOf: string[]): string =>
  [
    ...anyOf.map((queries) =>
      queries.length === 1 ? queries[0] : `(${queries.map(inBrackets).join(' | ')})`,
    ),
    ...noneOf.map((query) => `!${inBrackets(query)}`),
  ].join(' & ');

const inBrackets = (query: string) => `(${query})`;

const lexemes = (phrase: Phrase, key: string): string[] =>
  phrase.map((word, index) => lexeme(word, index === phrase.length - 1, key));

export const lexeme = (word: string, isBeginning: boolean, key: string) =>
  isBeginning ? `'${key}${word}':*` : `'${key}${word}'`;

/** Whether the words of data match as its tsvector would match the tsquery. */
export function matches(words: Words, { anyOf, noneOf }: Phrases, steps: Steps): boolean {
  for (const places of words.values()) steps.add(places.length);
  const occurs = (phrase: Phrase): boolean => {
    steps.add(words.size);
    const last = phrase.at(-1) ?? '';
    const before = phrase.slice(0, -1).map((word) => new Set(words.get(word)?.map(positionOf)));
    for (const [word, places] of words)
      if (
        word.startsWith(last) &&
        places.some((place) => follows(before, positionOf(place) - before.length))
      )
        return true;
    return false;
  };
  return anyOf.every((phrases) => phrases.some(occurs)) && !noneOf.some(occurs);
}

const follows = (words: Set<number>[], first: number) =>
  words.every((positions, index) => positions.has(first + index));

/** A word that must occur, or the beginning of one. */
export interface WantedWord {
  word: string;
  isBeginning: boolean;
}

/** Joined in brackets; empty for none. */
export const joinNeeds = (queries: readonly string[], sign: ' & ' | ' | '): string =>
  queries.length > 1 ? inBrackets([...new Set(queries)].join(sign)) : (queries[0] ?? '');

/** Finds also the objects of which some words are not in the index. */
export const orFurtherWords = (query: string, key: string): string => {
  const further = `'${key}${furtherWords}'`;
  return query === '' ? further : `${query} | ${further}`;
};
