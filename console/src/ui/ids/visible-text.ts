/** The text, if there is anything to see of it: another service may send names that are empty or consist of blanks. */
export function visibleText(text: string | null | undefined): string | undefined {
  const isVisible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text ?? '');
  return isVisible ? (text ?? undefined) : undefined;
}
