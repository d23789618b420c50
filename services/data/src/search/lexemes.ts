/**
 * Words for the full-text search. PostgreSQL's own parsers keep "Node.js" or a version number as one token and differ
 * by configuration; here a word is a run of letters and digits, without diacritics and in lower case, and the same
 * code makes the words of data and of queries.
 */

const mostWords = 10_000;
const lastPosition = 16_383;
/** PostgreSQL keeps no more positions for one word. */
const mostPositions = 255;
const longestWord = 100;
/** In UTF-16 units; a tsvector holds 1 MiB. */
const mostText = 200_000;

/** Values under these names weigh more. */
export const headings = new Set(['title', 'name']);

/** The places of a word, each as twice its position, and one more below a heading. */
type Places = number[];

const positionOf = (place: number): number => place >> 1;
const isHeading = (place: number): boolean => (place & 1) === 1;

/** The words of every text and number in the data, not of its names, with their places. */
function wordsOf(objectData: Record<string, unknown>): Map<string, Places> {
  const words = new Map<string, Places>();
  let position = 0;
  let count = 0;
  let text = 0;
  const full = () => count >= mostWords || position >= lastPosition || text >= mostText;
  let mark = 0;
  /** @returns whether there is room for more */
  const take = (word: string): boolean => {
    if (full()) return false;
    position += 1;
    count += 1;
    const place = 2 * position + mark;
    const found = words.get(word);
    if (!found) {
      words.set(word, [place]);
      text += word.length;
    } else if (found.length < mostPositions) found.push(place);
    return true;
  };
  const read = (value: unknown, heading: boolean): void => {
    if (full()) return;
    if (typeof value === 'string' || typeof value === 'number') {
      mark = heading ? 1 : 0;
      split(String(value), take);
      // so that no phrase goes from one value into the next
      position += 1;
    } else if (Array.isArray(value)) for (const item of value) read(item, heading);
    else if (typeof value === 'object' && value !== null)
      // in an order of its own: the database keeps another one than was sent
      for (const name of Object.keys(value).sort())
        read((value as Record<string, unknown>)[name], headings.has(name));
  };
  read(objectData, false);
  return words;
}

export const byName = ([left]: [string, unknown], [right]: [string, unknown]) =>
  left < right ? -1 : 1;

const ascii = /^[\0-\x7f]*$/;

/**
 * One word after the other.
 * @param take whether it goes on, so that of a long text no more words are made than are kept
 */
function split(text: string, take: (word: string) => boolean): void {
  if (ascii.test(text)) splitAscii(text.toLowerCase(), take);
  else
    for (const [word] of folded(text).matchAll(/[\p{L}\p{N}]+/gu))
      if (!take(shortened(word))) return;
}

/** What most texts are, and faster than an expression finds them: this is done for all that is written. */
function splitAscii(text: string, take: (word: string) => boolean): void {
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    // NaN, which is in no word, behind the end
    const unit = text.charCodeAt(at);
    const inWord = (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
    if (inWord) {
      if (start === -1) start = at;
    } else if (start !== -1) {
      if (!take(text.slice(start, Math.min(at, start + longestWord)))) return;
      start = -1;
    }
  }
}

/** Without diacritics and in lower case. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ς/g, 'σ');

export interface PlacedWord {
  word: string;
  /** Where it stands in the text, in UTF-16 units. */
  start: number;
  end: number;
}

/** The words of a text with their places in it, no more than are kept. */
export function wordsWithPlaces(text: string): PlacedWord[] {
  const places: { start: number; end: number }[] = [];
  let plain = '';
  let start = 0;
  for (const character of text) {
    const end = start + character.length;
    const letters = folded(character);
    const last = places.at(-1);
    // a mark of its own belongs to the letter before it
    if (letters === '' && last) last.end = end;
    const place = { start, end };
    for (let unit = 0; unit < letters.length; unit++) places.push(place);
    plain += letters;
    start = end;
    if (plain.length > mostText) break;
  }
  const words: PlacedWord[] = [];
  for (const { 0: word, index } of plain.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (words.length === mostWords) break;
    words.push({
      word: shortened(word),
      start: places[index]?.start ?? 0,
      end: places[index + word.length - 1]?.end ?? text.length,
    });
  }
  return words;
}

/** Not cut within a character of two UTF-16 units. */
const shortened = (word: string) =>
  word.length > longestWord ? word.slice(0, longestWord).replace(/[\ud800-\udbff]$/, '') : word;

/**
 * The data's words as the literal of a tsvector.
 * @param phrases leaves out the words that these do not ask for
 */
export function searchVector(objectData: Record<string, unknown>, phrases?: string[][]): string {
  const asked = phrases?.flat();
  let vector = '';
  for (const [word, places] of wordsOf(objectData)) {
    if (asked && !asked.some((beginning) => word.startsWith(beginning))) continue;
    vector += vector === '' ? `'${word}':` : ` '${word}':`;
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
 * What is searched for: for each word of the text the words that must follow each other, of which the last is the
 * beginning of one. A word without letters or digits asks for nothing; undefined when none asks for anything.
 */
export function searchPhrases(text: string | undefined): string[][] | undefined {
  const phrases = (text ?? '')
    .split(/\s+/)
    .map(wordsIn)
    .filter((phrase) => phrase.length > 0);
  return phrases.length > 0 ? phrases : undefined;
}

function wordsIn(text: string): string[] {
  const words: string[] = [];
  split(text, (word) => words.push(word) > 0);
  return words;
}

/** The phrases as the literal of a tsquery. */
export function searchQuery(phrases: string[][]): string {
  return phrases
    .map((phrase) =>
      phrase
        .map((word, index) => (index === phrase.length - 1 ? `'${word}':*` : `'${word}'`))
        .join(' <-> '),
    )
    .join(' & ');
}

/** Whether the data matches as its tsvector would match the tsquery. */
export function matches(objectData: Record<string, unknown>, phrases: string[][]): boolean {
  const words = wordsOf(objectData);
  return phrases.every((phrase) => {
    const last = phrase.at(-1) ?? '';
    const lastPositions = new Set<number>();
    for (const [word, places] of words)
      if (word.startsWith(last)) for (const place of places) lastPositions.add(positionOf(place));
    const before = phrase.slice(0, -1).map((word) => new Set(words.get(word)?.map(positionOf)));
    const length = before.length;
    return [...lastPositions].some((end) =>
      before.every((places, index) => places.has(end - length + index)),
    );
  });
}
