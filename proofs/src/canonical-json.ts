/**
 * The one spelling of a JSON value that RFC 8785 (JSON Canonicalization Scheme) gives: properties sorted by UTF-16 code
 * units, numbers and strings as ECMAScript writes them, no white space.
 * @throws TypeError for what is no JSON: undefined, functions, numbers that are not finite, lone surrogates
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return canonicalString(value);
    case 'number':
      if (Number.isFinite(value)) return JSON.stringify(value);
      break;
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object': {
      if (value === null) return 'null';
      if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
      const members = Object.entries(value).toSorted(byName);
      return `{${members.map(([name, member]) => `${canonicalString(name)}:${canonicalJson(member)}`).join(',')}}`;
    }
    default:
  }
  throw new TypeError(`There is no JSON for ${String(value)}.`);
}

// RFC 8785, 3.2.2.2: a lone surrogate ends it with an error. The strings of the services have none.
const surrogate = /[\uD800-\uDFFF]/;
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function canonicalString(text: string): string {
  // Most strings have none at all, which is found out faster.
  if (surrogate.test(text) && loneSurrogate.test(text))
    throw new TypeError('A string has a lone surrogate.');
  return JSON.stringify(text);
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  one < other ? -1 : one > other ? 1 : 0;
