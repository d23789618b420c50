import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxSearchWords } from '@annals/contracts/object-search';
import { runs } from '@annals/contracts/testing/exhaustive';
import { highlightsOf } from './highlights.ts';
import {
  matches,
  noPhrases,
  phrasesIn,
  searchPhrases,
  wantedWords,
  wordsOf,
  wordsWithOffsets,
} from './lexemes.ts';
import { Steps } from './steps.ts';

const highlights = async (objectData: Record<string, unknown>, text: string) =>
  (await highlightsOf(objectData, searchPhrases(text) ?? noPhrases, new Steps())).map(
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
    ['𝒳𝒴 漢字', '漢', '𝒳𝒴 [漢]字'],
  ])('keep the letters of %j where %j is found', async (text, wanted, shown) => {
    expect(await highlights({ a: text }, wanted)).toEqual([`/a: ${shown}`]);
  });

  it('come from any depth, headings first, then where most words meet, at most three', async () => {
    const data = {
      list: [{ 'a/b': 'red', '~': 16.5 }, 'red fox', ['fox']],
      title: 'a fox',
      z: 'red',
    };
    expect(await highlights(data, 'red fox')).toEqual([
      '/title: a [fox]',
      '/list/1: [red] [fox]',
      '/list/0/a~1b: [red]',
    ]);
    expect(await highlights(data, '16')).toEqual(['/list/0/~0: [16].5']);
  });

  it('show the context of the hit, cut between words', async () => {
    const text = `${'before '.repeat(50)}needle ${'after '.repeat(50)}`;
    const [shown = ''] = await highlights({ a: text }, 'needle');
    expect(shown).toMatch(/^\/a: …(?:before )+\[needle\](?: after)+…$/);
    expect(shown.length).toBeGreaterThan(130);
    expect(shown.length).toBeLessThan(190);
  });

  it('do not cut within a character if there is no space', async () => {
    const text = `x${'😀'.repeat(200)}needle${'😀'.repeat(200)}`;
    const [first] = await highlightsOf(
      { a: text },
      { anyOf: [[['needle']]], noneOf: [] },
      new Steps(),
    );
    const shown = first?.pieces.map((piece) => piece.text).join('') ?? '';
    expect(shown.isWellFormed()).toBe(true);
    expect(shown).toContain('needle');
  });

  it('show the place where most words are close together', async () => {
    const far = 'filler '.repeat(60);
    const [first] = await highlights({ a: `red ${far} fox red` }, 'fox red');
    expect(first).toMatch(/filler +\[fox\] \[red\]$/);
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
        const words = [...wordsWithOffsets(written, new Steps())];
        const indexed = written.split(/\s+/).flatMap(phrasesIn).flat();
        expect(words.map(({ word }) => word)).toEqual(indexed);
        for (const { word, start, end } of words)
          expect(phrasesIn(written.slice(start, end)).flat().join('')).toContain(word);
      }),
      { numRuns: runs(300) },
    );
  });

  it('exist for each match, and do not change the text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom('title', 'a'), text),
        text,
        async (data, wanted) => {
          const phrases = searchPhrases(wanted);
          if (!phrases) return;
          const found = await highlightsOf(data, phrases, new Steps());
          expect(found.length > 0 || !matches(wordsOf(data), phrases, new Steps())).toBe(true);
          for (const { path, pieces } of found)
            expect(pieces.map((piece) => piece.text).join('')).toBe(data[path.slice(1)]);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('take linear steps in the length of the text, whatever is searched', async () => {
    const letter = fc.constantFrom('a', 'b', 'é', '漢', '𝒳', 'ﷺ');
    const unit = fc.array(fc.oneof(letter, fc.constantFrom(' ', '.', '\u0301')), {
      minLength: 1,
      maxLength: 6,
    });
    const long = fc
      .tuple(unit, fc.integer({ min: 1, max: 20_000 }))
      .map(([parts, times]) => parts.join('').repeat(times).slice(0, 40_000));
    const word = fc.array(letter, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
    const query = fc
      .array(fc.tuple(word, fc.constantFrom(' ', '.')), { minLength: 1, maxLength: 250 })
      .map((words) => words.flat().join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(long, { maxLength: 3 }), query, async (values, asked) => {
        const phrases = searchPhrases(asked);
        if (!phrases) return;
        const words = wantedWords(phrases).length;
        fc.pre(words <= maxSearchWords);
        const steps = new Steps();
        await highlightsOf({ values }, phrases, steps);
        // One character may expand to eighteen letters, and each word is compared with each searched word twice.
        const length = values.reduce((sum, value) => sum + value.length, 0);
        expect(steps.count).toBeLessThanOrEqual(20 * length + Math.min(length, 30_000) * 4 * words);
      }),
      { numRuns: runs(100) },
    );
  });

  it('take few steps for the text and the query that once took minutes', async () => {
    const steps = new Steps();
    const phrases = searchPhrases('a '.repeat(250)) ?? noPhrases;
    const [found] = await highlightsOf({ text: 'a '.repeat(10_000) }, phrases, steps);
    expect(found?.pieces.filter(({ hit }) => hit)).toHaveLength(80);
    expect(steps.count).toBeLessThan(100_000);
  });

  it('yield between pieces, and stop with the signal', async () => {
    const gone = new AbortController();
    const steps = new Steps(gone.signal);
    setImmediate(() => gone.abort(new Error('The caller has gone.')));
    const data = { text: 'a '.repeat(10_000) };
    await expect(highlightsOf(data, { anyOf: [[['a']]], noneOf: [] }, steps)).rejects.toThrow(
      'The caller has gone.',
    );
    expect(steps.count).toBeLessThan(21_000);
  });
});
