import { expect, it } from 'vitest';
import { emailAddress } from './text-fields.ts';
import { trimInvisible } from './unseen-characters.ts';

const marks = [
  '\u034f',
  '\u115f',
  '\u2800',
  '\u3164',
  '\u00ad',
  '\u061c',
  '\u200b',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2060',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\ufeff',
  '\u00a0',
  '\u3000',
  '\t',
];
const codeOf = (mark: string) => mark.codePointAt(0)?.toString(16) ?? '';

it.each(marks.map((mark) => [codeOf(mark), mark]))(
  'U+%s around a text is not part of it',
  (_, mark) => {
    expect(trimInvisible(`${mark} ${mark}Ada${mark}`)).toBe('Ada');
    expect(emailAddress.parse(`${mark}ada@example.org${mark}`)).toBe('ada@example.org');
  },
);

it.each(marks.slice(0, 20).map((mark) => [codeOf(mark), mark]))(
  'U+%s within an address is refused, and called what it is',
  (_, mark) => {
    const { error } = emailAddress.safeParse(`ada@${mark}example.org`);
    expect(error?.issues.map(({ message }) => message)).toEqual(['emailInvisible']);
  },
);

it.each(['نام\u200cها', 'א\u200fב', '👩\u200d🔬', '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}', 'a b'])(
  'leaves %j as it is',
  (text) => expect(trimInvisible(text)).toBe(text),
);

it('keeps the joiners of a domain', () => {
  expect(emailAddress.parse('a@نامه\u200cای.example')).toBe('a@نامه\u200cای.example');
});

// hexlet-codebattle/codebattle#1318
it.each(['\u2800\u2800@example.org', '\u3164@example.org', 'ada\u034f@example.org'])(
  '%j is no address',
  (address) => expect(emailAddress.safeParse(address).success).toBe(false),
);
