import { isObject, type JsonObject } from './json-values.ts';

/**
 * An object with changed properties: those that the change does not have keep their values. Objects within it are
 * changed the same way; lists are replaced. Unlike a merge patch (RFC 7396), null is a value.
 */
export function mergeData(before: JsonObject, change: JsonObject): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(change)) {
    const old = Object.hasOwn(merged, name) ? merged[name] : undefined;
    merged[name] = isObject(old) && isObject(value) ? mergeData(old, value) : value;
  }
  return merged;
}
