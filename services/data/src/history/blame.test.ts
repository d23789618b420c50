import { describe, expect, it } from 'vitest';
import { withoutLimits } from '@annals/kit/limits/steps';
import { blameOf } from './blame.ts';

const unlimited = { versions: 5000, bytes: 1e9 };

/** The version that each field of the last document comes from, read in pages of two. */
async function blamed(documents: unknown[], limits = unlimited) {
  const asked: number[] = [];
  const blame = await blameOf({
    newest: documents.length,
    limits,
    steps: withoutLimits,
    list: async ({ from, limit }) => {
      asked.push(from);
      return documents
        .slice(Math.max(0, from - Math.min(2, limit)), from)
        .map((objectData, index, page) => {
          const modificationCount = from - page.length + index + 1;
          return {
            objectId: `o${modificationCount}`,
            modificationCount,
            modificationDate: '2020-01-01T00:00:00.000000Z',
            modificationUserId: 'u',
            modificationUserName: null,
            reason: null,
            objectData,
            bytes: 10,
          };
        })
        .toReversed();
    },
  });
  return {
    asked,
    objectId: blame?.objectId,
    complete: blame?.complete,
    fields: Object.fromEntries(
      blame?.data.map(({ path, modificationCount }) => [path, modificationCount]) ?? [],
    ),
  };
}

describe('blame', () => {
  it('descends objects by property and arrays by matching elements', async () => {
    const { fields, complete, objectId } = await blamed([
      { name: 'a', releases: [{ cycle: '1', eol: 'x' }], tags: ['p'], none: {} },
      { name: 'b', releases: [{ cycle: '1', eol: 'y' }], tags: ['p'], none: {} },
      {
        name: 'b',
        releases: [
          { cycle: '2', eol: 'z' },
          { cycle: '1', eol: 'y' },
        ],
        tags: ['q', 'p'],
        none: {},
        deep: { 'a/b~': { n: null } },
      },
    ]);
    expect(fields).toEqual({
      '/name': 2,
      '/releases/0/cycle': 3,
      '/releases/0/eol': 3,
      '/releases/1/cycle': 1,
      '/releases/1/eol': 2,
      '/tags': 3,
      '/none': 1,
      '/deep/a~1b~0/n': 3,
    });
    expect([complete, objectId]).toEqual([true, 'o3']);
  });

  it('dates a value that was removed and restored by its return', async () => {
    const { fields } = await blamed([{ a: 1, b: 1 }, { a: 2, b: 1 }, { b: 1 }, { a: 1, b: 1 }]);
    expect(fields).toEqual({ '/a': 4, '/b': 1 });
  });

  it('distinguishes null from absent, and own from inherited properties', async () => {
    const inherited = JSON.parse('{"toString":1,"__proto__":{"x":1},"gone":null}');
    const { fields } = await blamed([{ other: 1 }, inherited, inherited]);
    expect(fields).toEqual({ '/toString': 2, '/__proto__/x': 2, '/gone': 2 });
  });

  it('stops when every field is found', async () => {
    const { asked, complete } = await blamed([
      ...Array.from({ length: 8 }, () => ({})),
      { a: 1 },
      { a: 2 },
    ]);
    expect([asked, complete]).toEqual([[10], true]);
  });

  it('reports if it did not search the whole history', async () => {
    const same = Array.from({ length: 10 }, () => ({ a: 1 }));
    const byVersions = await blamed(same, { versions: 5, bytes: 1e9 });
    expect(byVersions).toMatchObject({ complete: false, fields: { '/a': 6 } });
    const byBytes = await blamed(same, { versions: 5000, bytes: 35 });
    expect(byBytes).toMatchObject({ complete: false, fields: { '/a': 7 } });
    expect(await blamed(same)).toMatchObject({ complete: true, fields: { '/a': 1 } });
  });

  it('splits a document with very many fields less finely', async () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`p${n}`, n]));
    const { fields } = await blamed([{ small: { a: 1 }, many }]);
    expect(fields).toEqual({ '/small/a': 1, '/many': 1 });
    expect((await blamed([many])).fields).toEqual({ '': 1 });
    expect((await blamed([{}])).fields).toEqual({});
  });
});
