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
const headings = new Set(['title', 'name']);

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
      for (const [name, item] of Object.entries(value).sort(byName)) read(item, headings.has(name));
  };
  read(objectData, false);
  return words;
}

const byName = ([left]: [string, unknown], [right]: [string, unknown]) => (left < right ? -1 : 1);

const ascii = /^[\0-\x7f]*$/;

/** One word after the other, so that of a long text no more are made than are kept. */
function* split(text: string): Generator<string> {
  const plain = ascii.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
        .replace(/ς/g, 'σ');
  for (const [word] of plain.matchAll(/[\p{L}\p{N}]+/gu)) yield shortened(word);
}

/** Not cut within a character of two UTF-16 units. */
const shortened = (word: string) => word.slice(0, longestWord).replace(/[\ud800-\udbff]$/, '');

/** The data's words as the literal of a tsvector. */
export function searchVector(objectData: Record<string, unknown>): string {
  const entries: string[] = [];
  for (const [word, { positions, heading }] of wordsOf(objectData))
    entries.push(
      `'${word}':${positions.map((position, index) => `${position}${heading[index] ? 'A' : ''}`).join(',')}`,
    );
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
