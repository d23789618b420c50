/**
 * How many bytes PostgreSQL writes for a value of type jsonb: `octet_length(value::text)`.
 * @param json the value as JSON.stringify writes it
 */
export const jsonbTextLength = (value: unknown, json: string): number =>
  Buffer.byteLength(json) + difference(value);

/** It puts a space behind each colon and comma, and writes numbers without an exponent. */
function difference(value: unknown): number {
  if (typeof value === 'number') return withoutExponent(value);
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  let sum = 0;
  if (Array.isArray(value)) {
    count = value.length;
    for (const item of value) sum += difference(item);
  } else
    for (const name of Object.keys(value)) {
      count += 2;
      sum += difference((value as Record<string, unknown>)[name]);
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
