import { foldedText } from '@annals/rules/folded-text';
import type { SearchCondition } from './conditions.sql.ts';
import { maxWordLength, ofWord, unspacedLetter, type WantedWord } from './lexemes.ts';

/** A part of a word whose beginning is not known. */
export interface WordPart {
  text: string;
  /** Whether the word ends with it, but for the signs behind the word. */
  isEnd: boolean;
}

/** What the words of a text have in common if the text contains another one. */
export interface PartsOfWords {
  words: WantedWord[];
  parts: WordPart[];
}

/** Words may be cut to this length in UTF-16 units, less half a character: longer ones begin with the same letters. */
const sureLength = maxWordLength - 2;
/** Cut words have at least as many bytes, whatever their letters: what was cut off could be the part. */
export const bytesOfCutWord = maxWordLength - 1;

const wordOrRun = new RegExp(
  String.raw`(?<own>[[${unspacedLetter}]&&[\p{L}\p{N}]])|${ofWord}+`,
  'gv',
);
/** What continues a word although it is none of its letters. */
const continued = new RegExp(String.raw`^(?:[+#]|[[${unspacedLetter}]&&\p{M}])`, 'v');

/**
 * What the words of an object have in common if the texts of a field contain, or start with, what the conditions ask
 * for: `da lo` is in texts with a word that ends with "da" and one that begins with "lo". Nothing for a text of signs.
 */
export function partsOfWords(where: readonly SearchCondition[] = []): PartsOfWords {
  const found: PartsOfWords = { words: [], parts: [] };
  for (const condition of where) {
    if ('anyOf' in condition || 'orReference' in condition) continue;
    const { op, value } = condition;
    if (op === 'contains' || op === 'startsWith')
      addParts(found, foldedText(String(value)), op === 'startsWith');
  }
  return found;
}

/** @param isStart whether the text is at the beginning of another one, and not somewhere within it */
function addParts({ words, parts }: PartsOfWords, text: string, isStart: boolean): void {
  for (const { 0: run, index, groups } of text.matchAll(wordOrRun)) {
    const behind = text.slice(index + run.length);
    const isWord = groups?.['own'] !== undefined;
    const isBeginning = behind === '' || continued.test(behind);
    if (index === 0 && !isStart && !isWord) parts.push({ text: run, isEnd: behind !== '' });
    else if (run.length > sureLength) words.push({ word: beginningOf(run), isBeginning: true });
    // Too many words begin with one letter.
    else if (run.length > 1 || isWord || !isBeginning) words.push({ word: run, isBeginning });
  }
}

const beginningOf = (run: string) => run.slice(0, sureLength).replace(/[\ud800-\udbff]$/, '');
