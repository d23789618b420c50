/**
 * The canonical form of a JSON value by RFC 8785 (JSON Canonicalization Scheme): properties sorted by UTF-16 code
 * units, numbers and strings as ECMAScript writes them, no white space.
 * @throws TypeError for what is not JSON: undefined, functions, numbers that are not finite, lone surrogates
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return canonicalString(value);
    case 'number':
      if (Number.isFinite(value)) return String(value === 0 ? 0 : value);
      break;
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? canonicalList(value) : canonicalObject(value);
    default:
  }
  throw new TypeError(`There is no JSON for ${String(value)}.`);
}

function canonicalList(list: readonly unknown[]): string {
  let text = '[';
  for (let at = 0; at < list.length; at++)
    text += at === 0 ? canonicalJson(list[at]) : `,${canonicalJson(list[at])}`;
  return `${text}]`;
}

function canonicalObject(value: object): string {
  const names = sortNames(Object.keys(value));
  let text = '{';
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? '';
    if (at > 0) text += ',';
    text += `${canonicalString(name)}:${canonicalJson((value as Record<string, unknown>)[name])}`;
  }
  return `${text}}`;
}

/** By UTF-16 code units, like the comparison of strings. */
function sortNames(names: string[]): string[] {
  // For short lists insertion sort is faster than calling `sort`.
  if (names.length > 12) return names.sort();
  for (let at = 1; at < names.length; at++) {
    const name = names[at] ?? '';
    let to = at;
    for (; to > 0 && (names[to - 1] ?? '') > name; to--) names[to] = names[to - 1] ?? '';
    names[to] = name;
  }
  return names;
}

// RFC 8785, 3.2.2.2 requires an error for a lone surrogate. The strings of the services have none.
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function canonicalString(text: string): string {
  // Most strings need no escaping, and checking that is faster than escaping them.
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit <= 0xdfff))
      return escapedString(text);
  }
  return `"${text}"`;
}

function escapedString(text: string): string {
  if (loneSurrogate.test(text)) throw new TypeError('A string has a lone surrogate.');
  return JSON.stringify(text);
}
