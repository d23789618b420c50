import fc from 'fast-check';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '@annals/contracts/testing/exhaustive';
import { importObjects } from '@annals/contracts/transfers';
import { createObject, recentObjects } from '@annals/contracts/objects';
import { quiet, testDatabases } from '@annals/kit/testing/databases';
import { foldedText } from '@annals/rules/folded-text';
import { listenerForAll } from '../testing/data-listener.ts';
import { indexOnly } from '../testing/index-only.ts';
import { searchBounded } from './bounded-search.ts';
import type { SearchCondition } from './conditions.sql.ts';
import { Dictionaries } from './dictionaries.ts';
import { addWords, endOfDictionary } from './dictionary.sql.ts';
import { maxWords } from './lexemes.ts';
import { searchLimits } from './search-limits.ts';

/** Letters of one word and of several, with signs, marks and spaces between and behind them. */
const characters = Array.from(
  'aAbcdeéßŁΣς12 \n+#-_.漢字がｶﾞーกำ์कि😀ﬁ\u0301\u3099\u094d\u{1d49c}',
).concat(['c++ ', 'c# ', ' b', 'a ', 'ada lo', 'é', '漢字漢', 'ΣΑΣ ', 'ab', 'x'.repeat(97)]);
const text = fc.string({ unit: fc.constantFrom(...characters), maxLength: 14 });

describe.each(testDatabases())('parts of words, $kind', ({ open }) => {
  const service = listenerForAll(open);
  /** The texts of each object, newest first. */
  const written: { n: number; texts: string[] }[] = [];
  let partitionId: string;

  const write = async (to: string, rows: Record<string, unknown>[]) => {
    const answer = await service.call(importObjects, {
      as: 'owner',
      params: { partitionId: to },
      body: {
        rows: rows.map((objectData) => ({
          key: String(objectData['n']),
          type: 'NOTE',
          objectData,
        })),
      },
    });
    expect(answer.status).toBe(200);
  };
  const addAll = async (to: string) => {
    while (await addWords(service.database, to, true));
  };
  const find = async (
    from: string,
    where: SearchCondition[],
    limits = indexOnly,
  ): Promise<{ found: number[]; isEnd: boolean }> => {
    const step = { before: undefined, pageSize: 10_000 };
    const { numbers, before } = await searchBounded(service.database, from, { where }, step, {
      limits,
    });
    const rows = await service.database.query<{ n: number }>(
      sql`select (object_data ->> 'n')::integer as n from data.head_search
        where partition_id = ${from} and seq = any(${numbers}::bigint[]) order by seq desc`,
    );
    return { found: rows.map(({ n }) => n), isEnd: before === undefined };
  };

  beforeAll(async () => {
    partitionId = await service.makePartition();
    const texts = fc.sample(fc.array(text, { minLength: 1, maxLength: 3 }), {
      numRuns: 240,
      seed: 41,
    });
    const many = Array.from({ length: maxWords + 1 }, (_, n) => `w${n % 7}`).join(' ');
    texts.push(
      [`${'long'.repeat(24)}needles`],
      [`${many} haystack`],
      [`${'é'.repeat(99)}b+`],
      [''],
    );
    // Pages of 20 objects, as many as are merged and more; some objects are changed later.
    for (let first = 0; first < texts.length; first += 20) {
      const page = texts.slice(first, first + 20).map((one, n) => ({ n: first + n, texts: one }));
      if (first > 0) page.push({ n: first - 7, texts: [`changed ${first}`, 'ada'] });
      await write(partitionId, page);
      await addAll(partitionId);
      for (const one of page) {
        const earlier = written.findIndex(({ n }) => n === one.n);
        if (earlier !== -1) written.splice(earlier, 1);
        written.unshift(one);
      }
    }
  }, 120_000);

  const conditionHolds = ({ texts }: { texts: string[] }, op: string, wanted: string) =>
    texts.some((one) =>
      op === 'contains'
        ? foldedText(one).includes(foldedText(wanted))
        : foldedText(one).startsWith(foldedText(wanted)),
    );

  it('are found in each text that contains them, in one call', async () => {
    const [pages] = await service.database.query<{ levels: number; merged: number }>(
      sql`select count(distinct level) as levels, count(*) filter (where level > 0) as merged from data.dictionary_page
        where partition_id = ${partitionId}`,
    );
    expect(pages?.levels).toBe(2);
    expect(pages?.merged).toBeGreaterThan(1);
    const someText = fc.nat().map((n) => written[n % written.length]?.texts[0] ?? '');
    const part = fc
      .tuple(someText, fc.nat({ max: 12 }), fc.integer({ min: 1, max: 8 }))
      .map(([one, from, length]) =>
        Array.from(one)
          .slice(from, from + length)
          .join(''),
      );
    const wanted = fc.oneof({ weight: 4, arbitrary: part }, { weight: 1, arbitrary: text });
    let inOneCall = 0;
    await fc.assert(
      fc.asyncProperty(
        wanted,
        fc.constantFrom('contains' as const, 'startsWith' as const),
        async (value, op) => {
          fc.pre(value !== '' && !value.includes('\0'));
          const { found, isEnd } = await find(partitionId, [{ path: '/texts', op, value }]);
          const expected = written
            .filter((one) => conditionHolds(one, op, value))
            .map(({ n }) => n);
          // A text of signs, or with too many words, is looked for in the list.
          expect(found).toEqual(isEnd ? expected : expected.slice(0, found.length));
          if (isEnd) inOneCall += 1;
        },
      ),
      { numRuns: runs(400) },
    );
    expect(inOneCall).toBeGreaterThan(runs(400) / 2);
  });

  it.each([
    ['a part that nothing has', 'volcan', 0, 0],
    ['the end of a word and the beginning of the next', 'da l', 1, 100],
    ['the end of a word that is cut', 'needle', 1, 1],
    ['a word behind the last that is searchable', 'aystac', 1, 1],
    ['signs behind a word', 'c++', 1, 100],
  ])('are looked up at once: %s', async (_what, value, least, most) => {
    const { found, isEnd } = await find(partitionId, [{ path: '/texts', op: 'contains', value }]);
    const expected = written.filter((one) => conditionHolds(one, 'contains', value));
    expect(found).toEqual(expected.map(({ n }) => n));
    expect(isEnd).toBe(true);
    expect(found.length).toBeGreaterThanOrEqual(least);
    expect(found.length).toBeLessThanOrEqual(most);
  });

  it('are found in what is newer than the dictionary, and in what was erased no more', async () => {
    const own = await service.makePartition();
    await write(own, [
      { n: 1, texts: ['kilimanjaro'] },
      { n: 2, texts: ['volcano'] },
    ]);
    await addAll(own);
    const ask = async (value: string) =>
      find(own, [{ path: '/texts', op: 'contains', value }], searchLimits);
    await write(own, [{ n: 3, texts: ['a volcano too'] }]);
    expect(await ask('olcan')).toEqual({ found: [3, 2], isEnd: true });
    const recent = await service.call(recentObjects, { as: 'owner', params: { partitionId: own } });
    const first = recent.body.data.find(({ objectData }) => objectData['n'] === 1);
    const erased = await service.send('POST', `/v1/partitions/${own}/objects/${first?.id}/erase`, {
      as: 'owner',
      body: JSON.stringify({
        paths: ['/texts/0'],
        reason: 'Asked for.',
        legalBasis: 'GDPR Art. 17',
      }),
    });
    expect(erased.status).toBe(200);
    expect(await endOfDictionary(service.database, own)).toBe(0);
    const left = await service.database.query(
      sql`select from data.dictionary_page where partition_id = ${own}`,
    );
    expect(left).toHaveLength(0);
    expect(await ask('limanj')).toEqual({ found: [], isEnd: true });
    await addAll(own);
    expect(await ask('olcan')).toEqual({ found: [3, 2], isEnd: true });
  });

  it('are collected in the background once somebody looks for them', async () => {
    const own = await service.makePartition();
    const rows = Array.from({ length: 510 }, (_, n) => ({ n, texts: [`word${n}`] }));
    await write(own, rows.slice(0, 300));
    await write(own, rows.slice(300));
    const dictionaries = new Dictionaries(service.database, quiet);
    dictionaries.start();
    const where = [{ path: '/texts', op: 'contains' as const, value: 'ord77' }];
    const step = { before: undefined, pageSize: 10 };
    // Every object has the field.
    const limits = { ...indexOnly, candidates: 100 };
    const context = { limits, wantWords: (id: string) => dictionaries.want(id) };
    const before = await searchBounded(service.database, own, { where }, step, context);
    expect(before).toMatchObject({ numbers: [], before: 509 });
    await dictionaries.idle();
    await dictionaries.close();
    // The last ten are too few for a page.
    expect(await endOfDictionary(service.database, own)).toBe(500);
    const listed = { ...limits, listed: 20 };
    expect(await find(own, where, listed)).toEqual({ found: [77], isEnd: true });
  });

  it('are collected anew when most words are of superseded versions', async () => {
    const own = await service.makePartition();
    const { body } = await service.call(createObject, {
      as: 'owner',
      params: { partitionId: own },
      body: { type: 'NOTE', objectData: { n: 1, texts: ['former'] } },
    });
    await addAll(own);
    await service.call(createObject, {
      as: 'owner',
      params: { partitionId: own },
      body: {
        timelineId: body.timelineId,
        predecessorId: body.id,
        objectData: { n: 1, texts: ['latter'] },
      },
    });
    const words = async () => {
      await addAll(own);
      const rows = await service.database.query<{ words: string }>(
        sql`select words from data.dictionary_page where partition_id = ${own}`,
      );
      return rows.flatMap((row) => row.words.split('\n')).sort();
    };
    expect(await words()).toEqual(['1', '1', 'former', 'latter']);
    await service.database.query(
      sql`update data.dictionary set object_count = 100000 where partition_id = ${own}`,
    );
    expect(await words()).toEqual(['1', 'latter']);
  });
});
