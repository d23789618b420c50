/** Controls, line ends, and what turns the direction of writing: with them a name reads as another one. */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;
/** Joiners and the like as well, which names in some scripts and emoji need. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Whether there is something to be read, on one line and in the order it is written. */
export function isReadableName(text: string): boolean {
  return text.search(misleading) < 0 && text.replace(invisible, '').trim() !== '';
}

/** Whether no other text looks the same for what cannot be seen in it. */
export function isReadableUsername(text: string): boolean {
  return text.search(invisible) < 0 && text.trim() !== '';
}

/** A name from where nobody can be asked for a better one; empty when nothing of it can be read. */
export function readableName(text: string): string {
  const name = text.replace(misleading, ' ').trim();
  return isReadableName(name) ? name : '';
}
