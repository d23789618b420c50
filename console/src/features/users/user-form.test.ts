import { expect, it } from 'vitest';
import type { User } from '../../platform/api/things.ts';
import { changesOf, valuesOf } from './user-form.ts';

const user = { id: 'u', name: 'Ada', username: 'ada', email: 'ada@example.org' } as User;

it.each(
  Array.from(
    '\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\ufeff\u00a0',
    (mark) => [mark.codePointAt(0)?.toString(16), mark] as const,
  ),
)('U+%s around what is pasted into the form of a user is not sent', (_, mark) => {
  const around = (text: string) => `${mark}${text} ${mark}`;
  const pasted = { name: around('Eva'), username: around('eva'), email: around('eva@example.org') };
  expect(changesOf({ ...valuesOf(user), ...pasted }, user)).toEqual({
    name: 'Eva',
    username: 'eva',
    email: 'eva@example.org',
  });
  const same = { name: around('Ada'), username: around('ada'), email: around('ada@example.org') };
  expect(changesOf({ ...valuesOf(user), ...same }, user)).toEqual({});
});
