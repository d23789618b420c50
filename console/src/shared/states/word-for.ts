/** The text of a known code; a code that a foreign service made up shows as it is. */
export function wordFor(words: Readonly<Record<string, string>>, code: string): string {
  return words[code] ?? code;
}
