// @vitest-environment node
import { expect, test } from 'vitest';
import { suggestionsFor } from './suggestions.ts';

test('fields that begin as typed come first, and those of objects further inside last', () => {
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
