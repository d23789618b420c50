// @vitest-environment node
import { expect, test } from 'vitest';
import { plainNumber, typedNumber } from './typed-number.ts';

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
