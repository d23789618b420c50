// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { schemaFaults } from './schema-faults.ts';
import { isHarmlessPattern } from './schema-limits.ts';

const schema = {
  type: 'object',
  required: ['title', 'owner'],
  additionalProperties: false,
  properties: {
    title: { $ref: '#/$defs/name' },
    round: { type: ['integer', 'null'], minimum: 0 },
    'a/b': { enum: ['x', 'y'] },
    owner: {
      anyOf: [
        { type: 'object', required: ['name'] },
        { type: 'string', minLength: 2 },
      ],
    },
  },
  $defs: { name: { type: 'string', minLength: 1 } },
};

describe('what breaks a schema', () => {
  it('is told once, at its place, with what the schema asks for', () => {
    const data = { title: '', round: -1, 'a/b': 'z', owner: 'A', more: 1 };
    expect(schemaFaults(schema, data)).toEqual([
      { pointer: '/title', keyword: 'minLength', asked: 1 },
      { pointer: '/round', keyword: 'minimum', asked: 0 },
      { pointer: '/a~1b', keyword: 'enum', asked: ['x', 'y'] },
      { pointer: '/owner', keyword: 'minLength', asked: 2 },
      { pointer: '/more', keyword: 'false', asked: undefined },
    ]);
  });

  it('is told where a missing property would stand', () => {
    expect(schemaFaults(schema, { owner: {} })?.map(({ pointer }) => pointer)).toEqual([
      '/title',
      '/owner/name',
    ]);
  });

  it('is nothing for data that keeps it', () => {
    expect(schemaFaults(schema, { title: 'A', round: null, owner: 'Bo' })).toEqual([]);
  });
});

describe('a schema that does not mean well', () => {
  it('is given up after a moment when its references unfold without end', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, depth) => [
        `d${depth}`,
        { allOf: [{ $ref: `#/$defs/d${depth + 1}` }, { $ref: `#/$defs/d${depth + 1}` }] },
      ]),
    );
    const started = performance.now();
    expect(schemaFaults({ $ref: '#/$defs/d0', $defs: { ...$defs, d40: {} } }, {})).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(3000);
  });

  it.each([
    [{ $ref: '#' }],
    [{ $ref: '#/$defs/missing' }],
    [{ $ref: 'https://example.org/other' }],
    [{ $id: '::', $ref: 'x' }],
  ])('%j is left to the service', (broken) => {
    expect(schemaFaults(broken, {})).toBeUndefined();
  });

  it('has no pattern tried that takes for ever', () => {
    const trap = { properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    expect(schemaFaults(trap, { a: `${'a'.repeat(60)}!` })).toEqual([]);
  });

  it.each([
    ['^[A-Z]{2,8}$', true],
    ['^\\d+\\.\\d+$', true],
    ['^(?:a|b)$', true],
    ['(a+)+$', false],
    ['a*a*a*b', false],
    ['(.)\\1', false],
    ['a?a?a?a?a?a?a?a?a?a?', false],
  ])('pattern %s: %s', (pattern, harmless) => {
    expect(isHarmlessPattern(pattern)).toBe(harmless);
  });
});
