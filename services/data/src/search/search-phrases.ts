import { say } from '@annals/contracts/messages';
import { maxSearchWords } from '@annals/contracts/object-search';
import { badRequest } from '@annals/kit/problem';
import type { QuerySearch } from '@annals/rules/query-search';
import { phrasesIn, wantedWords, type Phrases } from './lexemes.ts';

/**
 * The words of a search; undefined if there is none.
 * @param field the text's path in the request
 * @throws Problem 400 for more words than a search allows, because ignoring some would return wrong results
 */
export function searchPhrasesOf(
  { text, anyText, noText }: Partial<Pick<QuerySearch, 'text' | 'anyText' | 'noText'>>,
  field: string,
): Phrases | undefined {
  const alternatives = (anyText ?? []).map((texts) => texts.flatMap(phrasesIn));
  const phrases = {
    anyOf: [
      ...phrasesIn(text ?? '').map((phrase) => [phrase]),
      ...alternatives.filter(({ length }) => length > 0),
    ],
    noneOf: (noText ?? []).flatMap(phrasesIn),
  };
  if (wantedWords(phrases).length + phrases.noneOf.flat().length > maxSearchWords)
    throw badRequest(say('tooManyWords', { maxSearchWords }), [
      { path: field, ...say('removeWords') },
    ]);
  return phrases.anyOf.length + phrases.noneOf.length > 0 ? phrases : undefined;
}
