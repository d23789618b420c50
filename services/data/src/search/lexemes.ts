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

interface Occurrences {
  positions: number[];
  heading: boolean[];
}

/** The words of every text and number in the data, not of its names, with their positions. */
function wordsOf(objectData: Record<string, unknown>): Map<string, Occurrences> {
  const words = new Map<string, Occurrences>();
  let position = 0;
  let count = 0;
  let text = 0;
  const full = () => count >= mostWords || position >= lastPosition || text >= mostText;
  const read = (value: unknown, heading: boolean): void => {
    if (full()) return;
    if (typeof value === 'string' || typeof value === 'number') {
      for (const word of split(String(value))) {
        if (full()) return;
        position += 1;
        count += 1;
        const found = words.get(word);
        if (!found) {
          words.set(word, { positions: [position], heading: [heading] });
          text += word.length;
        } else if (found.positions.length < mostPositions) {
          found.positions.push(position);
          found.heading.push(heading);
        }
      }
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

/** One word after the other, so that of a long text no more are made than are kept. */
function* split(text: string): Generator<string> {
  const words = ascii.test(text)
    ? text.toLowerCase().matchAll(/[a-z0-9]+/g)
    : folded(text).matchAll(/[\p{L}\p{N}]+/gu);
  for (const [word] of words) yield shortened(word);
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
const shortened = (word: string) => word.slice(0, longestWord).replace(/[\ud800-\udbff]$/, '');

/**
 * The data's words as the literal of a tsvector.
 * @param phrases leaves out the words that these do not ask for
 */
export function searchVector(objectData: Record<string, unknown>, phrases?: string[][]): string {
  const asked = phrases?.flat();
  const entries: string[] = [];
  for (const [word, { positions, heading }] of wordsOf(objectData)) {
    if (asked && !asked.some((beginning) => word.startsWith(beginning))) continue;
    entries.push(
      `'${word}':${positions.map((position, index) => `${position}${heading[index] ? 'A' : ''}`).join(',')}`,
    );
  }
  return entries.join(' ');
}

/**
 * What is searched for: for each word of the text the words that must follow each other, of which the last is the
 * beginning of one. A word without letters or digits asks for nothing; undefined when none asks for anything.
 */
export function searchPhrases(text: string | undefined): string[][] | undefined {
  const phrases = (text ?? '')
    .split(/\s+/)
    .map((part) => Array.from(split(part)))
    .filter((phrase) => phrase.length > 0);
  return phrases.length > 0 ? phrases : undefined;
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
    for (const [word, { positions }] of words)
      if (word.startsWith(last)) for (const position of positions) lastPositions.add(position);
    const before = phrase.slice(0, -1).map((word) => new Set(words.get(word)?.positions));
    const length = before.length;
    return [...lastPositions].some((end) =>
      before.every((places, index) => places.has(end - length + index)),
    );
  });
}
