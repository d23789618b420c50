import { byName, headings, wordsWithPlaces, type PlacedWord } from './lexemes.ts';

// Types, since an interface is not assignable to the contract's open objects.

type Piece = {
  text: string;
  /** Whether it is what was looked for. */
  hit: boolean;
};

export type Highlight = {
  /** JSON Pointer into objectData. */
  path: string;
  pieces: Piece[];
};

const mostHighlights = 3;
/** UTF-16 units of one highlight, about. */
const snippetLength = 160;
/** UTF-16 units of a value that are looked through. */
const longestValue = 200_000;
/** Values that are looked at, as many as have words in the index. */
const mostValues = 10_000;

interface Hit {
  start: number;
  end: number;
  /** Which of the phrases. */
  phrase: number;
}

interface Place {
  path: string;
  text: string;
  hits: Hit[];
  heading: boolean;
  phrases: number;
}

/** The places where the data has the phrases: titles and names first, then where most of the phrases meet. */
export function highlightsOf(
  objectData: Record<string, unknown>,
  phrases: string[][],
): Highlight[] {
  const places: Place[] = [];
  let values = 0;
  const read = (value: unknown, path: string, heading: boolean): void => {
    if (values >= mostValues) return;
    if (typeof value === 'string' || typeof value === 'number') {
      values += 1;
      const text = String(value).slice(0, longestValue);
      const hits = hitsIn(text, phrases);
      if (hits.length > 0) places.push(placeOf({ path, text, heading }, hits));
    } else if (Array.isArray(value))
      for (const [index, item] of value.entries()) read(item, `${path}/${index}`, heading);
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value).sort(byName))
        read(item, `${path}/${escaped(name)}`, headings.has(name));
  };
  read(objectData, '', false);
  return places
    .sort(
      (left, right) => Number(right.heading) - Number(left.heading) || right.phrases - left.phrases,
    )
    .slice(0, mostHighlights)
    .map(({ path, text, hits }) => ({ path, pieces: piecesOf(text, hits) }));
}

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** In the order of the text, none within another. */
function hitsIn(text: string, phrases: string[][]): Hit[] {
  const words = wordsWithPlaces(text);
  const hits: Hit[] = [];
  for (const [phrase, wanted] of phrases.entries())
    for (let first = 0; first + wanted.length <= words.length; first++) {
      if (!follows(words, first, wanted)) continue;
      const [from, to] = [words[first], words[first + wanted.length - 1]];
      if (from && to) hits.push({ start: from.start, end: to.end, phrase });
    }
  return hits.sort((left, right) => left.start - right.start || right.end - left.end);
}

const follows = (words: PlacedWord[], first: number, wanted: string[]) =>
  wanted.every((part, index) => {
    const word = words[first + index]?.word;
    return index === wanted.length - 1 ? word?.startsWith(part) : word === part;
  });

/** With the hits that stand together best, as many as one highlight shows. */
function placeOf(place: Pick<Place, 'path' | 'text' | 'heading'>, hits: Hit[]): Place {
  let best: Hit[] = [];
  let phrases = 0;
  for (let first = 0; first < hits.length; first++) {
    const start = hits[first]?.start ?? 0;
    let next = first;
    const met = new Set<number>();
    for (; next === first || (hits[next]?.end ?? Infinity) <= start + snippetLength; next++)
      met.add(hits[next]?.phrase ?? 0);
    if (met.size > phrases) {
      best = hits.slice(first, next);
      phrases = met.size;
    }
  }
  return { ...place, hits: best, phrases };
}

function piecesOf(text: string, hits: Hit[]): Piece[] {
  const first = hits[0]?.start ?? 0;
  const last = hits.reduce((end, hit) => Math.max(end, hit.end), first);
  const around = Math.max(0, snippetLength - (last - first)) / 2;
  const from = atWord(text, Math.max(0, Math.floor(first - around)), first, 1);
  const to = atWord(text, Math.min(text.length, Math.ceil(last + around)), last, -1);
  const pieces: Piece[] = [];
  const add = (piece: string, hit: boolean) => {
    if (piece !== '') pieces.push({ text: piece, hit });
  };
  let at = from;
  for (const { start, end } of hits) {
    if (end <= at && at > from) continue;
    const begin = Math.max(start, at);
    add(`${at === from && from > 0 ? '…' : ''}${text.slice(at, begin)}`, false);
    add(text.slice(begin, end), true);
    at = end;
  }
  add(`${text.slice(at, to)}${to < text.length ? '…' : ''}`, false);
  return pieces;
}

/** The next place towards `limit` where a word begins or ends, so that none is cut; `from` itself at an end of the text. */
function atWord(text: string, from: number, limit: number, step: 1 | -1): number {
  if (from === 0 || from === text.length) return from;
  for (let at = from; at !== limit; at += step)
    if (/\s/u.test(text[step > 0 ? at - 1 : at] ?? '')) return at;
  // one long word: not within a character of two units
  const isHalf = /[\udc00-\udfff]/.test(text[from] ?? '');
  return isHalf ? from + step : from;
}
