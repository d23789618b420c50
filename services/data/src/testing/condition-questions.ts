import fc from 'fast-check';
import type { Condition } from '@annals/contracts/object-search';

const names = [
  'a',
  'b',
  'a/b',
  '~',
  '"',
  "'",
  '\\',
  '$',
  '',
  'é',
  '😀',
  '\u0001',
  'x"y\\z ? (@ > 1)',
  '0',
];
const values = [
  1,
  1.5,
  -7,
  0,
  1e21,
  0.1,
  '1',
  '',
  'ä',
  'Ä',
  'ΟΔΟΣ',
  'οδοσα',
  '😀',
  '\uffff',
  'abc',
  'ABCD',
  'ab"c\\',
  '%_.*',
  '\u0001',
  "it's",
  '" == 1 || "" == "',
  '2024-03-01T00:00:00Z',
  '2024-03-02',
  true,
  false,
  null,
];
const some = <T>(items: readonly T[]) => fc.constantFrom(...items);
const { data } = fc.letrec<{ value: unknown; data: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    some(values),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('data'),
  ),
  data: fc.dictionary(some(names), tie('value'), { maxKeys: 6 }),
}));
/** Data with names and texts that are special in JSON, SQL or paths. */
export const samples = fc.sample(data, { numRuns: 30, seed: 7 });
const escaped = (name: string) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
const pathsIn = (value: unknown, before = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, before));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    [before + escaped(name)].concat(pathsIn(item, before + escaped(name))),
  );
};
const path = fc.oneof(
  { weight: 3, arbitrary: some(samples.flatMap((sample) => pathsIn(sample))) },
  {
    weight: 1,
    arbitrary: fc
      .array(some(names), { minLength: 1, maxLength: 3 })
      .map((way) => way.map(escaped).join('')),
  },
);
const texts = values.filter((value) => typeof value === 'string');
const ordered = values.filter((value) => typeof value === 'string' || typeof value === 'number');
/** Most are about paths that the samples have. */
export const conditions: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ path, op: some(['eq', 'ne'] as const), value: some(values) }),
  fc.record({ path, op: some(['lt', 'le', 'gt', 'ge'] as const), value: some(ordered) }),
  fc.record({ path, op: some(['contains', 'startsWith'] as const), value: some(texts) }),
  fc.record({ path, op: some(['exists', 'absent'] as const) }),
);
