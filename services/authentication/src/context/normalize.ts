/** The form in which names, user names and emails are compared and searched, whichever database stores them. */
export function normalizeForSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
