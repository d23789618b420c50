/** A short text by which a longer one is recognized; two in four thousand million have the same. */
export function markOf(text: string): string {
  let mark = 0;
  for (const character of text) mark = (mark * 31 + character.charCodeAt(0)) | 0;
  return (mark >>> 0).toString(36);
}
