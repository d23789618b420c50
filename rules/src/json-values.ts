import { decimal } from './json/decimals.ts';
import { isObject, RedactedValue, type JsonObject } from './json/json-object.ts';
import { RawJson, writeJson } from './json/raw-json.ts';

export { isObject, RedactedValue, type JsonObject };

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/**
 * Equality of JSON values, ignoring the order of properties. It is unknown whether two erased values differed, so they
 * count as equal.
 */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (left instanceof RedactedValue) return right instanceof RedactedValue;
  if (left instanceof RawJson || right instanceof RawJson)
    return canonicalText(left) === canonicalText(right);
  if (isArray(left))
    return (
      isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => sameJson(item, right[index]))
    );
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && sameJson(left[name], right[name]))
  );
}

/** Equal for values that `sameJson` considers equal. */
export function canonicalText(value: unknown): string {
  if (isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  // Cannot be confused with JSON, which never starts like this.
  if (value instanceof RedactedValue) return 'erased';
  if (value instanceof RawJson) return decimal(value.text);
  if (typeof value === 'number') return decimal(String(value));
  if (!isObject(value)) return writeJson(value) ?? 'null';
  const properties = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`);
  return `{${properties.join(',')}}`;
}

/** A name as a token of a JSON Pointer (RFC 6901). */
export function escapeToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The tokens of a JSON Pointer, unescaped. */
export function pointerTokens(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
