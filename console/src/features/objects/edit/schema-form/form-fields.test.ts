// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { formField, hasForm, startingData } from './form-fields.ts';

const root = {
  type: 'object',
  required: ['name', 'address', 'kind'],
  properties: {
    name: { type: 'string' },
    kind: { const: 'person' },
    state: { type: 'string', default: 'open' },
    address: {
      type: 'object',
      required: ['city'],
      properties: { city: { type: 'string' }, country: { default: 'CH' } },
    },
    children: { type: 'array', items: { $ref: '#' } },
  },
};
const kindOf = (schema: unknown, value?: unknown) => formField(schema, root, value, 0).kind;

describe('form fields of a schema', () => {
  it.each([
    [{ type: 'string' }, 'text', 'text'],
    [{ type: ['string', 'null'] }, null, 'text'],
    [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 1, 'number'],
    [{ type: 'integer' }, undefined, 'number'],
    [{ type: 'boolean' }, true, 'boolean'],
    [{ enum: [1, 'a', null] }, 'a', 'choice'],
    [{ oneOf: [{ const: 1, title: 'One' }, { const: 2 }] }, 1, 'choice'],
    [{ type: 'array', items: { type: 'string' } }, [], 'list'],
    [{ $ref: '#' }, {}, 'object'],
    [{ allOf: [{ $ref: '#' }, { title: 'Person' }] }, {}, 'object'],
    [{ oneOf: [{ type: 'object' }, { type: 'string' }] }, {}, 'json'],
    [{ type: 'object', patternProperties: { '^x': {} } }, {}, 'json'],
    [{ type: ['string', 'number'] }, 'a', 'json'],
    [{ $ref: '#/$defs/missing' }, 1, 'json'],
    [true, 1, 'json'],
  ])('%j with the value %j has the kind %s', (schema, value, kind) => {
    expect(kindOf(schema, value)).toBe(kind);
  });

  it('uses JSON for a value that the field cannot show', () => {
    expect(kindOf({ type: 'string' }, 7)).toBe('json');
    expect(kindOf({ type: 'number' }, '7')).toBe('json');
    expect(kindOf({ type: 'array', items: { type: 'string' } }, {})).toBe('json');
    expect(formField({ type: 'string', format: 'date' }, root, 'soon', 0)).toMatchObject({
      input: 'line',
    });
  });
});

it('initializes new data with defaults, constants and required objects', () => {
  expect(startingData(root)).toEqual({
    kind: 'person',
    state: 'open',
    address: { country: 'CH' },
  });
});

it('offers no form if the schema names no properties', () => {
  expect(hasForm(root)).toBe(true);
  expect(hasForm({ type: 'object', additionalProperties: { type: 'string' } })).toBe(false);
  expect(hasForm({ $ref: '#' })).toBe(false);
});
