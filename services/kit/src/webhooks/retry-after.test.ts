import { expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const now = Date.parse('2026-03-01T10:00:00Z');

it.each([
  ['3', 3_000],
  [' 120 ', 120_000],
  ['Sun, 01 Mar 2026 10:05:00 GMT', 300_000],
  ['Sun, 01 Mar 2026 09:55:00 GMT', 0],
  ['99999999999', 86_400_000],
  ['0', 0],
  ['soon', 0],
  ['', 0],
  [null, 0],
])('reads the Retry-After header %j', (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms);
});
