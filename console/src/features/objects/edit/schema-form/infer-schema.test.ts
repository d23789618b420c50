// @vitest-environment node
import { expect, it } from 'vitest';
import { tableColumns } from './form-fields.ts';
import { inferSchema } from './infer-schema.ts';

it('describes what all objects have in common, in the order of the first', () => {
  expect(
    inferSchema([
      { b: 'x', a: 1, list: [{ n: 1 }, { n: null, t: 'x' }], at: '2026-01-02' },
      { a: 2.5, b: null, c: true, list: [], at: '2025-01-02' },
      { a: 3, b: 'y', mixed: 1 },
      { mixed: 'x', empty: null },
    ]),
  ).toEqual({
    type: 'object',
    'x-inferred': true,
    properties: {
      b: { type: ['string', 'null'] },
      a: { type: 'number' },
      list: {
        type: 'array',
        items: {
          type: 'object',
          'x-inferred': true,
          properties: { n: { type: ['number', 'null'] }, t: { type: 'string' } },
        },
      },
      at: { type: 'string', format: 'date' },
      c: { type: 'boolean' },
      mixed: {},
      empty: {},
    },
  });
});

it('takes many names for keys, and keeps those of the object itself', () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, 1]));
  const { properties } = inferSchema([{ own: 1 }, many]);
  expect(properties).toEqual({ own: { type: 'number' } });
});

it('shows lists of short fields as tables', () => {
  const columnsOf = (elements: unknown[]) =>
    tableColumns(inferSchema(elements), {}, elements, 1)?.map(([name]) => name);
  expect(columnsOf([{ a: 1, b: 'x' }, { a: 2 }])).toEqual(['a', 'b']);
  expect(columnsOf([{ a: 1, b: ['x'] }])).toBeUndefined();
  expect(columnsOf([{ a: 'x'.repeat(500) }])).toBeUndefined();
  expect(columnsOf([1, 2])).toBeUndefined();
});
