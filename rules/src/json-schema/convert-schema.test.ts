import { describe, expect, it } from 'vitest';
import { convertSchema, type Annotation } from './convert-schema.js';
import { isMultipleOf } from './multiple-of.js';

const draft = (name: string) => ({ $schema: `http://json-schema.org/${name}/schema#` });

describe('a schema of any draft', () => {
  it.each<[source: string, published: object, converted: object]>([
    [
      'https://github.com/ajv-validator/ajv/issues/471: an exclusive limit as a boolean',
      {
        ...draft('draft-04'),
        properties: {
          a: { minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
        },
      },
      { properties: { a: { exclusiveMinimum: 0, maximum: 9 } } },
    ],
    [
      'https://github.com/ajv-validator/ajv/issues/835: the same without $schema',
      { type: 'integer', minimum: 1, exclusiveMinimum: true },
      { type: 'integer', exclusiveMinimum: 1 },
    ],
    [
      'https://github.com/networknt/json-schema-validator/issues/517: id instead of $id',
      {
        ...draft('draft-04'),
        id: 'http://example.org/root.json',
        definitions: { a: { id: '#a', type: 'string' } },
        properties: { b: { $ref: '#a' }, c: { $ref: 'root.json#/definitions/a' } },
      },
      {
        definitions: { a: { type: 'string' } },
        properties: { b: { $ref: '#/definitions/a' }, c: { $ref: '#/definitions/a' } },
      },
    ],
    [
      'https://github.com/python-jsonschema/jsonschema/issues/849: a list of items',
      {
        ...draft('draft-07'),
        items: [{ type: 'string' }, true],
        additionalItems: { type: 'null' },
      },
      { prefixItems: [{ type: 'string' }, true], items: { type: 'null' } },
    ],
    [
      'references through what was renamed',
      { items: [{ type: 'string' }, { $ref: '#/items/0' }] },
      { prefixItems: [{ type: 'string' }, { $ref: '#/prefixItems/0' }] },
    ],
    [
      'dependencies, which 2019-09 split',
      { ...draft('draft-07'), dependencies: { a: ['b'], c: { required: ['d'] }, e: 'f' } },
      { dependentRequired: { a: ['b'], e: ['f'] }, dependentSchemas: { c: { required: ['d'] } } },
    ],
    [
      'https://github.com/json-schema-org/json-schema-spec/issues/672: siblings of $ref',
      {
        ...draft('draft-07'),
        definitions: { a: {} },
        properties: { b: { $ref: '#/definitions/a', title: 'B', minLength: 3 } },
      },
      { definitions: { a: {} }, properties: { b: { title: 'B', $ref: '#/definitions/a' } } },
    ],
    [
      'the same in 2019-09, where they have an effect',
      { ...draft('draft/2019-09'), $ref: '#/$defs/a', minLength: 3, $defs: { a: {} } },
      { minLength: 3, $defs: { a: {} }, $ref: '#/$defs/a' },
    ],
    [
      '$anchor',
      { $defs: { a: { $anchor: 'word', type: 'string' } }, properties: { b: { $ref: '#word' } } },
      { $defs: { a: { type: 'string' } }, properties: { b: { $ref: '#/$defs/a' } } },
    ],
    [
      'an embedded schema with an address of its own',
      {
        $id: 'https://example.org/a/',
        $defs: { b: { $id: 'b.json', $defs: { c: { type: 'null' } }, $ref: '#/$defs/c' } },
        $ref: 'https://example.org/a/b.json',
      },
      {
        $defs: { b: { $defs: { c: { type: 'null' } }, $ref: '#/$defs/b/$defs/c' } },
        $ref: '#/$defs/b',
      },
    ],
    [
      'https://github.com/ajv-validator/ajv/issues/1709: $recursiveRef',
      {
        ...draft('draft/2019-09'),
        $recursiveAnchor: true,
        properties: { child: { $recursiveRef: '#' } },
      },
      { properties: { child: { $ref: '#' } } },
    ],
    [
      'https://github.com/ajv-validator/ajv/issues/1573: $dynamicRef to an anchor that is not at the root',
      {
        $defs: { s: { $dynamicAnchor: 'meta', type: 'object' } },
        properties: { a: { $dynamicRef: '#meta' } },
      },
      { $defs: { s: { type: 'object' } }, properties: { a: { $ref: '#/$defs/s' } } },
    ],
    [
      'dynamicRef.json of JSON-Schema-Test-Suite: $dynamicRef with a pointer, which means what it points to',
      {
        $defs: {
          one: { $dynamicAnchor: 'items', type: 'string' },
          two: { $id: 'two', $defs: { items: { $dynamicAnchor: 'items', type: 'null' } } },
        },
        properties: { a: { $dynamicRef: '#/$defs/two/$defs/items' } },
      },
      {
        $defs: { one: { type: 'string' }, two: { $defs: { items: { type: 'null' } } } },
        properties: { a: { $ref: '#/$defs/two/$defs/items' } },
      },
    ],
    [
      'https://github.com/ajv-validator/ajv/issues/1737: nullable, also without type',
      { properties: { a: { type: 'string', nullable: true }, b: { nullable: true } } },
      { properties: { a: { type: ['string', 'null'] }, b: {} } },
    ],
    [
      'a definition below a keyword that is none, with a name to escape',
      {
        components: { 'a/b %': { exclusiveMinimum: true, minimum: 1 } },
        properties: { c: { $ref: '#/components/a~1b%20%25' } },
      },
      {
        components: { 'a/b %': { exclusiveMinimum: 1 } },
        properties: { c: { $ref: '#/components/a~1b%20%25' } },
      },
    ],
    [
      'a reference to true and to false',
      {
        $defs: { any: true, none: false },
        properties: { a: { $ref: '#/$defs/any' }, b: { $ref: '#/$defs/none' } },
      },
      { $defs: { any: true, none: false }, properties: { a: {}, b: { not: {} } } },
    ],
    [
      'names and values that look like keywords',
      {
        properties: { $ref: { type: 'string' }, $id: {}, nullable: {} },
        const: { $ref: '#/x', items: [1] },
        enum: [{ id: '#a' }],
      },
      {
        properties: { $ref: { type: 'string' }, $id: {}, nullable: {} },
        const: { $ref: '#/x', items: [1] },
        enum: [{ id: '#a' }],
      },
    ],
  ])('is read as one of 2020-12: %s', (_source, published, converted) => {
    const before = structuredClone(published);
    const { schema, problems } = convertSchema({ ...published });
    expect(problems).toEqual([]);
    expect(schema).toEqual(converted);
    expect(published).toEqual(before);
  });

  const annotated = (published: object) =>
    convertSchema({ ...published }).annotations.map(
      ({ keyword, format, reason, count, path }: Annotation) =>
        `${reason} ${keyword}${format === null ? '' : ` ${format}`} ${count} ${path}`,
    );

  it('names once each keyword that has no effect, with its first place', () => {
    expect(
      annotated({
        ...draft('draft-07'),
        title: 'a',
        'x-order': 1,
        definitions: { z: {} },
        properties: {
          a: { 'x-order': 2, readOnly: true, format: 'phone', else: {} },
          'b/c': { $ref: '#/definitions/z', pattern: 'x', discriminator: { propertyName: 'k' } },
          d: { format: 'phone' },
          e: { format: 'idn-email', minContains: 2, additionalItems: false },
        },
      }),
    ).toEqual([
      'UNKNOWN x-order 2 /x-order',
      'INFORMS readOnly 1 /properties/a/readOnly',
      'FORMAT format phone 2 /properties/a/format',
      'ALONE else 1 /properties/a/else',
      'BESIDE_REF pattern 1 /properties/b~1c/pattern',
      'UNKNOWN discriminator 1 /properties/b~1c/discriminator',
      'ALONE minContains 1 /properties/e/minContains',
      'ALONE additionalItems 1 /properties/e/additionalItems',
    ]);
  });

  it('lists nothing that has an effect', () => {
    expect(
      annotated({
        ...draft('draft-04'),
        id: 'https://example.org/',
        properties: { a: { type: 'string', nullable: true } },
        items: [{}],
        additionalItems: false,
        dependencies: { a: ['b'] },
        if: {},
        else: {},
      }),
    ).toEqual([]);
  });

  it.each<
    [published: Record<string, unknown>, path: string, messageCode: string, parameters?: object]
  >([
    [{ $schema: 'http://json-schema.org/draft-03/schema#' }, '$schema', 'draftUnknown'],
    [
      { properties: { a: { $ref: 'https://example.org/b' } } },
      'properties.a.$ref',
      'referenceDangling',
      { reference: 'https://example.org/b' },
    ],
    [{ $ref: '#/$defs/none' }, '$ref', 'referenceDangling', { reference: '#/$defs/none' }],
    [{ $id: 'https://[' }, '', 'schemaAddress', { address: 'https://[' }],
    [{ $ref: '#/title', title: 'x' }, '', 'referenceNoSchema'],
  ])('refuses %j', (published, path, messageCode, parameters = {}) => {
    expect(convertSchema(published).problems).toEqual([{ path, messageCode, parameters }]);
  });
});

describe('multiples', () => {
  it.each<[source: string, value: number, step: number, expected?: boolean]>([
    ['the case of the order', 19.99, 0.01],
    ['the case of the order', 0.7, 0.1],
    ['the case of the order', 1.15, 0.05],
    ['https://github.com/ajv-validator/ajv/issues/2329', 143.48, 0.01],
    ['https://github.com/ajv-validator/ajv/issues/2416', 8.69, 0.01],
    ['https://github.com/ajv-validator/ajv/issues/2537', 1.11, 0.01],
    ['https://github.com/ajv-validator/ajv/issues/928', 19.99, 0.01],
    ['https://github.com/ajv-validator/ajv/issues/1005', 0.94, 0.01],
    ['https://github.com/ajv-validator/ajv/issues/652', 2.22, 0.01],
    ['https://github.com/eclipsesource/jsonforms/issues/1880', 0.3, 0.1],
    ['https://github.com/eclipsesource/jsonforms/issues/1897', 100.1, 0.1],
    ['https://github.com/geraintluff/tv4/issues/245', 21.1, 0.1],
    ['https://github.com/stoplightio/prism/pull/1997', -4.02, 0.01],
    ['https://github.com/Stranger6667/jsonschema/pull/1524', 1_070_468.14, 0.01],
    ['https://github.com/rjsf-team/react-jsonschema-form/issues/3917', 2_000_000.13, 0.01],
    ['exponents', 1e300, 1e-300],
    ['exponents', 1e-7, 1e-8],
    ['zero', 0, 0.01],
    ['no multiple', 0.015, 0.01, false],
    ['no multiple', 1e-9, 1e-8, false],
    ['no multiple', 143.481, 0.01, false],
  ])('%s: %d of %d', (_source, value, step, expected = true) => {
    expect(isMultipleOf(value, step)).toBe(expected);
  });

  it('are all multiples that are written in decimal, and no other', () => {
    for (let count = 0; count < 20_000; count += 1) {
      const value = Number(`${Math.floor(count / 100)}.${String(count % 100).padStart(2, '0')}`);
      expect(isMultipleOf(value, 0.01)).toBe(true);
      expect(isMultipleOf(value, 0.05)).toBe(count % 5 === 0);
    }
  });
});
