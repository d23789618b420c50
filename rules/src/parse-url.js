/**
 * Parses a URL; undefined if the text is none. `URL.canParse` rejects every address with a letter such as ü once V8 has
 * optimized the call (Node 20).
 * @param {string} text
 * @param {string} [base]
 * @returns {URL | undefined}
 */
export function parseUrl(text, base) {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
