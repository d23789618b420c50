import { array, assert, constantFrom, oneof, property, record, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@annals/contracts/testing/exhaustive';
import { linearPattern, UnsupportedPattern } from './linear-pattern.js';

const words = (list: string) => constantFrom(...list.split(' '));
/** The building blocks of regular expressions, and kinds of white space. */
const characters = constantFrom(
  ...Array.from('ab-]^z059_.$/&[\n\r\v \u00a0\u2028\ufeff\u00e9\u{1f600}\ud83d'),
);
const memberOfClass = words(
  String.raw`a a-z 0-9 +-- \- \] \^ \\ [ & : . \d \D \w \W \s \S \b \n \cJ \x41 \u0041 \u{1F600} \ud83d\ude00 \p{Lu}`,
);
const atom = oneof(
  words(
    String.raw`a b . \. \d \D \w \W \s \S \b \B ^ $ \/ \$ \n \v \0 \cJ \x41 \u0061 \u{1F600} \ud83d\ude00 [] [^] \p{L} \P{L} \p{Letter} \P{gc=Decimal_Number} \p{punct} \p{Script=Greek} (?:a|b) (a|) [[:alpha:]`,
  ),
  tuple(constantFrom('', '^'), array(memberOfClass, { minLength: 1, maxLength: 3 })).map(
    ([sign, members]) => `[${sign}${members.join('')}]`,
  ),
);
const repeated = tuple(atom, constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '*?')).map(
  ([what, times]) => (/^(?:\^|\$|\\[bB])$/.test(what) ? what : what + times),
);
const pattern = tuple(
  constantFrom('', '', '(?<name>ab?)'),
  array(repeated, { minLength: 1, maxLength: 4 }),
).map(([start, parts]) => start + parts.join(''));
const text = oneof(
  array(characters, { maxLength: 6 }).map((parts) => parts.join('')),
  string({ unit: 'binary', maxLength: 5 }),
);

function reasonAgainst(refused: string): UnsupportedPattern['reason'] {
  try {
    linearPattern(refused);
  } catch (error) {
    if (error instanceof UnsupportedPattern) return error.reason;
    throw error;
  }
  throw new Error('The pattern is accepted.');
}

describe('a pattern of a JSON Schema', () => {
  it('matches what the same ECMAScript regular expression matches', () => {
    assert(
      property(
        record({ pattern, texts: array(text, { minLength: 5, maxLength: 10 }) }),
        (given) => {
          const linear = linearPattern(given.pattern);
          const native = new RegExp(given.pattern, 'u');
          expect(given.texts.map((each) => linear.test(each))).toEqual(
            given.texts.map((each) => native.test(each)),
          );
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it.each<[string, object]>([
    ['a(?=b)', { messageCode: 'patternLookahead' }],
    ['a(?!b)', { messageCode: 'patternLookahead' }],
    ['(?<=a)b', { messageCode: 'patternLookbehind' }],
    ['(?<!a)b', { messageCode: 'patternLookbehind' }],
    [String.raw`(a)\1`, { messageCode: 'patternBackreference' }],
    [String.raw`(?<n>a)\k<n>`, { messageCode: 'patternBackreference' }],
    ['a{1001}', { messageCode: 'patternRepetition' }],
    ['((a{100}){100}){100}', { messageCode: 'patternRepetition' }],
    [`${'(?:a'.repeat(2000)}${')*'.repeat(2000)}`, { messageCode: 'patternTooLarge' }],
    ['a{1000}'.repeat(21), { messageCode: 'patternTooLarge' }],
    [
      String.raw`\p{Script_Extensions=Greek}`,
      {
        messageCode: 'patternProperty',
        parameters: { property: String.raw`\p{Script_Extensions=Greek}` },
      },
    ],
    ['(', { messageCode: 'patternInvalid', parameters: { detail: 'Unterminated group' } }],
    [String.raw`\Q`, { messageCode: 'patternInvalid', parameters: { detail: 'Invalid escape' } }],
  ])('is refused with the reason: %#', (refused, reason) => {
    expect(reasonAgainst(refused)).toMatchObject(reason);
  });

  it.each<[pattern: string, matching: string, other: string]>([
    // github.com/streetsidesoftware/cspell: globs of its published schema
    ['^(?!foo$)[a-z]+$', 'bar', 'foo'],
    [String.raw`^(?=[^!*,;{}[\]~\n]+$)(?=(.*\w)).+$`, 'a b', 'a!'],
    [String.raw`^(?=.*\d)(?!.*x).+$`, 'a1', 'a1x'],
    ['^(?!(a|b)$)[^|]*$', 'c', 'b'],
  ])('%s has lookaheads at its start, which are tested apart', (leading, matching, other) => {
    const { test } = linearPattern(leading);
    expect([test(matching), test(other)]).toEqual([true, false]);
    const native = new RegExp(leading, 'u');
    expect([native.test(matching), native.test(other)]).toEqual([true, false]);
  });

  it('leaves lookaheads of one alternative alone', () => {
    expect(reasonAgainst('^(?!a)b|c')).toMatchObject({ messageCode: 'patternLookahead' });
  });

  it.each<[pattern: string, texts: string[]]>([
    [String.raw`^[\w-.]+$`, ['a-b.c', 'a b', '']],
    // https://github.com/ajv-validator/ajv/issues/2017
    [String.raw`^\d{4}\-\d{2}Z$`, ['2022-06Z', '202206Z']],
    [String.raw`^\-a\_\@\"$`, ['-a_@"', 'a_@"']],
    [String.raw`^[a-\d-]$`, ['-', 'a', '7', 'b']],
    // https://github.com/stoplightio/spectral/issues/1782
    [String.raw`^[A-Za-z0-9\-\_]`, ['test-case-1', '_', ' ']],
    // https://github.com/n8n-io/n8n/pull/35320
    [String.raw`^https\:\/\/`, ['https://a', 'http://a']],
  ])('%s is read as without the flag u', (loose, texts) => {
    const native = new RegExp(loose);
    const { test } = linearPattern(loose);
    expect(texts.map((each) => test(each))).toEqual(texts.map((each) => native.test(each)));
  });

  it('names the refused pattern, shortening a long one', () => {
    expect(reasonAgainst('a(?=b)').parameters).toEqual({ pattern: 'a(?=b)' });
    expect(reasonAgainst(`${'a'.repeat(300)}(?=b)`).parameters).toEqual({
      pattern: `${'a'.repeat(200)}…`,
    });
  });

  it.each(['^(a+)+$', '^(a|aa)+$', '^(a|a?)+$', '^(.*a){12}$', String.raw`^(\w+\s?)*$`])(
    '%s is matched against a text on which a backtracking engine would never finish',
    (hostile) => {
      expect(linearPattern(hostile).test(`${'a'.repeat(20_000)}!`)).toBe(false);
    },
  );
});
