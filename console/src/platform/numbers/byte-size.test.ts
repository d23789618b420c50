// @vitest-environment node
import { expect, test } from 'vitest';
import { byteSize } from './byte-size.ts';

test('formats a size in the largest fitting unit and in the given language', () => {
  expect([0, 999, 1000, 1_540_000, 2e12, 3e16].map((bytes) => byteSize(bytes, 'en'))).toEqual([
    '0 byte',
    '999 byte',
    '1 kB',
    '1.5 MB',
    '2 TB',
    '30,000 TB',
  ]);
  expect(byteSize(1_540_000_000, 'de')).toBe('1,5\u00a0GB');
});
