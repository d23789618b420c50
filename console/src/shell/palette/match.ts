import { normalizeForSearch } from '../../platform/normalize-for-search.ts';

/** The smaller, the better. */
type Rank = number;

/** Shorter texts occur in almost any name, or at the start of another name. */
const minWithinLength = 3;

function splitWords(normalized: string): string[] {
  return normalized.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/**
 * How well a typed text matches a name; undefined if it does not. Best if every typed word is the start of a
 * word in the name, in any order; then the same for another name of the item; then starts of words run together
 * ("orgun"); then any occurrence.
 * @param others other names of the item: in the other language, and synonyms
 */
export function match(
  typed: string,
  name: string,
  others: readonly string[] = [],
): Rank | undefined {
  const wanted = splitWords(normalizeForSearch(typed));
  if (wanted.length === 0) return undefined;
  const words = splitWords(normalizeForSearch(name));
  if (beginsAll(wanted, words)) return beginsAll(wanted.slice(0, 1), words.slice(0, 1)) ? 0 : 1;
  const together = wanted.join('');
  if (together.length < 2) return undefined;
  const otherWords =
    together.length < minWithinLength
      ? []
      : others.map((other) => splitWords(normalizeForSearch(other)));
  if (otherWords.some((each) => beginsAll(wanted, each))) return 2;
  if ([words, ...otherWords].some((each) => beginsRun(together, each))) return 3;
  const within = (one: string) =>
    one.length >= minWithinLength && normalizeForSearch(name).includes(one);
  return wanted.every(within) ? 4 : undefined;
}

/** Whether each of these is the start of a different word. */
function beginsAll(wanted: readonly string[], words: readonly string[]): boolean {
  const left = [...words];
  return wanted.every((one) => {
    const position = left.findIndex((word) => word.startsWith(one));
    if (position >= 0) left.splice(position, 1);
    return position >= 0;
  });
}

/** Whether the letters are starts of consecutive words: "orgun" in "organizational units". */
function beginsRun(letters: string, words: readonly string[]): boolean {
  const reached = new Set([0]);
  for (const word of words) {
    const before = Array.from(reached);
    for (const position of before) {
      const length = commonStart(letters.slice(position), word);
      for (let taken = 1; taken <= length; taken++) reached.add(position + taken);
    }
  }
  return reached.has(letters.length);
}

function commonStart(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length++;
  return length;
}

/** The matching items, best first, otherwise in their original order. */
export function bestFirst<Item>(
  items: readonly Item[],
  typed: string,
  namesOf: (item: Item) => readonly [name: string, ...others: string[]],
): Item[] {
  return items
    .flatMap((item) => {
      const [name, ...others] = namesOf(item);
      const rank = match(typed, name, others);
      return rank === undefined ? [] : [{ item, rank }];
    })
    .sort((left, right) => left.rank - right.rank)
    .map(({ item }) => item);
}

interface MarkedPart {
  from: number;
  text: string;
  hit: boolean;
}

/** The name, split at the matches of the typed text so that they can be highlighted. */
export function markMatches(name: string, typed: string): MarkedPart[] {
  const normalized = normalizeForSearch(name);
  // If normalization changed the length, positions would be wrong.
  const wanted = normalized.length === name.length ? splitWords(normalizeForSearch(typed)) : [];
  const hits = Array.from(name, () => false);
  for (const one of wanted) {
    const position = beginningOf(normalized, one);
    if (position >= 0) hits.fill(true, position, position + one.length);
  }
  const parts: MarkedPart[] = [];
  for (const [index, letter] of Array.from(name).entries()) {
    const last = parts.at(-1);
    const hit = hits[index] ?? false;
    if (last?.hit === hit) last.text += letter;
    else parts.push({ from: index, text: letter, hit });
  }
  return parts;
}

/** The start of a word that begins with this text, or else its first occurrence. */
function beginningOf(normalized: string, wanted: string): number {
  for (
    let position = normalized.indexOf(wanted);
    position >= 0;
    position = normalized.indexOf(wanted, position + 1)
  )
    if (position === 0 || !/[\p{L}\p{N}]/u.test(normalized[position - 1] ?? '')) return position;
  return normalized.indexOf(wanted);
}
