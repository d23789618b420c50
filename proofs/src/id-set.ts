/**
 * A set of ids that stores a million UUIDs in 64 MB, as numbers. As texts they would take two to three times as much.
 */
export class IdSet {
  #places = 1024;
  #words = new Uint32Array(this.#places * 4);
  #size = 0;
  readonly #others = new Set<string>();

  /** Whether it was not in the set before. */
  add(id: string): boolean {
    const words = wordsOf(id);
    if (!words) {
      if (this.#others.has(id)) return false;
      this.#others.add(id);
      return true;
    }
    if (this.#size * 2 >= this.#places) this.#grow();
    const isNew = insert(this.#words, this.#places, words);
    if (isNew) this.#size += 1;
    return isNew;
  }

  #grow(): void {
    const places = this.#places * 2;
    const words = new Uint32Array(places * 4);
    for (let at = 0; at < this.#words.length; at += 4)
      if (!isFree(this.#words, at)) insert(words, places, this.#words.subarray(at, at + 4));
    this.#places = places;
    this.#words = words;
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Undefined for what is not a UUID in lower case, and for the nil UUID, which marks a free slot. */
function wordsOf(id: string): Uint32Array | undefined {
  if (!uuid.test(id)) return undefined;
  const digits = id.replaceAll('-', '');
  const words = Uint32Array.from([0, 8, 16, 24], (at) =>
    Number.parseInt(digits.slice(at, at + 8), 16),
  );
  return isFree(words, 0) ? undefined : words;
}

function insert(table: Uint32Array, places: number, words: Uint32Array): boolean {
  const [one = 0, two = 0, three = 0, four = 0] = words;
  let place = Math.imul(
    one ^ Math.imul(two ^ Math.imul(three ^ four, 0x85ebca6b), 0xc2b2ae35),
    0x9e3779b1,
  );
  place = (place ^ (place >>> 15)) & (places - 1);
  for (;;) {
    const at = place * 4;
    if (isFree(table, at)) {
      table.set(words, at);
      return true;
    }
    if (
      table[at] === one &&
      table[at + 1] === two &&
      table[at + 2] === three &&
      table[at + 3] === four
    )
      return false;
    place = (place + 1) & (places - 1);
  }
}

const isFree = (table: Uint32Array, at: number): boolean =>
  ((table[at] ?? 0) | (table[at + 1] ?? 0) | (table[at + 2] ?? 0) | (table[at + 3] ?? 0)) === 0;
