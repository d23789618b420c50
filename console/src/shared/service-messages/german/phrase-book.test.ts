// @vitest-environment node
import { expect, test } from 'vitest';
import { phraseBook } from './phrase-book.ts';

test('placeholders hold any text, which stands where the translation wants it', () => {
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

test('of several that fit, the one with the most words of its own is taken', () => {
  const translate = phraseBook({
    '{what} is taken.': '{what} ist vergeben.',
    'The name {name} is taken.': 'Der Name {name} ist vergeben.',
    'The name x is taken.': 'x gibt es schon.',
  });
  expect(translate('The name y is taken.')).toBe('Der Name y ist vergeben.');
  expect(translate('The name x is taken.')).toBe('x gibt es schon.');
  expect(translate('It is taken.')).toBe('It ist vergeben.');
});

test('what is said within is translated, or the sentence is left as it is', () => {
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
  // Words say nothing by themselves: another service may well use them.
  expect(translate('1 unit')).toBeUndefined();
});

test('several sentences, each after the place it is about, are translated if all are known', () => {
  const translate = phraseBook({
    'Unknown.': 'Unbekannt.',
    'Some is wrong.': 'Etwas stimmt nicht.',
  });
  expect(translate('Some is wrong. body.x: Unknown. key: Unknown.')).toBe(
    'Etwas stimmt nicht. body.x: Unbekannt. key: Unbekannt.',
  );
  expect(translate('x: Unknown. y: Foreign.')).toBeUndefined();
});

test('a long text made to fit nearly takes no time worth speaking of', () => {
  const translate = phraseBook({ '{a} x {b} x {c} x {d} x {e} end.': '{a}' });
  const started = performance.now();
  expect(translate(`${' x'.repeat(100_000)} en.`)).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(1_000);
});
