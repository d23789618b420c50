import { expect, it } from 'vitest';
import { writtenDigits } from './written-digits.ts';

it.each([
  ['0123456789', '0123456789'],
  ['\uff10\uff11\uff19', '019'],
  ['\u0660\u0661\u0669', '019'],
  ['\u06f0\u06f1\u06f9', '019'],
  ['\u0966\u0967\u096f', '019'],
  ['\ud835\udfce\ud835\udfe8', '06'],
  ['12 ab', '12 ab'],
])('reads %j as %s', (written, read) => {
  expect(writtenDigits(written)).toBe(read);
});
