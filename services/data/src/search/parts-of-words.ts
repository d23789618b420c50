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
 * What the words of a text have in common if it contains, or starts with, another folded text: `da lo` is in texts with a
 * word that ends with "da" and one that begins with "lo". Nothing for a text of signs.
 * @param isStart whether the text is at the beginning of another one, and not somewhere within it
 */
export function partsOf(text: string, isStart: boolean): PartsOfWords {
  const words: WantedWord[] = [];
  const parts: WordPart[] = [];
  for (const { 0: run, index, groups } of text.matchAll(wordOrRun)) {
    const behind = text.slice(index + run.length);
    const isWord = groups?.['own'] !== undefined;
    const isBeginning = behind === '' || continued.test(behind);
    if (index === 0 && !isStart && !isWord) parts.push({ text: run, isEnd: behind !== '' });
    else if (run.length > sureLength) words.push({ word: beginningOf(run), isBeginning: true });
    // Too many words begin with one letter.
    else if (run.length > 1 || isWord || !isBeginning) words.push({ word: run, isBeginning });
  }
  return { words, parts };
}

const beginningOf = (run: string) => run.slice(0, sureLength).replace(/[\ud800-\udbff]$/, '');
