import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlightsOf } from './highlights.ts';
import { matches, searchPhrases, wordsWithPlaces } from './lexemes.ts';

const highlights = (objectData: Record<string, unknown>, text: string) =>
  highlightsOf(objectData, searchPhrases(text) ?? []).map(
    ({ path, pieces }) =>
      `${path}: ${pieces.map((piece) => (piece.hit ? `[${piece.text}]` : piece.text)).join('')}`,
  );

describe('highlights', () => {
  it.each([
    ['Café ÉCLAIR', 'eclair', 'Café [ÉCLAIR]'],
    ['un e\u0301clair!', 'ecl', 'un [e\u0301clair]!'],
    ['a ﬁne day', 'fine', 'a [ﬁne] day'],
    ['ΟΔΟΣ οδός', 'οδος', '[ΟΔΟΣ] [οδός]'],
    ['Use Node.js 16', 'node.js', 'Use [Node.js] 16'],
    ['node js', 'js node', '[node] [js]'],
    ['nodes node', 'node', '[nodes] [node]'],
    ['İstanbul', 'istanbul', '[İstanbul]'],
    ['𝒳𝒴 漢字', '漢', '𝒳𝒴 [漢字]'],
  ])('keep the letters of %j where %j is found', (text, wanted, shown) => {
    expect(highlights({ a: text }, wanted)).toEqual([`/a: ${shown}`]);
  });

  it('come from any depth, headings first, then where most words meet, three at most', () => {
    const data = {
      list: [{ 'a/b': 'red', '~': 16.5 }, 'red fox', ['fox']],
      title: 'a fox',
      z: 'red',
    };
    expect(highlights(data, 'red fox')).toEqual([
      '/title: a [fox]',
      '/list/1: [red] [fox]',
      '/list/0/a~1b: [red]',
    ]);
    expect(highlights(data, '16')).toEqual(['/list/0/~0: [16].5']);
  });

  it('show what is around the hit, cut between words', () => {
    const text = `${'before '.repeat(50)}needle ${'after '.repeat(50)}`;
    const [shown = ''] = highlights({ a: text }, 'needle');
    expect(shown).toMatch(/^\/a: …(?:before )+\[needle\](?: after)+…$/);
    expect(shown.length).toBeGreaterThan(130);
    expect(shown.length).toBeLessThan(190);
  });

  it('do not cut within a character where there is no space', () => {
    const text = `x${'😀'.repeat(200)}needle${'😀'.repeat(200)}`;
    const [first] = highlightsOf({ a: text }, [['needle']]);
    const shown = first?.pieces.map((piece) => piece.text).join('') ?? '';
    expect(shown.isWellFormed()).toBe(true);
    expect(shown).toContain('needle');
  });

  it('stand best where several words are near', () => {
    const far = 'filler '.repeat(60);
    expect(highlights({ a: `red ${far} fox red` }, 'fox red')[0]).toMatch(
      /filler +\[fox\] \[red\]$/,
    );
  });

  const part = fc.constantFrom(
    'a',
    'ab',
    'é',
    'e\u0301',
    'Σ',
    'ς',
    '12',
    '.',
    ' ',
    '-',
    'ﬁ',
    '𝒳',
    'ü',
    '漢',
    '\u0301',
    '한',
    'İ',
  );
  const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));

  it('have the words of the index at their places', () => {
    fc.assert(
      fc.property(text, (written) => {
        const words = wordsWithPlaces(written);
        expect(words.map(({ word }) => word)).toEqual((searchPhrases(written) ?? []).flat());
        for (const { word, start, end } of words)
          expect(searchPhrases(written.slice(start, end))?.flat().join('')).toContain(word);
      }),
      { numRuns: 300 },
    );
  });

  it('are there for each that matches, and take nothing away from the text', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('title', 'a'), text), text, (data, wanted) => {
        const phrases = searchPhrases(wanted);
        if (!phrases) return;
        const found = highlightsOf(data, phrases);
        expect(found.length > 0 || !matches(data, phrases)).toBe(true);
        for (const { path, pieces } of found)
          expect(pieces.map((piece) => piece.text).join('')).toBe(data[path.slice(1)]);
      }),
      { numRuns: 300 },
    );
  });
});
