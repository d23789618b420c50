/** Letters with a part that is no combining mark, and ligatures, as they are typed on other keyboards. */
const spellings: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ƒ: 'f',
  ɨ: 'i',
  ʉ: 'u',
  ɓ: 'b',
  ɗ: 'd',
  ɖ: 'd',
  ɛ: 'e',
  ɔ: 'o',
  ς: 'σ',
  ё: 'е',
};
const spelled = new RegExp(`[${Object.keys(spellings).join('')}]`, 'g');

/**
 * The marks that people leave out: accents of European letters, vowel points of Hebrew and Arabic. In other writing
 * systems, such as Thai and Devanagari, marks are vowels.
 */
const leftOut =
  // oxlint-disable-next-line no-misleading-character-class -- marks alone are meant
  /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+/g;

/** A text as it is compared in searches: lower case, without accents, in letters that every keyboard has. */
export const foldedText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(leftOut, '')
    .normalize('NFC')
    .toLowerCase()
    // Upper case letters such as İ have marks in lower case.
    .replace(leftOut, '')
    .replace(spelled, (letter) => spellings[letter] ?? letter);
