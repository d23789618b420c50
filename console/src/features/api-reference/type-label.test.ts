// @vitest-environment node
import { expect, it } from 'vitest';
import type { JsonSchema } from './api-document.ts';
import { fieldsBelow, typeLabel } from './type-label.ts';

const schemas = {
  Tree: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      parent: { $ref: '#/components/schemas/Tree' },
      id: { readOnly: true },
    },
  },
} satisfies Record<string, JsonSchema>;
const tree = { $ref: '#/components/schemas/Tree' };

it.each<[JsonSchema, string]>([
  [{ type: 'string', format: 'uuid' }, 'string (uuid)'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'integer', minimum: 1, maximum: 500 }, 'integer 1…500'],
  [{ type: 'string', maxLength: 200 }, 'string …200'],
  [{ type: 'string', enum: ['A', 'B'] }, '"A" | "B"'],
  [{ type: 'string', const: 'create' }, '"create"'],
  [tree, 'Tree'],
  [{ type: 'array', items: tree }, 'Tree[]'],
  [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
  [{ anyOf: [tree, { type: 'null' }] }, 'Tree | null'],
  [{ type: 'object', additionalProperties: tree }, 'object of Tree'],
  [{}, 'any'],
])('%j is labelled %s', (schema, words) => {
  expect(typeLabel(schema, schemas)).toBe(words);
});

it.each<[string, JsonSchema]>([
  ['an object', tree],
  ['an array of objects', { type: 'array', items: tree }],
  ['an object or null', { anyOf: [tree, { type: 'null' }] }],
  ['a map of objects', { type: 'object', additionalProperties: tree }],
])('lists the fields of %s, without read-only ones', (_what, schema) => {
  expect(fieldsBelow(schema, schemas).map(({ name, required }) => [name, required])).toEqual([
    ['name', true],
    ['parent', false],
  ]);
});
