/**
 * SHA-256 (FIPS 180-4) of bytes that come piece by piece: the browser's own takes everything at once only, which a large
 * file does not fit into, and is missing where the console is not served over TLS.
 */
export class Sha256 {
  readonly #state = Uint32Array.from(firstState);
  readonly #block = new Uint8Array(blockBytes);
  readonly #words = new Uint32Array(64);
  #filled = 0;
  #bytes = 0;

  update(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    let at = 0;
    while (at < bytes.length) {
      const piece = bytes.subarray(at, at + blockBytes - this.#filled);
      this.#block.set(piece, this.#filled);
      this.#filled += piece.length;
      at += piece.length;
      if (this.#filled === blockBytes) this.#compress();
    }
  }

  /** In hexadecimal. Nothing can be added after it. */
  digest(): string {
    const bits = this.#bytes * 8;
    const padding = new Uint8Array((this.#filled < 56 ? 56 : 120) - this.#filled + 8);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(padding.length - 4, bits >>> 0);
    this.update(padding);
    return Array.from(this.#state, (word) => word.toString(16).padStart(8, '0')).join('');
  }

  #compress(): void {
    const words = this.#words;
    const view = new DataView(this.#block.buffer);
    for (let t = 0; t < 16; t++) words[t] = view.getUint32(t * 4);
    for (let t = 16; t < 64; t++) {
      const early = at(words, t - 15);
      const late = at(words, t - 2);
      const small0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const small1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[t] = at(words, t - 16) + small0 + at(words, t - 7) + small1;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = this.#state;
    for (let t = 0; t < 64; t++) {
      const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const chosen = (e & f) ^ (~e & g);
      const first = (h + big1 + chosen + at(constants, t) + at(words, t)) | 0;
      const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const most = (a & b) ^ (a & c) ^ (b & c);
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + big0 + most) | 0;
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries())
      this.#state[index] = at(this.#state, index) + word;
    this.#filled = 0;
  }
}

const blockBytes = 64;
const at = (words: Uint32Array, index: number): number => words[index] ?? 0;
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

const primes = firstPrimes(64);
/** The first 32 bits of the fractions of the cube roots of the first primes. */
const constants = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
/** The same of the square roots of the first eight. */
const firstState = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++)
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
}
