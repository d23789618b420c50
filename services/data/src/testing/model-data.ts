import fc from 'fast-check';
import { conditionOperators, type Condition } from '@annals/contracts/object-search';

const some = <T>(...items: T[]) => fc.constantFrom(...items);

/** Parsed JSON has the usual prototype, and the model compares it with its input. */
const plain = { noNullPrototype: true };

/** Few values, so that many are equal. */
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
      { a: fc.record({ b: some(1, 2) }, plain), 'c/d': some('q', 'alpha') },
      { requiredKeys: [], ...plain },
    ),
  },
  { requiredKeys: [], ...plain },
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

const conditionPlaces: [path: string, values: (string | number | boolean | null)[]][] = [
  ['/n', [1, 1.5, 2, 10, '2', null]],
  ['/title', ['Alpha', 'alpha beta', 'ä', 'Beta', 7]],
  ['/flag', [true, false, null]],
  ['/tags', ['x', 'Xyz', 'X']],
  ['/rows/v', [1, 2]],
  ['/rows/id', ['a', 'b']],
  ['/deep/a/b', [1, 2]],
  ['/deep/c~1d', ['q', 'alpha']],
  ['/none', ['x']],
];
const anyValue = some(...conditionPlaces.flatMap(([, values]) => values));
const isOrdered = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** Mostly with a value that occurs at the place. */
export const conditions: fc.Arbitrary<Condition> = some(...conditionPlaces).chain(
  ([path, values]) =>
    fc
      .record({
        op: some(...conditionOperators),
        value: fc.oneof(
          { weight: 5, arbitrary: some(...values) },
          { weight: 1, arbitrary: anyValue },
        ),
      })
      .map(({ op, value }) => {
        if (op === 'exists' || op === 'absent') return { path, op };
        const fits =
          op === 'contains' || op === 'startsWith'
            ? typeof value === 'string'
            : op === 'eq' || op === 'ne' || isOrdered(value);
        return { path, op: fits ? op : 'eq', value };
      }),
);

export const texts = ['alpha', 'ALPHA be', 'beta-1', 'arger', 'x', '2', '7 q', 'nowhere'];

/** JSON Schemas, each with the paths of what violates it. */
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
