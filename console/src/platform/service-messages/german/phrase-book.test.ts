// @vitest-environment node
import { expect, test } from 'vitest';
import { phraseBook } from './phrase-book.ts';

test('a placeholder accepts any text and appears where the translation puts it', () => {
  const translate = phraseBook({
    'There is no role {name}.': 'Die Rolle {name} gibt es nicht.',
    '{one} calls itself {other}, not {one}.': '{other}, nicht {one}',
  });
  expect(translate('There is no role A.B, $& {x} \n*.')).toBe(
    'Die Rolle A.B, $& {x} \n* gibt es nicht.',
  );
  expect(translate('a calls itself b, not c.')).toBe('b, nicht a');
  expect(translate('There is no role x')).toBeUndefined();
  expect(translate('There is no rule x.')).toBeUndefined();
});

test('the phrase with the most words of its own wins', () => {
  const translate = phraseBook({
    '{what} is taken.': '{what} ist vergeben.',
    'The name {name} is taken.': 'Der Name {name} ist vergeben.',
    'The name x is taken.': 'x gibt es schon.',
  });
  expect(translate('The name y is taken.')).toBe('Der Name y ist vergeben.');
  expect(translate('The name x is taken.')).toBe('x gibt es schon.');
  expect(translate('It is taken.')).toBe('It ist vergeben.');
});

test('nested text is translated, or the whole sentence stays as it is', () => {
  const translate = phraseBook(
    {
      'It has {members}. Remove them.': 'Es hat {members:translated}. Entferne sie.',
      'Row {row} {why}': 'Zeile {row} {why:translated}',
      'Not now.': 'Nicht jetzt.',
    },
    { '{n} members': '{n} Mitglieder', '1 unit': '1 Einheit' },
  );
  expect(translate('It has 2 members, 1 unit. Remove them.')).toBe(
    'Es hat 2 Mitglieder, 1 Einheit. Entferne sie.',
  );
  expect(translate('Row 7 Not now.')).toBe('Zeile 7 Nicht jetzt.');
  expect(translate('It has 2 members, 3 cats. Remove them.')).toBeUndefined();
  // Words alone are not translated, since another service may use them.
  expect(translate('1 unit')).toBeUndefined();
});

test('several sentences with paths are translated if all of them are known', () => {
  const translate = phraseBook({
    'Unknown.': 'Unbekannt.',
    'Some is wrong.': 'Etwas stimmt nicht.',
  });
  expect(translate('Some is wrong. body.x: Unknown. key: Unknown.')).toBe(
    'Etwas stimmt nicht. body.x: Unbekannt. key: Unbekannt.',
  );
  expect(translate('x: Unknown. y: Foreign.')).toBeUndefined();
});

test('a long text that nearly matches is rejected quickly', () => {
  const translate = phraseBook({ '{a} x {b} x {c} x {d} x {e} y {f} end.': '{a}' });
  // If every place of each part were tried, the test would not end.
  expect(translate(`${' x '.repeat(100_000)} end.`)).toBeUndefined();
});
