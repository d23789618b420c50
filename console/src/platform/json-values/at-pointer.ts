import { isArray, isObject, pointerTokens, type JsonObject } from './json-values.ts';

/** The value at a JSON Pointer; undefined if there is none. */
export function valueAt(data: unknown, pointer: string): unknown {
  return pointerTokens(pointer).reduce<unknown>((value, token) => {
    if (isArray(value)) return value[Number(token)];
    return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
  }, data);
}

/** A copy with another value at a JSON Pointer; undefined removes a property. The order is preserved. */
export function withValueAt(data: JsonObject, pointer: string, value: unknown): JsonObject {
  const next = withValue(data, pointerTokens(pointer), value);
  return isObject(next) ? next : data;
}

function withValue(at: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (isArray(at))
    return at.map((element, index) =>
      // A list has no gaps.
      String(index) === name ? (withValue(element, rest, value) ?? null) : element,
    );
  if (!isObject(at)) return at;
  const next = withValue(Object.hasOwn(at, name) ? at[name] : undefined, rest, value);
  return withProperty(at, name, next);
}

/** A copy with one property set, or removed if the value is undefined; the order is preserved. */
export function withProperty(data: JsonObject, name: string, value: unknown): JsonObject {
  const entries = Object.entries(data);
  if (value === undefined) return Object.fromEntries(entries.filter(([key]) => key !== name));
  return Object.fromEntries(
    Object.hasOwn(data, name)
      ? entries.map(([key, old]) => [key, key === name ? value : old])
      : [...entries, [name, value]],
  );
}
