// @vitest-environment node
import { expect, test } from 'vitest';
import { addFieldsOf, suggestionsFor, termAt } from './suggestions.ts';

test('suggests top-level fields that start with the text first, and nested fields last', () => {
  const pointers = ['/auto/releaseDate', '/releases/latest', '/releaseLabel', '/name'];
  const known = {
    types: [],
    fields: new Map(pointers.map((pointer) => [pointer, []])),
    references: [],
    people: [],
    titles: [],
  };
  const texts = suggestionsFor({ kind: 'text', text: 'rel', quoted: false }, 'objects', known).map(
    ({ text }) => text,
  );
  expect(texts).toEqual(['releaseLabel:', 'releases.latest:', 'auto.releaseDate:']);
});

test('keeps the most frequent fields of the data, and limits their number', () => {
  const versions = Array.from({ length: 50 }, (_, number) => ({
    objectData: {
      byId: Object.fromEntries(
        Array.from({ length: 20 }, (_id, index) => [`id-${number}-${index}`, 1]),
      ),
      title: `Object ${number}`,
    },
  }));
  const fields = new Map([['/state', new Set(['open'])]]);
  addFieldsOf(fields, [...versions, { objectData: { state: 'closed' } }]);
  expect(fields.size).toBe(61);
  expect(fields.has('/title')).toBe(true);
  expect(fields.get('/state')).toEqual(new Set(['open', 'closed']));
});

test('finds the term that is being typed in brackets', () => {
  const typed = 'a (type:PRODUCT OR (b titl';
  expect(termAt(typed, typed.length)).toMatchObject({ start: 22, term: { text: 'titl' } });
  expect(termAt('(a)', 3)).toEqual({ start: 3, term: undefined });
});
