import { expect, it } from 'vitest';
import { searchedWords } from '@annals/rules/searched-words';
import { searchTextOf } from './search-text.ts';

const found = (user: { name: string; username: string; email: string | null }, text: string) =>
  searchedWords(text).every((word) => searchTextOf(user).includes(word));

it.each<[source: string, name: string, username: string, texts: string[]]>([
  [
    'the case of the order',
    'Ada Lovelace',
    'ada@example.org',
    ['lovelace ada', 'ada  lovelace', 'LOVE', 'example ada'],
  ],
  [
    'the case of the order',
    'Jörg Groß',
    'CORP\\jgross',
    ['jorg', 'gross', 'groß', 'gross jörg', 'corp\\jg'],
  ],
  ['https://github.com/zenodo/zenodo/issues/963', 'Sébastien', 's', ['Sebastien', 'sebast']],
  ['https://github.com/huridocs/uwazi/issues/3213', 'Fernández', 'f', ['fernandez', 'Fernández']],
  ['https://github.com/lumifyio/lumify/issues/155', 'Culiacán', 'c', ['Culiacan']],
  ['letters without a mark', 'Łukasz Øster', 'l', ['lukasz oster', 'Øster Łu']],
  [
    'https://github.com/keycloak/keycloak/issues/18079: one letter',
    '李 雷',
    'lei',
    ['李', '雷 李', 'l'],
  ],
  [
    'as a list of addresses has them: the last name first, and the address in brackets',
    'Ada Lovelace',
    'ada@example.org',
    [
      'Lovelace, Ada',
      '"Ada Lovelace"',
      'Ada Lovelace <ada@example.org>',
      'ada@example.org;',
      '„Lovelace“',
    ],
  ],
  [
    'an apostrophe as keyboards and programs write it',
    "Seán O'Brien",
    's',
    ["O'Brien", 'O’Brien', 'oʼbrien', 'o´brien', 'brien sean'],
  ],
  ['the same, the other way round', 'Seán O’Brien', 's', ["O'Brien", 'brien']],
  ['signs that are part of a name', 'R&D (50%)', 'r_d', ['r&d', '50%', '(50%)', 'r_d', '_']],
])('%s: %s is found', (_source, name, username, texts) => {
  for (const text of texts)
    expect([text, found({ name, username, email: null }, text)]).toEqual([text, true]);
});

it.each([
  ['jörg@müller.example', ['müller.example', 'xn--mller-kva.example', 'JÖRG@Müller', 'muller']],
  ['jörg@xn--mller-kva.example', ['müller.example', 'xn--mller-kva', 'jorg@müller.example']],
  ['ivan@xn--e1afmkfd.xn--p1ai', ['пример.рф', 'ivan@пример', 'xn--p1ai']],
  ['a@STRASSE.example', ['strasse', 'straße.example']],
  ['a@straße.example', ['strasse.example', 'xn--strae-oqa', 'straße']],
])('finds %s in both forms of its domain', (email, texts) => {
  for (const text of texts)
    expect([text, found({ name: 'J', username: email, email }, text)]).toEqual([text, true]);
});

it('has an address once whose domain is the same in both forms', () => {
  const user = { name: 'Ada', username: 'Ada@Example.org', email: 'ada@example.org' };
  expect(searchTextOf(user)).toBe('ada\nada@example.org');
});

it.each(['"', ',', '<>', "''", '% ;'])('finds not everybody with %j', (signs) => {
  expect(searchedWords(signs)).not.toEqual([]);
  expect(found({ name: 'Ada', username: 'a', email: null }, signs)).toBe(false);
});

it('does not find users without one of the words', () => {
  const ada = { name: 'Ada Lovelace', username: 'ada', email: 'ada@example.org' };
  expect(found(ada, 'ada byron')).toBe(false);
  expect(found(ada, 'lovelaceada')).toBe(false);
});
