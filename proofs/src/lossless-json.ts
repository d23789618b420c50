/**
 * Whether parsing a text of JSON loses nothing: no name stands twice in an object, where only the last one would count, and
 * no number is rounded. White space and the way in which characters are escaped do not matter.
 */
export function isLossless(text: string, value: unknown): boolean {
  try {
    const written = JSON.stringify(value);
    return text === written || plainText(text) === written;
  } catch {
    // Nested so deep that it cannot be written.
    return false;
  }
}

/** The text without white space between its parts, its strings as JSON.stringify writes them. */
function plainText(text: string): string {
  const parts: string[] = [];
  const next = /"|[ \t\r\n]+/g;
  let from = 0;
  for (let found = next.exec(text); found; found = next.exec(text)) {
    parts.push(text.slice(from, found.index));
    from = next.lastIndex;
    if (found[0] !== '"') continue;
    from = stringEnd(text, next.lastIndex);
    const token = text.slice(found.index, from);
    parts.push(token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token);
    next.lastIndex = from;
  }
  return parts.join('') + text.slice(from);
}

/** Where a string is over that begins before this place. */
function stringEnd(text: string, start: number): number {
  const mark = /["\\]/g;
  mark.lastIndex = start;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0] === '"') return mark.lastIndex;
    mark.lastIndex += 1;
  }
  return text.length;
}
