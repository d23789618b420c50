import { expect, it } from 'vitest';
import { digitsOf } from './totp.ts';

it.each([
  ['123456', 'as it is'],
  ['123 456', 'https://github.com/freedomofpress/securedrop/issues/820'],
  [' 12-34-56 ', 'https://github.com/alphagov/signon/pull/2230'],
  ['123\u00a0456', 'copied from an app with a space that does not break'],
  ['123\u200b456\u2060', 'copied from a page with invisible characters'],
  ['123\u2013456', 'a dash that a keyboard has made of a hyphen'],
  ['123.456', 'a dot as the separator'],
  ['\uff11\uff12\uff13\uff14\uff15\uff16', 'a Japanese keyboard'],
  ['\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6', 'a Persian keyboard'],
  ['\u0661\u0662\u0663\u0664\u0665\u0666', 'an Arabic keyboard'],
])('reads %j: %s', (written) => {
  expect(digitsOf(written)).toBe('123456');
});

it.each([
  '12345',
  '1234567',
  '12345a',
  '',
  '123,456',
  '\u2460\u2461\u2462\u2463\u2464\u2465\u2466',
])('is no code: %j', (written) => {
  expect(digitsOf(written)).toBeUndefined();
});
