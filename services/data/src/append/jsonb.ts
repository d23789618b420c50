/** The version of jsonb's binary form, which precedes the JSON. */
const jsonbVersion = 1;
const [comma, opening, closing] = [0x2c, 0x5b, 0x5d];

/**
 * A list of rows for a parameter of type jsonb, in the binary form of that. The driver copies bytes unchanged; a text
 * of so many rows would have to be concatenated, measured and encoded.
 */
export class JsonbList {
  #bytes = Buffer.alloc(0);
  #end = 1;
  readonly #capacity: number;

  /** @param capacity initial capacity in bytes */
  constructor(capacity = 0) {
    this.#capacity = capacity;
  }

  /** How many bytes it has room for by now. */
  get capacity(): number {
    return this.#bytes.length;
  }

  /** @param row as JSON */
  add(row: string): void {
    // A UTF-16 unit is three bytes at most, so mostly no count is needed; plus the separators of a row.
    const most = this.#end + row.length * 3 + 2;
    if (most > this.#bytes.length) this.#reserve(this.#end + Buffer.byteLength(row) + 2);
    this.#bytes[this.#end] = this.#end === 1 ? opening : comma;
    this.#end += 1 + this.#bytes.write(row, this.#end + 1);
  }

  /** The list with the rows so far, at least one; no rows can be added afterwards. */
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

/**
 * How many bytes PostgreSQL writes for a value of type jsonb: `octet_length(value::text)`.
 * @param json the value as JSON.stringify writes it
 */
export const jsonbTextLength = (value: unknown, json: string): number =>
  Buffer.byteLength(json) + lengthDifference(value);

/** It puts a space behind each colon and comma, and writes numbers without an exponent. */
function lengthDifference(value: unknown): number {
  if (typeof value === 'number') return withoutExponent(value);
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  let sum = 0;
  if (Array.isArray(value)) {
    count = value.length;
    for (const item of value) sum += lengthDifference(item);
  } else
    for (const name of Object.keys(value)) {
      count += 2;
      sum += lengthDifference((value as Record<string, unknown>)[name]);
    }
  return count === 0 ? 0 : sum + count - 1;
}

const exponential = /^-?(\d)(?:\.(\d+))?e([+-]\d+)$/;

/** How much longer the number is when all its digits are written. */
function withoutExponent(value: number): number {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return 0;
  const written = String(value);
  const match = exponential.exec(written);
  if (!match) return 0;
  const [, , fraction = '', power] = match;
  const exponent = Number(power);
  const sign = value < 0 ? 1 : 0;
  // A number that is written with a positive exponent has fewer digits than that: all behind them are zeros.
  const length = exponent > 0 ? exponent + 1 : 2 - exponent + fraction.length;
  return sign + length - written.length;
}
