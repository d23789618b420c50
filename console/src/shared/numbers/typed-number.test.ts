// @vitest-environment node
import { expect, test } from 'vitest';
import { plainNumber, typedNumber } from './typed-number.ts';

test('German takes the comma as well as the point, English only the point', () => {
  expect(['0,5', ' 0.5 ', '1.234,5', '-1,5e3'].map((text) => plainNumber(text, 'de'))).toEqual([
    '0.5',
    '0.5',
    '1.234.5',
    '-1.5e3',
  ]);
  expect(plainNumber('1,234', 'en')).toBe('1,234');
});

test('a number reads as it would be typed, with all its digits', () => {
  expect([typedNumber(0.1234567, 'de'), typedNumber(0.5, 'en')]).toEqual(['0,1234567', '0.5']);
});
