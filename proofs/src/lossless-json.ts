/**
 * Whether parsing a JSON text loses nothing: no object has a duplicate name, of which only the last would count, and no
 * number is rounded. White space and escaping do not matter.
 */
export function isLossless(text: string, value: unknown): boolean {
  try {
    const written = JSON.stringify(value);
    return text === written || plainText(text) === written;
  } catch {
    // Nested too deeply to be written.
    return false;
  }
}

/** The text without white space between tokens, its strings as JSON.stringify writes them. */
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

/** The end of a string that starts at this position. */
function stringEnd(text: string, start: number): number {
  const mark = /["\\]/g;
  mark.lastIndex = start;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0] === '"') return mark.lastIndex;
    mark.lastIndex += 1;
  }
  return text.length;
}
