// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { schemaErrors } from './schema-errors.ts';

// The clock stands still, so results do not depend on the speed of the machine; a match that never ends fails by the
// timeout of the test runner.
beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

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

describe('schemaErrors', () => {
  it('reports each error once, with pointer, keyword and expected value', () => {
    const data = { title: '', round: -1, 'a/b': 'z', owner: 'A', more: 1 };
    expect(schemaErrors(schema, data)).toEqual([
      { pointer: '/title', keyword: 'minLength', asked: 1 },
      { pointer: '/round', keyword: 'minimum', asked: 0 },
      { pointer: '/a~1b', keyword: 'enum', asked: ['x', 'y'] },
      { pointer: '/owner', keyword: 'minLength', asked: 2 },
      { pointer: '/more', keyword: 'false', asked: undefined },
    ]);
  });

  it('reports a missing property at its own pointer', () => {
    expect(schemaErrors(schema, { owner: {} })?.map(({ pointer }) => pointer)).toEqual([
      '/title',
      '/owner/name',
    ]);
  });

  it('reports nothing for valid data', () => {
    expect(schemaErrors(schema, { title: 'A', round: null, owner: 'Bo' })).toEqual([]);
  });
});

describe('a hostile or invalid schema', () => {
  it('is abandoned after a time limit if its references expand exponentially', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, depth) => [
        `d${depth}`,
        { allOf: [{ $ref: `#/$defs/d${depth + 1}` }, { $ref: `#/$defs/d${depth + 1}` }] },
      ]),
    );
    vi.restoreAllMocks();
    expect(schemaErrors({ $ref: '#/$defs/d0', $defs: { ...$defs, d40: {} } }, {})).toBeUndefined();
  });

  it.each([
    [{ $ref: '#' }],
    [{ $ref: '#/$defs/missing' }],
    [{ $ref: 'https://example.org/other' }],
    [{ $id: '::', $ref: 'x' }],
  ])('%j is left to the service', (broken) => {
    expect(schemaErrors(broken, {})).toBeUndefined();
  });

  it.each(['^(a+)+$', '^(a|aa)+$', String.raw`^(\w+\s?)*$`])(
    'matches the pattern %s in linear time, unlike RegExp',
    (pattern) => {
      const hostile = `${'a'.repeat(5000)}!`;
      const trap = { properties: { a: { pattern } }, patternProperties: { [pattern]: false } };
      expect(schemaErrors(trap, { a: hostile, [hostile]: 1 })).toContainEqual({
        pointer: '/a',
        keyword: 'pattern',
        asked: pattern,
      });
      expect(schemaErrors(trap, { [hostile]: 1 })).toEqual([]);
      expect(schemaErrors(trap, { aaa: 1 })).toHaveLength(1);
    },
  );

  it.each([['a(?=b)'], ['('], ['a{1001}']])(
    'leaves data to the service if it rejects the pattern %s',
    (pattern) => {
      expect(schemaErrors({ properties: { a: { pattern } } }, { a: 'a' })).toBeUndefined();
    },
  );

  it('leaves a long text with a large pattern to the service', () => {
    const large = { properties: { a: { pattern: '^(?:a?){1000}$' } } };
    expect(schemaErrors(large, { a: 'a'.repeat(10_000) })).toBeUndefined();
    expect(schemaErrors(large, { a: 'a'.repeat(100) })).toEqual([]);
  });

  it('restores the global RegExp, even if the check is abandoned', () => {
    const native = RegExp;
    schemaErrors({ properties: { a: { pattern: '^a$' } } }, { a: 'b' });
    schemaErrors({ properties: { a: { pattern: '^(?:a?){1000}$' } } }, { a: 'a'.repeat(10_000) });
    expect(RegExp).toBe(native);
    expect(new RegExp('^a$').exec('a')).toHaveLength(1);
  });
});
