import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { runs } from '@annals/contracts/testing/exhaustive';
import {
  fieldQuery,
  matches,
  noPhrases,
  phrasesIn,
  rankQuery,
  searchPhrases,
  searchQuery,
  searchVector,
  wordKey,
  wordsOf,
  wordsWithOffsets,
  wordsQuery,
} from './lexemes.ts';
import { Steps } from './steps.ts';

describe('words', () => {
  it('come from texts and numbers at any depth, not from names, with more weight for headings', () => {
    expect(
      searchVector({ title: 'Node.js', size: 16.6, deep: { list: ['Größe', true, null] } }, ''),
    ).toBe(
      `'grosse':1 '16':3 '6':4 'node':6A 'js':7A '\u0001/title' '\u0001/size' '\u0001/deep' '\u0001/deep/list'`,
    );
  });

  it('ignore diacritics, case and compatibility forms', () => {
    expect(searchVector({ a: 'Café ÉCLAIR ﬁne ＡＢＣ ΟΔΟΣ' }, '')).toBe(
      `'cafe':1 'eclair':2 'fine':3 'abc':4 'οδοσ':5 '\u0001/a'`,
    );
  });

  it.each<[source: string, text: string, words: string[]]>([
    ['the case of the order', 'Łódź Malmö Hauptstraße', ['lodz', 'malmo', 'hauptstrasse']],
    [
      'https://github.com/inventaire/inventaire/issues/607',
      'Grégoire Chamayou',
      ['gregoire', 'chamayou'],
    ],
    ['https://github.com/chilli-axe/mpc-autofill/issues/163', 'Juzám Djinn', ['juzam', 'djinn']],
    ['https://github.com/meilisearch/documentation/issues/2092', 'ő Ő ű', ['o', 'u']],
    ['https://github.com/typesense/typesense/issues/3037', 'Dípticos', ['dipticos']],
    [
      'other letters',
      'Æthelred Œuvre Þórr Đặng Øystein İstanbul ısı',
      ['aethelred', 'oeuvre', 'thorr', 'dang', 'oystein', 'istanbul', 'isi'],
    ],
    ['points of Hebrew and Arabic', 'שָׁלוֹם مُحَمَّد', ['שלום', 'محمد']],
    ['vowels of Devanagari stay', 'हिन्दी', ['हिन्दी']],
    [
      'https://github.com/BranchMetrics/sesame_issues/issues/143',
      '铁路12306',
      ['铁', '路', '12306'],
    ],
    [
      'https://github.com/openclaw/clawhub/pull/1596',
      'ﾃｽﾄ データ',
      ['テ', 'ス', 'ト', 'デ', 'ー', 'タ'],
    ],
    ['Thai, with its vowels', 'ที่นี่', ['ที่', 'นี่']],
    ['Korean has spaces', '안녕 세계', ['안녕', '세계']],
    [
      'https://github.com/krisk/Fuse/issues/821',
      'C++, C#; a+b F#x g++',
      ['c++', 'c#', 'a', 'b', 'f', 'x', 'g++'],
    ],
    ['and among other letters', 'é+ü C++ö c++語', ['e', 'u', 'c', 'o', 'c++', '語']],
  ])('%s: %s', (_source, text, words) => {
    expect([...wordsOf({ text }).keys()]).toEqual(words);
    const offsets = [...wordsWithOffsets(text, new Steps())];
    expect([...new Set(offsets.map(({ word }) => word))]).toEqual(words);
    for (const { word, start, end } of offsets)
      expect([...wordsOf({ text: text.slice(start, end) }).keys()]).toEqual([word]);
  });

  it('form phrases whose last word is a prefix', () => {
    expect(searchQuery(searchPhrases('Node.js 16.') ?? noPhrases, '')).toBe(
      `'node' <-> 'js':* & '16':*`,
    );
    expect(searchPhrases(' ... + ')).toBeUndefined();
    expect(phrasesIn("it's")).toEqual([['it', 's']]);
    expect(phrasesIn('a A b.c á b-c c.b')).toEqual([['a'], ['b', 'c'], ['c', 'b']]);
  });

  it('of a partition start with its key', () => {
    const key = wordKey('0199a8f4-4f0e-7c1b-9c55-0b1b2c3d4e5f');
    expect(key).toBe('PU5f');
    expect(searchVector({ title: 'Node.js' }, key)).toBe(
      `'PU5fnode':1A 'PU5fjs':2A 'PU5f\u0001/title'`,
    );
    const phrases = searchPhrases('node.js linux') ?? noPhrases;
    expect(searchQuery(phrases, key)).toBe(`'PU5fnode' <-> 'PU5fjs':* & 'PU5flinux':*`);
    expect(rankQuery(phrases, key, 1)).toBe(`'PU5fnode'`);
    expect(wordsQuery(phrases, key)).toBe(`'PU5fnode' & 'PU5fjs':* & 'PU5flinux':*`);
  });

  it('are limited to what a tsvector holds', () => {
    const b = Array.from({ length: 30_000 }, (_, n) => `w${n}`);
    const long = searchVector({ a: 'x'.repeat(5000), b }, '');
    expect(long.startsWith(`'${'x'.repeat(100)}':1 `)).toBe(true);
    expect(long.split(' ').length).toBeLessThanOrEqual(10_002);
  });
});

describe.each(testDatabases())('words in the database, $kind', ({ open }) => {
  let database: Database;

  beforeAll(async () => {
    database = await open();
  });
  afterAll(async () => {
    await database.close();
  });

  const find = async (
    objectData: Record<string, unknown>,
    text: string,
    phrases = searchPhrases(text) ?? noPhrases,
  ) => {
    const key = wordKey('0199a8f4-4f0e-7c1b-9c55-0b1b2c3d4e5f');
    const [row] = await database.query<{ found: boolean; words: boolean; elsewhere: boolean }>(
      sql`select vector @@ ${searchQuery(phrases, key)}::tsquery as found,
          vector @@ ${wordsQuery(phrases, key)}::tsquery as words,
          vector @@ ${wordsQuery(phrases, '+/+/')}::tsquery as elsewhere
        from (select ${searchVector(objectData, key)}::tsvector as vector) indexed`,
    );
    // The index returns everything that matches, and nothing of another partition.
    // It is not asked for what must not occur alone.
    if (phrases.anyOf.length > 0)
      expect([row?.found === true && !row.words, row?.elsewhere]).toEqual([false, false]);
    return {
      text,
      inDatabase: row?.found,
      here: matches(wordsOf(objectData), phrases, new Steps()),
    };
  };

  it('are beside the fields, which no word finds', async () => {
    const key = wordKey('0199a8f4-4f0e-7c1b-9c55-0b1b2c3d4e5f');
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`f${n}`, n]));
    const has = async (objectData: Record<string, unknown>, pointer: string) => {
      const [row] = await database.query<{ found: boolean }>(
        sql`select ${searchVector(objectData, key)}::tsvector @@ ${fieldQuery(pointer, key)}::tsquery as found`,
      );
      return row?.found;
    };
    const data = { a: [{ "b'\\": { '~/': null } }], ['é'.repeat(500)]: 1 };
    for (const pointer of ['/a', "/a/b'\\", "/a/b'\\/~0~1", `/${'é'.repeat(500)}`])
      expect([pointer, await has(data, pointer)]).toEqual([pointer, true]);
    for (const pointer of ['/b', '/a/b', '/A']) expect(await has(data, pointer)).toBe(false);
    expect(await has(many, '/f399')).toBe(true);
  });

  it('match as expected', async () => {
    const data = {
      title: 'Node.js',
      release: { cycle: '16.10', date: '2021-04-20' },
      text: 'a b c',
    };
    for (const text of [
      'node.js',
      'NODE',
      'nod',
      'js',
      '16.1',
      '2021-04',
      'node 16',
      'b c',
      "'node'",
      'a\\b',
    ])
      await expect(find(data, text)).resolves.toEqual({ text, inDatabase: true, here: true });
    for (const [text, word] of [
      ['祝你们新年快乐', '快乐'],
      ['東京都庁', '京都'],
      ['ภาษาไทยง่าย', 'ไทย'],
      ['C++', 'c+'],
    ] as const)
      await expect(find({ text }, word)).resolves.toMatchObject({ inDatabase: true, here: true });
    for (const [text, word] of [
      ['快很乐', '快乐'],
      ['Cobol', 'C++'],
    ] as const)
      await expect(find({ text }, word)).resolves.toMatchObject({ inDatabase: false, here: false });
    for (const text of ['ode', 'js.node', '16.2', 'node.16', 'c.a', 'nodejs', 'title'])
      await expect(find(data, text)).resolves.toEqual({ text, inDatabase: false, here: false });
  });

  it('match in the database as they do here, for any texts', async () => {
    const part = fc.constantFrom(
      'a',
      'ab',
      'b',
      'é',
      'Σ',
      'ς',
      '1',
      '12',
      '.',
      ' ',
      '-',
      "'",
      '\\',
      ':',
      '&',
      '!',
      '<->',
      '*',
      '𝒳',
      'ü',
      '漢',
      'の',
      'ท',
      '+',
      '#',
      '\u0301',
      '\u0e35',
    );
    const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    const data = fc.dictionary(
      fc.constantFrom('title', 'a', 'zz'),
      fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.integer(), fc.boolean()),
    );
    await fc.assert(
      fc.asyncProperty(data, text, async (objectData, query) => {
        const { inDatabase, here } = await find(objectData, query);
        // Without words there is nothing to query.
        expect(here).toBe(searchPhrases(query) ? inDatabase : true);
      }),
      { numRuns: runs(300) },
    );
  });

  it('are found by alternatives and exclusions as the database finds them', async () => {
    const letters = fc.constantFrom('a', 'ab', 'b', 'ba');
    const data = fc.record({ list: fc.array(fc.array(letters, { maxLength: 4 })) });
    const phrase = fc.array(letters, { minLength: 1, maxLength: 3 });
    const wanted = fc.record({
      anyOf: fc.array(fc.array(phrase, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
      noneOf: fc.array(phrase, { maxLength: 2 }),
    });
    const joined = ({ list }: { list: string[][] }) => ({
      list: list.map((words) => words.join(' ')),
    });
    await fc.assert(
      fc.asyncProperty(data, wanted, async (objectData, phrases) => {
        fc.pre(phrases.anyOf.length + phrases.noneOf.length > 0);
        const { inDatabase, here } = await find(joined(objectData), '', phrases);
        expect(here).toBe(inDatabase);
      }),
      { numRuns: runs(300) },
    );
  });

  it('fit into the database, whatever their number and length', async () => {
    const anySize = fc.constantFrom(1, 99, 100, 101, 3000);
    const anyLetter = fc.constantFrom('x', 'é', '漢', '𐐷', 'ﷺ');
    await fc.assert(
      fc.asyncProperty(
        anyLetter,
        anySize,
        fc.constantFrom(1, 300, 20_000),
        async (letter, size, count) => {
          const list = Array.from(
            { length: Math.min(count, Math.ceil(400_000 / size)) },
            (_, n) => letter.repeat(size - 1) + n,
          );
          const data = { list, same: 'word '.repeat(400) };
          for (const text of [`${letter.repeat(Math.min(size - 1, 90))}1`, 'word.word', letter]) {
            const { inDatabase, here } = await find(data, text);
            expect(here).toBe(inDatabase);
          }
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it('of the longest text are processed only as far as they are stored', () => {
    const data = { text: 'word '.repeat(200_000) };
    const steps = new Steps();
    expect(matches(wordsOf(data), { anyOf: [[['absent']]], noneOf: [] }, steps)).toBe(false);
    expect(steps.count).toBeLessThan(1000);
  });

  it.each(['word', 'wörd'])(
    'are the same however long the text is that contains them (%s)',
    (word) => {
      const gap = '-'.repeat(1_000);
      const text = Array.from({ length: 100 }, (_, index) => `${word}${index} ${gap}`).join('');
      expect([...wordsOf({ text }).keys()]).toEqual(
        Array.from({ length: 100 }, (_, index) => `word${index}`),
      );
    },
  );
});
