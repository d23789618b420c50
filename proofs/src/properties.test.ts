// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '@annals/contracts/testing/exhaustive';
import { canonicalJson } from './canonical-json.ts';
import { depthOf, fullDepth, propertiesOf } from './properties.ts';
import { packLeaves, unpackLeaves } from './stored-leaves.ts';

const pointersOf = (objectData: Record<string, unknown>, depth = fullDepth): string[] =>
  propertiesOf({ objectData, references: [] }, depth).map(({ pointer }) => pointer);

test('builds pointers as RFC 6901, section 5, does', () => {
  const example = JSON.parse(
    String.raw`{"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8}`,
  ) as Record<string, unknown>;
  const values = propertiesOf({ objectData: example, references: [] }, fullDepth);
  expect(Object.fromEntries(values.map(({ pointer, value }) => [pointer, value]))).toEqual({
    '/objectData/foo/0': 'bar',
    '/objectData/foo/1': 'baz',
    '/objectData/': 0,
    '/objectData/a~1b': 1,
    '/objectData/c%d': 2,
    '/objectData/e^f': 3,
    '/objectData/g|h': 4,
    [String.raw`/objectData/i\j`]: 5,
    '/objectData/k"l': 6,
    '/objectData/ ': 7,
    '/objectData/m~0n': 8,
  });
});

test('sorts pointers by UTF-16 code units and keeps references whole', () => {
  const references = Array.from({ length: 11 }, (_, at) => ({ name: String(at) }));
  const properties = propertiesOf(
    { objectData: { '\uFB33': 1, '\u{1F600}': 2, a: {}, b: [] }, references },
    fullDepth,
  );
  expect(properties.map(({ pointer }) => pointer)).toEqual([
    '/objectData/a',
    '/objectData/b',
    '/objectData/\u{1F600}',
    '/objectData/\uFB33',
    '/references/0',
    '/references/1',
    '/references/10',
    ...Array.from({ length: 8 }, (_, at) => `/references/${at + 2}`),
  ]);
  expect(properties.at(-1)?.value).toEqual({ name: '9' });
});

test('splits data to the given depth', () => {
  const data = { a: { b: { c: 1 } }, d: 2 };
  expect(pointersOf(data)).toEqual(['/objectData/a/b/c', '/objectData/d']);
  expect(pointersOf(data, 1)).toEqual(['/objectData/a', '/objectData/d']);
  expect(pointersOf(data, 0)).toEqual(['/objectData']);
  expect(pointersOf({})).toEqual(['/objectData']);
});

test('splits large data less deeply', () => {
  const list = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
  expect(depthOf({ list: list(48) })).toBe(fullDepth);
  expect(depthOf({ list: list(49) })).toBe(1);
  expect(depthOf({ one: 1, list: list(48) })).toBe(1);
  const names = (count: number) => Object.fromEntries(list(count).map((at) => [`n${at}`, at]));
  expect(depthOf(names(49))).toBe(fullDepth);
  expect(depthOf({ ...names(49), deep: { one: 1 } })).toBe(1);
  expect(depthOf(names(5000))).toBe(fullDepth);
  expect(depthOf({ a: { b: { c: list(50) } } })).toBe(3);
});

test('distinguishes a list from an object with numeric names', () => {
  expect(pointersOf({ list: ['a', 'b'] })).toEqual(['/objectData/list/0', '/objectData/list/1']);
  expect(pointersOf({ list: { 0: 'a', 1: 'b' } })).toEqual(['/objectData/list']);
  expect(pointersOf({ list: { 0: 'a', 2: 'b' } })).toEqual([
    '/objectData/list/0',
    '/objectData/list/2',
  ]);
  expect(pointersOf({ list: { 0: 'a', x: 'b' } })).toEqual([
    '/objectData/list/0',
    '/objectData/list/x',
  ]);
});

test('gives different data different properties', () => {
  // Names that are likely to cause mistakes.
  const name = fc.constantFrom('', '0', '1', '2', 'a', '/', '~', '~1', 'a/b');
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(null, 0, 'a', true),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('value'), { maxLength: 3 }),
    object: fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  }));
  const data = value.object;
  const reported = (objectData: Record<string, unknown>, depth: number): string =>
    canonicalJson(propertiesOf({ objectData, references: [] }, depth));
  fc.assert(
    fc.property(data, data, fc.constantFrom(0, 1, 2, fullDepth), (one, other, depth) => {
      expect(reported(one, depth) === reported(other, depth)).toBe(
        canonicalJson(one) === canonicalJson(other),
      );
    }),
    { numRuns: runs(1000) },
  );
});

test('packs and unpacks leaves, and refuses other bytes', () => {
  const salt = Uint8Array.from({ length: 16 }, (_, at) => at);
  const digest = Uint8Array.from({ length: 32 }, (_, at) => 255 - at);
  const stored = { depth: 3, leaves: [{ salt }, { digest }, { salt }] };
  const packed = packLeaves(stored);
  expect(packed.length).toBe(2 + 17 + 33 + 17);
  expect(unpackLeaves(packed)).toEqual(stored);
  expect(unpackLeaves(packLeaves({ depth: fullDepth, leaves: [] }))).toEqual({
    depth: fullDepth,
    leaves: [],
  });
  expect(unpackLeaves(packed.slice(0, -1))).toBeUndefined();
  expect(unpackLeaves(packed.slice(0, 1))).toBeUndefined();
  expect(unpackLeaves(packed.map((byte, at) => (at === 0 ? 2 : byte)))).toBeUndefined();
  expect(unpackLeaves(packed.map((byte, at) => (at === 2 ? 2 : byte)))).toBeUndefined();
});
