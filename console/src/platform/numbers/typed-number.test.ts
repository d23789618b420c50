// @vitest-environment node
import { expect, test } from 'vitest';
import { plainNumber, typedNumber, wholeNumber } from './typed-number.ts';

test('German accepts comma and point as decimal separator, English only the point', () => {
  expect(['0,5', ' 0.5 ', '1.234,5', '-1,5e3'].map((text) => plainNumber(text, 'de'))).toEqual([
    '0.5',
    '0.5',
    '1.234.5',
    '-1.5e3',
  ]);
  expect(plainNumber('1,234', 'en')).toBe('1,234');
});

test('formats a number as users would type it, with all digits', () => {
  expect([typedNumber(0.1234567, 'de'), typedNumber(0.5, 'en')]).toEqual(['0,1234567', '0.5']);
});

test.each<[string, number | undefined]>([
  [' 45 ', 45],
  ['007', 7],
  ['1,440', 1440],
  ['1.440', 1440],
  ['43 200', 43_200],
  ['43\u202f200', 43_200],
  ['1’000’000', 1_000_000],
  ['1,000.000', undefined],
  ['1,44', undefined],
  ['1440,000', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['30 min', undefined],
  ['-5', undefined],
  ['Infinity', undefined],
  ['9'.repeat(20), undefined],
  ['', undefined],
])('reads %j as the whole number %j', (typed, number) => expect(wholeNumber(typed)).toBe(number));
