import { mostSearchWords } from '@annals/contracts/object-search';
import { badRequest } from '@annals/kit/problem';
import { searchPhrases } from './lexemes.ts';

/**
 * The phrases of a search; undefined when the text has no word.
 * @param field the place of the text in the request
 * @throws Problem 400 for more words than one search looks for. To leave some out would find what was not asked for.
 */
export function searchPhrasesOf(text: string | undefined, field: string): string[][] | undefined {
  const phrases = searchPhrases(text);
  if ((phrases?.flat().length ?? 0) > mostSearchWords)
    throw badRequest(`A search takes at most ${mostSearchWords} different words.`, [
      { path: field, message: 'Remove the least important words.' },
    ]);
  return phrases;
}
