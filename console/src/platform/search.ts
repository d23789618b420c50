/** The query of a URL as plain strings: `?a=b`, with arrays for repeated keys. */
export type PlainSearch = Record<string, string | string[] | undefined>;

export function parseSearch(query: string): PlainSearch {
  const search: PlainSearch = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const before = search[name];
    if (before === undefined) search[name] = value;
    else search[name] = Array.isArray(before) ? [...before, value] : [before, value];
  }
  return search;
}

/** With the leading `?`, or empty without values. */
export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined && one !== null)
      .map((one) => `${encode(name)}=${encode(String(one))}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** The first value of a parameter; undefined if it is missing or empty. */
export function oneOf(value: string | string[] | undefined): string | undefined {
  return (Array.isArray(value) ? value[0] : value) || undefined;
}

// Colons and slashes are allowed in a query, and timestamps and paths are easier to read unescaped.
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2F', '/');
}
