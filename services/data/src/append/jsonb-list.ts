/** The version of jsonb's binary form, which goes before the JSON. */
const jsonbVersion = 1;
const [comma, opening, closing] = [0x2c, 0x5b, 0x5d];

/**
 * A list of rows for a parameter of type jsonb, in the binary form of that. The driver copies bytes as they are; a text
 * of so many rows it would put together, measure and encode.
 */
export class JsonbList {
  #bytes = Buffer.alloc(0);
  #end = 1;
  readonly #capacity: number;

  /** @param capacity bytes to have room for from the first row on */
  constructor(capacity = 0) {
    this.#capacity = capacity;
  }

  /** How many bytes it has room for by now. */
  get capacity(): number {
    return this.#bytes.length;
  }

  /** @param row as JSON */
  add(row: string): void {
    // A UTF-16 unit is three bytes at most, so mostly nothing is to be counted; besides, what goes around a row.
    const most = this.#end + row.length * 3 + 2;
    if (most > this.#bytes.length) this.#reserve(this.#end + Buffer.byteLength(row) + 2);
    this.#bytes[this.#end] = this.#end === 1 ? opening : comma;
    this.#end += 1 + this.#bytes.write(row, this.#end + 1);
  }

  /** With the rows so far, of which there must be one; nothing is added after that. */
  finish(): Buffer {
    this.#bytes[0] = jsonbVersion;
    this.#bytes[this.#end] = closing;
    return this.#bytes.subarray(0, this.#end + 1);
  }

  #reserve(length: number): void {
    if (length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#bytes.length, this.#capacity));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}
