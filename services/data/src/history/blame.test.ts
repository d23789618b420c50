import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@annals/contracts/testing/exhaustive';
import { withoutLimits } from '@annals/kit/limits/steps';
import { pointerTokens, type JsonObject } from '@annals/rules/json-values';
import type { DiffNode } from '@annals/rules/version-diff/diff-json';
import { diffVersions } from '@annals/rules/version-diff/diff-versions';
import { blameOf } from './blame.ts';
import { FollowedChanges } from './followed-changes.ts';
import { valueRuns } from './value-runs.ts';

const unlimited = { versions: 5000, bytes: 1e9 };

/** Reads versions with these data, newest first, two at a time. */
const listOf =
  (documents: readonly JsonObject[], onRead: (from: number) => void = () => undefined) =>
  async ({ from, limit }: { from: number; limit: number }) => {
    onRead(from);
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
          erased: null,
          bytes: 10,
        };
      })
      .toReversed();
  };

/** The version that each field of the last document comes from. */
async function blamed(documents: readonly JsonObject[], limits = unlimited) {
  const asked: number[] = [];
  const blame = await blameOf({
    newest: documents.length,
    limits,
    steps: withoutLimits,
    list: listOf(documents, (from) => asked.push(from)),
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

/** The version that set the value of a field in the last document, as its values over time say. */
async function newestRun(documents: readonly JsonObject[], path: string) {
  const newest = documents.length;
  const start = { count: newest, place: pointerTokens(path) };
  const followed = new FollowedChanges(listOf(documents), start, withoutLimits);
  const { runs: found } = await valueRuns({
    readChanges: async (from) => followed.readChanges(from),
    dateOf: async () => null,
    position: { top: newest, from: newest },
    pageSize: 1,
    limits: unlimited,
  });
  return found[0]?.modificationCount;
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

  it.each<[source: string, lists: object[][], expected: Record<string, number>]>([
    [
      'the case of the order: a quantity changes, then two are exchanged',
      [
        [
          { qty: 1, sku: 'A' },
          { qty: 2, sku: 'B' },
        ],
        [
          { qty: 3, sku: 'A' },
          { qty: 2, sku: 'B' },
        ],
        [
          { qty: 2, sku: 'A' },
          { qty: 3, sku: 'B' },
        ],
      ],
      { '/items/0/qty': 3, '/items/0/sku': 1, '/items/1/qty': 3, '/items/1/sku': 1 },
    ],
    [
      'https://github.com/benjamine/jsondiffpatch/issues/16: changed while another is added before it',
      [
        [{ id: 3, title: 'Third' }],
        [
          { id: 1, title: 'First' },
          { id: 3, title: 'Third updated' },
        ],
      ],
      { '/items/0/id': 2, '/items/0/title': 2, '/items/1/id': 1, '/items/1/title': 2 },
    ],
    [
      'https://github.com/RexSkz/json-diff-kit/issues/42: another order',
      [
        [
          { id: '1', x: 'a' },
          { id: '2', x: 'b' },
        ],
        [
          { id: '2', x: 'b' },
          { id: '1', x: 'a' },
        ],
      ],
      { '/items/0/id': 1, '/items/0/x': 1, '/items/1/id': 1, '/items/1/x': 1 },
    ],
    [
      'https://github.com/viruschidai/diff-json/issues/19: another order and other counts',
      [
        [
          { id: 'a', count: 1 },
          { id: 'b', count: 0 },
        ],
        [
          { id: 'b', count: 1 },
          { id: 'a', count: 3 },
        ],
      ],
      { '/items/0/id': 1, '/items/0/count': 2, '/items/1/id': 1, '/items/1/count': 2 },
    ],
    [
      'https://github.com/algesten/jsondiff/issues/14: names stay, values change, elements come and go',
      [
        [
          { name: 'k2', value: 'v2', sequence: 1 },
          { name: 'k6', value: 'v6', sequence: 1 },
        ],
        [
          { name: 'k1', value: 'v1', sequence: 1 },
          { name: 'k2', value: 'w2', sequence: 1 },
        ],
      ],
      {
        '/items/0/name': 2,
        '/items/0/sequence': 2,
        '/items/0/value': 2,
        '/items/1/name': 1,
        '/items/1/sequence': 1,
        '/items/1/value': 2,
      },
    ],
    [
      'the key of a version is not the key of the one before',
      [
        [
          { code: 'x', qty: 1 },
          { code: 'y', qty: 2 },
        ],
        [
          { qty: 1, note: 'n' },
          { qty: 2, note: 'o' },
        ],
      ],
      { '/items/0/qty': 1, '/items/0/note': 2, '/items/1/qty': 1, '/items/1/note': 2 },
    ],
  ])('%s', async (_source, lists, expected) => {
    const { fields } = await blamed(lists.map((items) => ({ items })));
    expect(fields).toEqual(expected);
  });

  it('is the last version at which a comparison with its predecessor shows a change, and the newest value over time', async () => {
    const element = fc.record(
      {
        id: fc.integer({ min: 0, max: 3 }),
        sku: fc.constantFrom('A', 'B', 'C'),
        qty: fc.integer({ min: 0, max: 3 }),
        tags: fc.array(fc.constantFrom('p', 'q'), { maxLength: 2 }),
      },
      { requiredKeys: ['sku', 'qty'] },
    );
    const document = fc.record(
      {
        items: fc.array(element, { maxLength: 4 }),
        deep: fc.record({ items: fc.uniqueArray(element, { selector: ({ sku }) => sku }) }),
        name: fc.constantFrom('a', 'b', null),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(document, { minLength: 1, maxLength: 6 }), async (documents) => {
        const { fields } = await blamed(documents);
        for (const [path, version] of Object.entries(fields)) {
          expect([path, version]).toEqual([path, lastShownChange(documents, path)]);
          expect([path, version]).toEqual([path, await newestRun(documents, path)]);
        }
      }),
      { numRuns: runs(500) },
    );
  });
});

/** The last version whose comparison with its predecessor does not show the field as unchanged, counted from 1. */
function lastShownChange(documents: readonly JsonObject[], path: string): number {
  let place: string[] | undefined = pointerTokens(path);
  for (let version = documents.length; version > 1; version -= 1) {
    const [older = {}, newer = {}] = documents.slice(version - 2, version);
    place = placeBefore(diffVersions({ objectData: older }, { objectData: newer }).data, place);
    if (!place) return version;
  }
  return 1;
}

/** Where a comparison shows a field in the older version; undefined if it shows a change of it. */
function placeBefore(node: DiffNode, place: readonly string[]): string[] | undefined {
  if (node.kind === 'same') return [...place];
  const [step, ...rest] = place;
  if (step === undefined) return undefined;
  if (node.kind === 'object') {
    const inner = node.properties.find(([name]) => name === step)?.[1];
    const found = inner && placeBefore(inner, rest);
    return found && [step, ...found];
  }
  if (node.kind !== 'array') return undefined;
  const element = node.elements.find(({ to }) => to === Number(step));
  const found = element && placeBefore(element.node, rest);
  return found && [String(element.from), ...found];
}
