import { headings, maxWords, wordsWithOffsets, type Phrases, type TextWord } from './lexemes.ts';
import type { Steps } from './steps.ts';

// Types, because an interface is not assignable to the contract's open objects.

type Piece = {
  text: string;
  /** Whether it matches the search. */
  hit: boolean;
};

export type Highlight = {
  /** JSON Pointer into objectData. */
  path: string;
  pieces: Piece[];
};

const maxHighlights = 3;
/** The approximate length of one highlight in UTF-16 units. */
const snippetLength = 160;
/** The most UTF-16 units of a value that are searched. */
const maxValueLength = 200_000;
/** The most values that are searched, as many as have words in the index. */
const maxValues = maxWords;
/** The most hits in one value, of which the closest together are shown. */
const maxHits = 10_000;

interface Hit {
  start: number;
  end: number;
  /** The index of the phrase. */
  phrase: number;
}

interface ValueWithHits {
  path: string;
  text: string;
  hits: Hit[];
  heading: boolean;
  phrases: number;
}

/**
 * The places of the phrases in the data: titles and names first, then where most of the phrases meet. The number of
 * steps grows with the length of the data times, at most, the number of words in the phrases.
 */
export async function highlightsOf(
  objectData: Record<string, unknown>,
  { anyOf }: Phrases,
  steps: Steps,
): Promise<Highlight[]> {
  const matcher = new PhraseMatcher(anyOf.flat(), steps);
  const values: ValueWithHits[] = [];
  for (const { path, heading, value } of valuesOf(objectData)) {
    const text = value.slice(0, maxValueLength);
    const best = new BestHits(steps);
    for (const hit of hitsIn(text, matcher, steps)) {
      if (hit) best.add(hit);
      if (steps.shouldYield) await steps.yield();
    }
    const { hits, phrases: met } = best.found();
    if (hits.length > 0) values.push({ path, text, heading, hits, phrases: met });
  }
  return values
    .sort(
      (left, right) => Number(right.heading) - Number(left.heading) || right.phrases - left.phrases,
    )
    .slice(0, maxHighlights)
    .map(({ path, text, hits }) => ({ path, pieces: piecesOf(text, hits) }));
}

interface Value {
  path: string;
  heading: boolean;
  value: string;
}

/** The texts and numbers in the order in which the index reads them. */
function* valuesOf(objectData: Record<string, unknown>): Generator<Value> {
  let values = 0;
  function* read(value: unknown, path: string, heading: boolean): Generator<Value> {
    if (values >= maxValues) return;
    if (typeof value === 'string' || typeof value === 'number') {
      values += 1;
      yield { path, heading, value: String(value) };
    } else if (Array.isArray(value))
      for (const [index, item] of value.entries()) yield* read(item, `${path}/${index}`, heading);
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value).sort(byName))
        yield* read(item, `${path}/${escapeName(name)}`, headings.has(name));
  }
  yield* read(objectData, '', false);
}

const byName = ([left]: [string, unknown], [right]: [string, unknown]) => (left < right ? -1 : 1);

const escapeName = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

class PhraseMatcher {
  /** The number of words in the longest phrase. */
  readonly longest: number;
  readonly #phrases: string[][];
  readonly #steps: Steps;
  /** Phrases by their possible first word: texts repeat their words, so each is compared once. */
  readonly #beginning = new Map<string, number[]>();

  constructor(phrases: string[][], steps: Steps) {
    this.#phrases = phrases;
    this.#steps = steps;
    this.longest = Math.max(...phrases.map(({ length }) => length));
  }

  /** The hits that start with the first of the words, longest first. */
  at(words: readonly TextWord[]): Hit[] {
    const [first] = words;
    if (!first) return [];
    return this.#startingWith(first.word)
      .filter((phrase) => this.#follows(phrase, words))
      .map((phrase) => {
        const last = words[(this.#phrases[phrase]?.length ?? 1) - 1] ?? first;
        return { start: first.start, end: last.end, phrase };
      })
      .sort((left, right) => right.end - left.end);
  }

  #startingWith(word: string): number[] {
    const known = this.#beginning.get(word);
    if (known) return known;
    this.#steps.add(this.#phrases.length);
    const found = [...this.#phrases.keys()].filter((phrase) => this.#has(phrase, 0, word));
    this.#beginning.set(word, found);
    return found;
  }

  #follows(phrase: number, words: readonly TextWord[]): boolean {
    const length = this.#phrases[phrase]?.length ?? 0;
    this.#steps.add(length);
    for (let index = 1; index < length; index++)
      if (!this.#has(phrase, index, words[index]?.word)) return false;
    return true;
  }

  /** The last word of a phrase is a prefix. */
  #has(phrase: number, index: number, word: string | undefined): boolean {
    const wanted = this.#phrases[phrase] ?? [];
    const part = wanted[index] ?? '';
    return index === wanted.length - 1 ? word?.startsWith(part) === true : word === part;
  }
}

/** In the order of the text; sometimes undefined when there is none, so that the caller can yield. */
function* hitsIn(text: string, matcher: PhraseMatcher, steps: Steps): Generator<Hit | undefined> {
  const coming = wordsWithOffsets(text, steps);
  // The next words, as many as a phrase may have.
  const words: TextWord[] = [];
  let found = 0;
  for (let scanned = 0; scanned < maxWords && found < maxHits; scanned++) {
    while (words.length < matcher.longest) {
      const { value, done } = coming.next();
      if (done === true) break;
      words.push(value);
    }
    if (words.length === 0) return;
    const hits = matcher.at(words);
    found += hits.length;
    yield* hits;
    if (steps.shouldYield) yield undefined;
    words.shift();
  }
}

/**
 * Finds the hits of most phrases that fit into one highlight. A window moves over the hits, which each of them enters
 * and leaves once.
 */
class BestHits {
  #best: Hit[] = [];
  #phrases = 0;
  #window: Hit[] = [];
  /** Hits before this one have left the window. */
  #first = 0;
  readonly #counts = new Map<number, number>();
  readonly #steps: Steps;

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  /** @param hit starts no earlier than the previous ones */
  add(hit: Hit): void {
    this.#steps.add(1);
    if (!this.#fits(hit)) {
      this.#keepIfBetter();
      while (!this.#fits(hit)) this.#leave();
    }
    this.#window.push(hit);
    this.#counts.set(hit.phrase, (this.#counts.get(hit.phrase) ?? 0) + 1);
  }

  /** The best ones, and the number of their phrases. */
  found(): { hits: Hit[]; phrases: number } {
    this.#keepIfBetter();
    return { hits: this.#best, phrases: this.#phrases };
  }

  #fits({ end }: Hit): boolean {
    const first = this.#window[this.#first];
    return first === undefined || end <= first.start + snippetLength;
  }

  /** Compares the number of phrases, which is small, so few windows are copied. */
  #keepIfBetter(): void {
    if (this.#counts.size <= this.#phrases) return;
    this.#phrases = this.#counts.size;
    this.#best = this.#window.slice(this.#first);
    this.#steps.add(this.#best.length);
  }

  #leave(): void {
    this.#steps.add(1);
    const phrase = this.#window[this.#first]?.phrase ?? 0;
    const left = (this.#counts.get(phrase) ?? 0) - 1;
    if (left > 0) this.#counts.set(phrase, left);
    else this.#counts.delete(phrase);
    this.#first += 1;
  }
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

/** The next word boundary towards `limit`; `from` itself at an end of the text. */
function atWord(text: string, from: number, limit: number, step: 1 | -1): number {
  if (from === 0 || from === text.length) return from;
  for (let at = from; at !== limit; at += step)
    if (/\s/u.test(text[step > 0 ? at - 1 : at] ?? '')) return at;
  // In one long word, does not cut a surrogate pair.
  const isHalf = /[\udc00-\udfff]/.test(text[from] ?? '');
  return isHalf ? from + step : from;
}
