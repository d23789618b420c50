import { isArray, isObject, pointerTokens } from '../../platform/json-values/json-values.ts';

/**
 * A path in data for display, as in the comparison of versions: `phones › #1`, counted from 1 for lists.
 * @param pointer RFC 6901
 */
export function pathText(pointer: string, data: unknown): string {
  const steps: string[] = [];
  let at = data;
  for (const token of pointerTokens(pointer)) {
    steps.push(isArray(at) ? `#${Number(token) + 1}` : token);
    at = isArray(at)
      ? at[Number(token)]
      : isObject(at) && Object.hasOwn(at, token)
        ? at[token]
        : undefined;
  }
  return steps.join(' › ');
}
