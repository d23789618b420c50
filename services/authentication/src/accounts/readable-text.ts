import { directionControls, undrawn } from '@annals/contracts/unseen-characters';

/** Control characters, line breaks and direction marks: they can make a name look like another one. */
const misleading = new RegExp(`[\\p{Cc}\\p{Zl}\\p{Zp}${directionControls}]`, 'gu');
/** Also joiners and similar characters, which names in some scripts and emoji need, and the empty pattern of Braille. */
const invisible = new RegExp(`[\\p{Cc}${undrawn}]`, 'gu');

/** Whether the text is readable: not blank, on one line, and displayed in the order it is written. */
export function isReadableName(text: string): boolean {
  return text.search(misleading) < 0 && text.replace(invisible, '').trim() !== '';
}

/** Whether the text has no invisible characters that could make it look like another one. */
export function isReadableUsername(text: string): boolean {
  return text.search(invisible) < 0 && text.trim() !== '';
}

/**
 * Whether the text is `.` or `..`, however its dots are written. In the path of an address these are no names (RFC 3986,
 * section 3.3): browsers and servers remove them, encoded too, and nothing with this name could be opened by it.
 */
export function isDotSegment(text: string): boolean {
  return /^\.{1,2}$/.test(text.normalize('NFKC'));
}

/** A name from a source where nobody can correct it; empty when nothing of it is readable. */
export function readableName(text: string): string {
  const name = text.replace(misleading, ' ').trim();
  return isReadableName(name) ? name : '';
}
