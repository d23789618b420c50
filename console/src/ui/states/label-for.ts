/** The text for a known code; codes of other services are shown unchanged. */
export function labelFor(words: Readonly<Record<string, string>>, code: string): string {
  return words[code] ?? code;
}
