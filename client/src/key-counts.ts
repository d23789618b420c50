const wordsPerSlot = 4;
const firstSlots = 1024;

/**
 * Counts how often each of many keys occurs. It keeps 96 bits of a hash and a count of each: 32 MB for a million keys,
 * which are no objects for a garbage collector; a map of the texts has three times as much.
 */
export class KeyCounts {
  /** In each slot three words of a hash and the count, which is 0 in an empty one. */
  #words = new Uint32Array(firstSlots * wordsPerSlot);
  #used = 0;

  /** Counts a key. @returns how often it occurred before */
  add(key: string): number {
    const hash = hashOf(key);
    let at = this.#find(hash);
    if (this.#words[at + 3] === 0) {
      this.#used += 1;
      if (4 * this.#used * wordsPerSlot > 3 * this.#words.length) {
        this.#grow();
        at = this.#find(hash);
      }
      this.#words.set(hash, at);
    }
    const before = this.#words[at + 3] ?? 0;
    this.#words[at + 3] = before + 1;
    return before;
  }

  /** Where the slot of a hash begins, or an empty one for it. */
  #find([one, two, three]: Hash): number {
    const words = this.#words;
    const last = words.length - 1;
    for (let at = (one * wordsPerSlot) & last; ; at = (at + wordsPerSlot) & last) {
      if (words[at + 3] === 0) return at;
      if (words[at] === one && words[at + 1] === two && words[at + 2] === three) return at;
    }
  }

  #grow(): void {
    const before = this.#words;
    this.#words = new Uint32Array(2 * before.length);
    for (let at = 0; at < before.length; at += wordsPerSlot) {
      const [one = 0, two = 0, three = 0, count = 0] = before.subarray(at, at + wordsPerSlot);
      if (count > 0) this.#words.set([one, two, three, count], this.#find([one, two, three]));
    }
  }
}

type Hash = readonly [number, number, number];

/**
 * Three unsigned words, each of which depends on every character. Two keys that share them are counted as one, so that a
 * row of the second gets another id than it would have in a file of its own.
 */
function hashOf(key: string): Hash {
  let [one, two, three] = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35];
  for (let at = 0; at < key.length; at++) {
    const unit = key.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x597399b1);
    two = Math.imul(two ^ unit, 0x9e3779b1);
    three = Math.imul(three ^ unit, 0x85ebca77);
    one ^= two >>> 15;
    two ^= three >>> 13;
    three ^= one >>> 16;
  }
  one = Math.imul(one ^ (two >>> 16), 0x85ebca6b);
  two = Math.imul(two ^ (three >>> 15), 0xc2b2ae35);
  three = Math.imul(three ^ (one >>> 13), 0x27d4eb2f);
  return [one >>> 0, two >>> 0, three >>> 0];
}
