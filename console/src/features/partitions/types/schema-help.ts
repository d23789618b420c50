import type { JsonHelp } from '../../../ui/json/json-completion.ts';

const names = { enum: ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] };
const text = { type: 'string' };
const number = { type: 'number' };
const schema = { $ref: '#' };
const schemas = { type: 'object', additionalProperties: schema };
const several = { type: 'array', items: schema };
const words = { type: 'array', items: text };

/** The most used keywords of JSON Schema, for completion. */
export const schemaHelp: JsonHelp = {
  schema: {
    type: 'object',
    properties: {
      type: names,
      title: text,
      description: text,
      $schema: {
        enum: [
          'https://json-schema.org/draft/2020-12/schema',
          'https://json-schema.org/draft/2019-09/schema',
          'http://json-schema.org/draft-07/schema#',
          'http://json-schema.org/draft-06/schema#',
          'http://json-schema.org/draft-04/schema#',
        ],
      },
      properties: schemas,
      required: words,
      additionalProperties: schema,
      items: schema,
      enum: { type: 'array' },
      const: {},
      default: {},
      format: {
        enum: ['date', 'date-time', 'time', 'email', 'uri', 'uuid', 'ipv4', 'ipv6', 'hostname'],
      },
      pattern: text,
      minLength: number,
      maxLength: number,
      minimum: number,
      maximum: number,
      exclusiveMinimum: number,
      exclusiveMaximum: number,
      multipleOf: number,
      minItems: number,
      maxItems: number,
      uniqueItems: { type: 'boolean' },
      oneOf: several,
      anyOf: several,
      allOf: several,
      not: schema,
      $defs: schemas,
      $ref: text,
    },
  },
};
