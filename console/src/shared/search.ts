/** The query of an address as plain strings: `?a=b`, a repeated key as an array. */
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

/** With the leading `?`, or nothing when there is no value. */
export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined && one !== null)
      .map((one) => `${encode(name)}=${encode(String(one))}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** The first value of a parameter, or undefined when it is missing or empty. */
export function oneOf(value: string | string[] | undefined): string | undefined {
  return (Array.isArray(value) ? value[0] : value) || undefined;
}

// Colons and slashes may stand in a query as they are, and a moment or a path is easier to read so.
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2F', '/');
}
