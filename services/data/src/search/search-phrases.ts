import { maxSearchWords } from '@annals/contracts/object-search';
import { badRequest } from '@annals/kit/problem';
import { searchPhrases } from './lexemes.ts';

/**
 * The phrases of a search; undefined if the text has no word.
 * @param field the text's path in the request
 * @throws Problem 400 for more words than a search allows, because ignoring some would return wrong results
 */
export function searchPhrasesOf(text: string | undefined, field: string): string[][] | undefined {
  const phrases = searchPhrases(text);
  if ((phrases?.flat().length ?? 0) > maxSearchWords)
    throw badRequest(`A search takes at most ${maxSearchWords} different words.`, [
      { path: field, message: 'Remove the least important words.' },
    ]);
  return phrases;
}
