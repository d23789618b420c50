/** Whether a text can be a segment of a path. Dots are not, even if they are encoded: a URL without them means another path. */
export const fitsInPath = (text: string): boolean => !['', '.', '..'].includes(text);

type Values = Readonly<Record<string, unknown>>;

/**
 * The path of a call with its parameters and query; an array becomes a repeated key.
 * @throws TypeError if a parameter is missing, would change the path, or is no text
 */
export function urlOf(path: string, params: Values, query: Values): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || text === '')
      throw new TypeError(`${path} needs ${name}, which is missing.`);
    if (!fitsInPath(text)) throw unfit(path, name, text);
    return encode(path, name, text);
  });
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one) => `${encodeURIComponent(name)}=${encode(path, name, String(one))}`),
  );
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
}

function encode(path: string, name: string, text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // Half a character of two, as a text has that was cut.
    throw unfit(path, name, text);
  }
}

const unfit = (path: string, name: string, text: string) =>
  new TypeError(`${path} needs ${name}, which cannot be ${JSON.stringify(text)}.`);

/** The seconds of a Retry-After header, which may contain a date (RFC 9110, section 10.2.3). */
export function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  // Browsers read almost anything as a date; an HTTP date begins with the day of the week.
  const isDate = /^[A-Z][a-z]+, /.test(retryAfter);
  const seconds = isDate
    ? Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000)
    : /^\d+$/.test(retryAfter)
      ? Number(retryAfter)
      : Number.NaN;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
