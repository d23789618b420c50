import fc from 'fast-check';
import type { Condition, ConditionOperator } from '@annals/contracts/object-search';

const some = <T>(...items: T[]) => fc.constantFrom(...items);

/** Few values, so that much is alike. */
export const objectData: fc.Arbitrary<Record<string, unknown>> = fc.record(
  {
    title: some<unknown>('Alpha', 'alpha beta', 'Beta-1', 'Ärger', 7),
    n: some<unknown>(1, 2, 10, 1.5, '2', null),
    flag: some<unknown>(true, false, null),
    tags: fc.array(some('x', 'y', 'Xyz'), { maxLength: 2 }),
    rows: fc
      .dictionary(some('a', 'b', 'c'), some(1, 2), { maxKeys: 3 })
      .map((rows) => Object.entries(rows).map(([id, v]) => ({ id, v }))),
    deep: fc.record(
      { a: fc.record({ b: some(1, 2) }), 'c/d': some('q', 'alpha') },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [], noNullPrototype: true },
);

export const dataPaths = [
  '/title',
  '/n',
  '/flag',
  '/tags',
  '/tags/0',
  '/rows',
  '/rows/0/v',
  '/deep',
  '/deep/a/b',
  '/deep/c~1d',
  '/none',
];

const conditionPath = some(...dataPaths.filter((path) => !/\d/.test(path)), '/rows/v', '/rows/id');
const text = some('alpha', 'Beta', 'x', 'a', 'ä', '2', '');
const number = some(1, 1.5, 2, 10);
const condition = (
  ops: ConditionOperator[],
  value: fc.Arbitrary<string | number | boolean | null>,
) => fc.record({ path: conditionPath, op: some(...ops), value });

export const conditions: fc.Arbitrary<Condition> = fc.oneof(
  condition(['eq', 'ne'], fc.oneof(text, number, some(true, false, null), some('Alpha', 'q'))),
  condition(['lt', 'le', 'gt', 'ge'], fc.oneof(number, text)),
  condition(['contains', 'startsWith'], text),
  fc.record({ path: conditionPath, op: some<ConditionOperator>('exists', 'absent') }),
);

export const texts = ['alpha', 'ALPHA be', 'beta-1', 'arger', 'x', '2', '7 q', 'nowhere'];

/** JSON Schemas, each with the paths of what breaks it. */
export const schemas = {
  titled: {
    jsonSchema: { type: 'object', required: ['title'] },
    broken: (data: Record<string, unknown>) => ('title' in data ? [] : ['title']),
  },
  counted: {
    jsonSchema: { properties: { n: { type: ['number', 'null'] } } },
    broken: ({ n }: Record<string, unknown>) => (typeof n === 'string' ? ['n'] : []),
  },
  deep: {
    jsonSchema: { properties: { deep: { type: 'object', required: ['a'] } } },
    broken: ({ deep }: { deep?: object }) => (deep && !('a' in deep) ? ['deep.a'] : []),
  },
};
export type SchemaName = keyof typeof schemas;

export const brokenBy = (schema: SchemaName | null | undefined, data: Record<string, unknown>) =>
  schema ? schemas[schema].broken(data) : [];
