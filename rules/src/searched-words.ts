import { trimInvisible } from '@annals/contracts/unseen-characters';
import { foldedText } from './folded-text.ts';

/** Signs that people write between and around the words of a name, as in “Lovelace, Ada” and “Ada <ada@example.org>”. */
const around = /^[\s"“”„«»‹›<>()[\]{},;]+|[\s"“”„«»‹›<>()[\]{},;]+$/g;
/** How keyboards and programs write the apostrophe of O’Brien. */
const apostrophes = /['’‘ʼʻ`´′＇]/;

/**
 * The folded words of a search for people and the like, each of which has to occur, in any order. A text of signs alone
 * stays as it is, so that it does not find everything.
 */
export function searchedWords(text: string): string[] {
  const words = foldedText(text)
    .split(/\s+/)
    .flatMap((word) => word.split(apostrophes))
    .map((part) => trimInvisible(trimInvisible(part).replace(around, '')))
    .filter((part) => part !== '');
  if (words.length > 0) return [...new Set(words)];
  const signs = foldedText(text).trim();
  return signs === '' ? [] : [signs];
}
