/** The text for a known code; codes of other services are shown unchanged. */
export function wordFor(words: Readonly<Record<string, string>>, code: string): string {
  return words[code] ?? code;
}
