import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparisons, parseQuery, printQuery, type QueryTerm, requiresAll } from './query.ts';
import { runs } from '@annals/contracts/testing/exhaustive';

const termsOf = (text: string) => parseQuery(text).terms.map(({ term }) => term);

const piece = fc.constantFrom(
  'a',
  'é',
  '1',
  '.',
  '..',
  '"',
  '\\',
  ' ',
  '\n',
  ':',
  '=',
  '<',
  '>',
  '!',
  '/',
  '//',
  '-',
  '*',
  '😀',
  '“',
  '”',
  '„',
  'type',
  '2024-01',
);
const anyText = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
const filled = anyText.filter((text) => text !== '');
const side = fc.option(
  fc.stringMatching(/^[\p{L}0-9:-]{1,8}$/u).filter((text) => text !== '' && !/\s|"/.test(text)),
  { nil: undefined },
);
const text = fc.record({ kind: fc.constant('text' as const), text: anyText, quoted: fc.boolean() });
const range = fc
  .record({ kind: fc.constant('range' as const), from: side, to: side })
  .filter(({ from, to }) => from !== undefined || to !== undefined);
const condition = fc.oneof(
  fc.record({
    kind: fc.constant('condition' as const),
    key: filled,
    keyQuoted: fc.boolean(),
    comparison: fc.constantFrom(...comparisons),
    value: text,
  }),
  fc.record({
    kind: fc.constant('condition' as const),
    key: filled,
    keyQuoted: fc.boolean(),
    comparison: fc.constant(':' as const),
    value: range,
  }),
);
const flag = fc.constantFrom(undefined, true as const);
const joinedTerm: fc.Arbitrary<QueryTerm> = fc
  .record({ bare: fc.oneof(text, condition), not: flag, or: flag })
  .map(({ bare, not, or }) => Object.assign({}, bare, or && { or }, not && { not }));
const query: fc.Arbitrary<QueryTerm[]> = fc
  .array(joinedTerm, { maxLength: 4 })
  .filter(([first]) => !first?.or);

/** Adds quotation marks where a text needs them; the meaning stays the same. */
const meaningOf = (terms: readonly QueryTerm[]) =>
  JSON.stringify(terms, (name, value: unknown) =>
    name === 'quoted' || name === 'keyQuoted' ? undefined : value,
  );

describe('a query', () => {
  it('reads back what it prints', () => {
    fc.assert(
      fc.property(query, (terms) => {
        const printed = printQuery(terms);
        const read = parseQuery(printed);
        expect(read.errors).toEqual([]);
        expect(meaningOf(read.terms.map(({ term }) => term))).toBe(meaningOf(terms));
        expect(printQuery(termsOf(printed))).toBe(printed);
      }),
      { numRuns: runs(300) },
    );
  });

  it('keeps apart a comparison and a text that begins as one ends', () => {
    for (const typed of ['a<"=1"', 'a>"="', 'a<="="'])
      expect(printQuery(termsOf(typed))).toBe(typed);
    expect(termsOf('a<"=1"')).toMatchObject([{ comparison: '<', value: { text: '=1' } }]);
    const value = { kind: 'text', text: '=', quoted: false } as const;
    const term = { kind: 'condition', key: 'a', keyQuoted: false, comparison: '<', value } as const;
    expect(printQuery([term])).toBe('a<"="');
  });

  it('quotes a text whose quotation mark a later term would close', () => {
    const open = { kind: 'text', text: '“a', quoted: false } as const;
    const close = { kind: 'text', text: 'b”', quoted: false } as const;
    expect(printQuery([open, close])).toBe('"“a" b”');
    const named = { kind: 'condition', key: 'a', keyQuoted: false, comparison: ':' } as const;
    expect(printQuery([{ ...named, value: open }, close])).toBe('a:"“a" b”');
  });

  it('reads any text to its end, with the place of each term', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const { terms, errors } = parseQuery(typed);
        let end = 0;
        for (const term of terms) {
          expect(typed.slice(end, term.start).trim()).toMatch(/^-?$/);
          expect(term.end).toBeGreaterThan(term.start);
          end = term.end;
        }
        expect(typed.slice(end).trim()).toBe('');
        for (const error of errors) expect(error.end).toBeLessThanOrEqual(typed.length);
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    ['ada', true],
    ['ada "long term" name:Ada (x y)', true],
    ['', true],
    ['ada OR ben', false],
    ['ada NOT ben', false],
    ['ada -ben', false],
    ['ada (x OR y)', false],
    ['name!=Ada', false],
    ['age>3', false],
    ['age:1..3', false],
  ])('tells whether %s finds only what has everything that it names', (typed, expected) => {
    expect(requiresAll(typed)).toBe(expected);
  });

  it('has words, conditions, ranges and quoted texts', () => {
    expect(termsOf('node.js "long term" price>=10 date:2024-01.. vendor:"A \\"B\\""')).toEqual([
      { kind: 'text', text: 'node.js', quoted: false },
      { kind: 'text', text: 'long term', quoted: true },
      {
        kind: 'condition',
        key: 'price',
        keyQuoted: false,
        comparison: '>=',
        value: { kind: 'text', text: '10', quoted: false },
      },
      {
        kind: 'condition',
        key: 'date',
        keyQuoted: false,
        comparison: ':',
        value: { kind: 'range', from: '2024-01', to: undefined },
      },
      {
        kind: 'condition',
        key: 'vendor',
        keyQuoted: false,
        comparison: ':',
        value: { kind: 'text', text: 'A "B"', quoted: true },
      },
    ]);
    expect(termsOf('https://example.org 12:30')).toEqual([
      { kind: 'text', text: 'https://example.org', quoted: false },
      { kind: 'text', text: '12:30', quoted: false },
    ]);
  });

  it.each([
    ['a OR b', 'a OR b'],
    ['a  AND b', 'a b'],
    ['a -b', 'a NOT b'],
    ['-"b c" -type:X', 'NOT "b c" NOT type:X'],
    ['a OR -b:c', 'a OR NOT b:c'],
    ['a or not b - c -5 --d', 'a or not b - c -5 --d'],
    ['ORB NOTE a-b', 'ORB NOTE a-b'],
    ['"OR" "-a" "NOT"', '"OR" "-a" "NOT"'],
    ['price:-5 a:OR', 'price:-5 a:OR'],
    ['(a  OR b)c', '(a OR b) c'],
    ['NOT(a:b -(c d))', 'NOT (a:b NOT (c d))'],
    ['title:f(x) main() (price:"a)")', 'title:f(x) main() (price:"a)")'],
    ['"(a" "b)" x:"c)"', '"(a" "b)" x:"c)"'],
    // Quotation marks as phones type them: freelawproject/courtlistener#2790, StractOrg/stract#126, simonw/datasette#1795
    ['“long term” title:“Ada L” -“b c”', '"long term" title:"Ada L" NOT "b c"'],
    ['„a b“ «c d» »e f« “g h" (“i j”)', '"a b" "c d" "e f" "g h" ("i j")'],
    ['“first name”:Ada “a\\”b”', '"first name":Ada "a”b"'],
    ['“a b „c', '"“a" b "„c"'],
    ['“a”, „b“.', '“a”, „b“.'],
    ['"“a b”"', '"“a b”"'],
  ])('%s: keeps apart operators and words', (typed, printed) => {
    expect(printQuery(termsOf(typed))).toBe(printed);
  });

  it.each([
    ['a "b c', [{ code: 'unclosedQuote', start: 2, end: 6 }]],
    ['ab type:', [{ code: 'valueMissing', start: 3, end: 8 }]],
    ['a:"b"c d', [{ code: 'spaceMissing', start: 0, end: 6 }]],
    ['a OR', [{ code: 'operandMissing', start: 2, end: 4 }]],
    ['OR a', [{ code: 'operandMissing', start: 0, end: 2 }]],
    ['a OR OR b', [{ code: 'operandMissing', start: 5, end: 7 }]],
    ['a NOT', [{ code: 'operandMissing', start: 2, end: 5 }]],
    ['NOT NOT a', [{ code: 'operandMissing', start: 4, end: 7 }]],
    ['a (b c', [{ code: 'bracketMissing', start: 2, end: 3 }]],
    ['a b) c', [{ code: 'bracketMissing', start: 3, end: 4 }]],
    ['x:y) c', [{ code: 'bracketMissing', start: 3, end: 4 }]],
    ['a ()', [{ code: 'emptyBrackets', start: 2, end: 4 }]],
    ['(a OR) b', [{ code: 'operandMissing', start: 3, end: 5 }]],
    ['(OR a)', [{ code: 'operandMissing', start: 1, end: 3 }]],
    [`${'('.repeat(9)}a${')'.repeat(9)}`, [{ code: 'tooNested', start: 8, end: 11 }]],
    ['NOT OR a', [{ code: 'operandMissing', start: 4, end: 6 }]],
  ])('%s: reports the error and its place', (typed, errors) => {
    expect(parseQuery(typed).errors).toEqual(errors);
  });
});
