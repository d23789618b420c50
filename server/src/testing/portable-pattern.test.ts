import { expect, it } from 'vitest';
import { portabilityFault } from './portable-pattern.ts';

it.each([
  '^[^\\x00-\\x1f\\u2028]*$',
  '^(?:\\/(?:[^~/]|~[01])*){1,32}$',
  '^[A-Za-z][A-Za-z0-9_.-]{0,63}$',
  '^a+?b*\\.(c|d){2,}$',
])('%s reads the same everywhere', (pattern) => {
  expect(portabilityFault(pattern)).toBeUndefined();
});

it.each([
  '^\\P{Bidi_Control}*$',
  '^[^\\p{Cc}]*$',
  '^\\d+$',
  '[\\w-]+',
  '\\bword',
  'a(?=b)',
  '(?<=a)b',
  '(?<name>a)',
  '(a)\\1',
  '(?i)a',
  'a*+',
  '[a-z&&[aeiou]]',
  '[[a]]',
  '[a&&b]',
])('%s does not', (pattern) => {
  expect(portabilityFault(pattern)).toBeDefined();
});
