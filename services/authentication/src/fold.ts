/** The form in which names, user names and emails are compared, the same whatever database keeps them. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
