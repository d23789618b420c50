/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema */
/**
 * The schemas of schemas, which others refer to: "a schema may stand here". From https://json-schema.org, unchanged but for
 * those of 2019-09 and 2020-12, which are published as one document for each vocabulary.
 */
export const metaSchemas = {
  'http://json-schema.org/draft-04/schema': {
    id: 'http://json-schema.org/draft-04/schema#',
    $schema: 'http://json-schema.org/draft-04/schema#',
    description: 'Core schema meta-schema',
    definitions: {
      schemaArray: {
        type: 'array',
        minItems: 1,
        items: {
          $ref: '#',
        },
      },
      positiveInteger: {
        type: 'integer',
        minimum: 0,
      },
      positiveIntegerDefault0: {
        allOf: [
          {
            $ref: '#/definitions/positiveInteger',
          },
          {
            default: 0,
          },
        ],
      },
      simpleTypes: {
        enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'],
      },
      stringArray: {
        type: 'array',
        items: {
          type: 'string',
        },
        minItems: 1,
        uniqueItems: true,
      },
    },
    type: 'object',
    properties: {
      id: {
        type: 'string',
      },
      $schema: {
        type: 'string',
      },
      title: {
        type: 'string',
      },
      description: {
        type: 'string',
      },
      default: {},
      multipleOf: {
        type: 'number',
        minimum: 0,
        exclusiveMinimum: true,
      },
      maximum: {
        type: 'number',
      },
      exclusiveMaximum: {
        type: 'boolean',
        default: false,
      },
      minimum: {
        type: 'number',
      },
      exclusiveMinimum: {
        type: 'boolean',
        default: false,
      },
      maxLength: {
        $ref: '#/definitions/positiveInteger',
      },
      minLength: {
        $ref: '#/definitions/positiveIntegerDefault0',
      },
      pattern: {
        type: 'string',
        format: 'regex',
      },
      additionalItems: {
        anyOf: [
          {
            type: 'boolean',
          },
          {
            $ref: '#',
          },
        ],
        default: {},
      },
      items: {
        anyOf: [
          {
            $ref: '#',
          },
          {
            $ref: '#/definitions/schemaArray',
          },
        ],
        default: {},
      },
      maxItems: {
        $ref: '#/definitions/positiveInteger',
      },
      minItems: {
        $ref: '#/definitions/positiveIntegerDefault0',
      },
      uniqueItems: {
        type: 'boolean',
        default: false,
      },
      maxProperties: {
        $ref: '#/definitions/positiveInteger',
      },
      minProperties: {
        $ref: '#/definitions/positiveIntegerDefault0',
      },
      required: {
        $ref: '#/definitions/stringArray',
      },
      additionalProperties: {
        anyOf: [
          {
            type: 'boolean',
          },
          {
            $ref: '#',
          },
        ],
        default: {},
      },
      definitions: {
        type: 'object',
        additionalProperties: {
          $ref: '#',
        },
        default: {},
      },
      properties: {
        type: 'object',
        additionalProperties: {
          $ref: '#',
        },
        default: {},
      },
      patternProperties: {
        type: 'object',
        additionalProperties: {
          $ref: '#',
        },
        default: {},
      },
      dependencies: {
        type: 'object',
        additionalProperties: {
          anyOf: [
            {
              $ref: '#',
            },
            {
              $ref: '#/definitions/stringArray',
            },
          ],
        },
      },
      enum: {
        type: 'array',
        minItems: 1,
        uniqueItems: true,
      },
      type: {
        anyOf: [
          {
            $ref: '#/definitions/simpleTypes',
          },
          {
            type: 'array',
            items: {
              $ref: '#/definitions/simpleTypes',
            },
            minItems: 1,
            uniqueItems: true,
          },
        ],
      },
      format: {
        type: 'string',
      },
      allOf: {
        $ref: '#/definitions/schemaArray',
      },
      anyOf: {
        $ref: '#/definitions/schemaArray',
      },
      oneOf: {
        $ref: '#/definitions/schemaArray',
      },
      not: {
        $ref: '#',
      },
    },
    dependencies: {
      exclusiveMaximum: ['maximum'],
      exclusiveMinimum: ['minimum'],
    },
    default: {},
  },
  'http://json-schema.org/draft-06/schema': {
    $schema: 'http://json-schema.org/draft-06/schema#',
    $id: 'http://json-schema.org/draft-06/schema#',
    title: 'Core schema meta-schema',
    definitions: {
      schemaArray: {
        type: 'array',
        minItems: 1,
        items: {
          $ref: '#',
        },
      },
      nonNegativeInteger: {
        type: 'integer',
        minimum: 0,
      },
      nonNegativeIntegerDefault0: {
        allOf: [
          {
            $ref: '#/definitions/nonNegativeInteger',
          },
          {
            default: 0,
          },
        ],
      },
      simpleTypes: {
        enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'],
      },
      stringArray: {
        type: 'array',
        items: {
          type: 'string',
        },
        uniqueItems: true,
        default: [],
      },
    },
    type: ['object', 'boolean'],
    properties: {
      $id: {
        type: 'string',
        format: 'uri-reference',
      },
      $schema: {
        type: 'string',
        format: 'uri',
      },
      $ref: {
        type: 'string',
        format: 'uri-reference',
      },
      title: {
        type: 'string',
      },
      description: {
        type: 'string',
      },
      default: {},
      examples: {
        type: 'array',
        items: {},
      },
      multipleOf: {
        type: 'number',
        exclusiveMinimum: 0,
      },
      maximum: {
        type: 'number',
      },
      exclusiveMaximum: {
        type: 'number',
      },
      minimum: {
        type: 'number',
      },
      exclusiveMinimum: {
        type: 'number',
      },
      maxLength: {
        $ref: '#/definitions/nonNegativeInteger',
      },
      minLength: {
        $ref: '#/definitions/nonNegativeIntegerDefault0',
      },
      pattern: {
        type: 'string',
        format: 'regex',
      },
      additionalItems: {
        $ref: '#',
      },
      items: {
        anyOf: [
          {
            $ref: '#',
          },
          {
            $ref: '#/definitions/schemaArray',
          },
        ],
        default: {},
      },
      maxItems: {
        $ref: '#/definitions/nonNegativeInteger',
      },
      minItems: {
        $ref: '#/definitions/nonNegativeIntegerDefault0',
      },
      uniqueItems: {
        type: 'boolean',
        default: false,
      },
      contains: {
        $ref: '#',
      },
      maxProperties: {
        $ref: '#/definitions/nonNegativeInteger',
      },
      minProperties: {
        $ref: '#/definitions/nonNegativeIntegerDefault0',
      },
      required: {
        $ref: '#/definitions/stringArray',
      },
      additionalProperties: {
        $ref: '#',
      },
      definitions: {
        type: 'object',
        additionalProperties: {
          $ref: '#',
        },
        default: {},
      },
      properties: {
        type: 'object',
        additionalProperties: {
          $ref: '#',
        },
        default: {},
      },
      patternProperties: {
        type: 'object',
        additionalProperties: {
          $ref: '#',
        },
        propertyNames: {
          format: 'regex',
        },
        default: {},
      },
      dependencies: {
        type: 'object',
        additionalProperties: {
          anyOf: [
            {
              $ref: '#',
            },
            {
              $ref: '#/definitions/stringArray',
            },
          ],
        },
      },
      propertyNames: {
        $ref: '#',
      },
      const: {},
      enum: {
        type: 'array',
      },
      type: {
        anyOf: [
          {
            $ref: '#/definitions/simpleTypes',
          },
          {
            type: 'array',
            items: {
              $ref: '#/definitions/simpleTypes',
            },
            minItems: 1,
            uniqueItems: true,
          },
        ],
      },
      format: {
        type: 'string',
      },
      allOf: {
        $ref: '#/definitions/schemaArray',
      },
      anyOf: {
        $ref: '#/definitions/schemaArray',
      },
      oneOf: {
        $ref: '#/definitions/schemaArray',
      },
      not: {
        $ref: '#',
      },
    },
    default: {},
  },
  'http://json-schema.org/draft-07/schema': {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'http://json-schema.org/draft-07/schema#',
    title: 'Core schema meta-schema',
    definitions: {
      schemaArray: {
        type: 'array',
        minItems: 1,
        items: {
          $ref: '#',
        },
      },
      nonNegativeInteger: {
        type: 'integer',
        minimum: 0,
      },
      nonNegativeIntegerDefault0: {
        allOf: [
          {
            $ref: '#/definitions/nonNegativeInteger',
          },
          {
            default: 0,
          },
        ],
      },
      simpleTypes: {
        enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'],
      },
      stringArray: {
        type: 'array',
        items: {
          type: 'string',
        },
        uniqueItems: true,
        default: [],
      },
    },
    type: ['object', 'boolean'],
    properties: {
      $id: {
        type: 'string',
        format: 'uri-reference',
      },
      $schema: {
        type: 'string',
        format: 'uri',
      },
      $ref: {
        type: 'string',
        format: 'uri-reference',
      },
      $comment: {
        type: 'string',
      },
      title: {
        type: 'string',
      },
      description: {
        type: 'string',
      },
      default: true,
      readOnly: {
        type: 'boolean',
        default: false,
      },
      examples: {
        type: 'array',
        items: true,
      },
      multipleOf: {
        type: 'number',
        exclusiveMinimum: 0,
      },
      maximum: {
        type: 'number',
      },
      exclusiveMaximum: {
        type: 'number',
      },
      minimum: {
        type: 'number',
      },
      exclusiveMinimum: {
        type: 'number',
      },
      maxLength: {
        $ref: '#/definitions/nonNegativeInteger',
      },
      minLength: {
        $ref: '#/definitions/nonNegativeIntegerDefault0',
      },
      pattern: {
        type: 'string',
        format: 'regex',
      },
      additionalItems: {
        $ref: '#',
      },
      items: {
        anyOf: [
          {
            $ref: '#',
          },
          {
            $ref: '#/definitions/schemaArray',
          },
        ],
        default: true,
      },
      maxItems: {
        $ref: '#/definitions/nonNegativeInteger',
      },
      minItems: {
        $ref: '#/definitions/nonNegativeIntegerDefault0',
      },
      uniqueItems: {
        type: 'boolean',
        default: false,
      },
      contains: {
        $ref: '#',
      },
      maxProperties: {
        $ref: '#/definitions/nonNegativeInteger',
      },
      minProperties: {
        $ref: '#/definitions/nonNegativeIntegerDefault0',
      },
      required: {
        $ref: '#/definitions/stringArray',
      },
      additionalProperties: {
        $ref: '#',
      },
      definitions: {
        type: 'object',
        additionalProperties: {
          $ref: '#',
        },
        default: {},
      },
      properties: {
        type: 'object',
        additionalProperties: {
          $ref: '#',
        },
        default: {},
      },
      patternProperties: {
        type: 'object',
        additionalProperties: {
          $ref: '#',
        },
        propertyNames: {
          format: 'regex',
        },
        default: {},
      },
      dependencies: {
        type: 'object',
        additionalProperties: {
          anyOf: [
            {
              $ref: '#',
            },
            {
              $ref: '#/definitions/stringArray',
            },
          ],
        },
      },
      propertyNames: {
        $ref: '#',
      },
      const: true,
      enum: {
        type: 'array',
        items: true,
      },
      type: {
        anyOf: [
          {
            $ref: '#/definitions/simpleTypes',
          },
          {
            type: 'array',
            items: {
              $ref: '#/definitions/simpleTypes',
            },
            minItems: 1,
            uniqueItems: true,
          },
        ],
      },
      format: {
        type: 'string',
      },
      contentMediaType: {
        type: 'string',
      },
      contentEncoding: {
        type: 'string',
      },
      if: {
        $ref: '#',
      },
      then: {
        $ref: '#',
      },
      else: {
        $ref: '#',
      },
      allOf: {
        $ref: '#/definitions/schemaArray',
      },
      anyOf: {
        $ref: '#/definitions/schemaArray',
      },
      oneOf: {
        $ref: '#/definitions/schemaArray',
      },
      not: {
        $ref: '#',
      },
    },
    default: true,
  },
  // Its vocabularies in one document.
  'https://json-schema.org/draft/2019-09/schema': {
    $schema: 'https://json-schema.org/draft/2019-09/schema',
    $id: 'https://json-schema.org/draft/2019-09/schema',
    title: 'Core and Validation specifications meta-schema',
    type: ['object', 'boolean'],
    properties: {
      $id: {
        type: 'string',
        format: 'uri-reference',
        $comment: 'Non-empty fragments not allowed.',
        pattern: '^[^#]*#?$',
      },
      $schema: { type: 'string', format: 'uri' },
      $anchor: { type: 'string', pattern: '^[A-Za-z][-A-Za-z0-9.:_]*$' },
      $ref: { type: 'string', format: 'uri-reference' },
      $recursiveRef: { type: 'string', format: 'uri-reference' },
      $recursiveAnchor: { type: 'boolean', default: false },
      $vocabulary: {
        type: 'object',
        propertyNames: { type: 'string', format: 'uri' },
        additionalProperties: { type: 'boolean' },
      },
      $comment: { type: 'string' },
      $defs: { type: 'object', additionalProperties: { $ref: '#' }, default: {} },
      additionalItems: { $ref: '#' },
      unevaluatedItems: { $ref: '#' },
      items: { anyOf: [{ $ref: '#' }, { $ref: '#/$defs/schemaArray' }] },
      contains: { $ref: '#' },
      additionalProperties: { $ref: '#' },
      unevaluatedProperties: { $ref: '#' },
      properties: { type: 'object', additionalProperties: { $ref: '#' }, default: {} },
      patternProperties: {
        type: 'object',
        additionalProperties: { $ref: '#' },
        propertyNames: { format: 'regex' },
        default: {},
      },
      dependentSchemas: { type: 'object', additionalProperties: { $ref: '#' } },
      propertyNames: { $ref: '#' },
      if: { $ref: '#' },
      then: { $ref: '#' },
      else: { $ref: '#' },
      allOf: { $ref: '#/$defs/schemaArray' },
      anyOf: { $ref: '#/$defs/schemaArray' },
      oneOf: { $ref: '#/$defs/schemaArray' },
      not: { $ref: '#' },
      multipleOf: { type: 'number', exclusiveMinimum: 0 },
      maximum: { type: 'number' },
      exclusiveMaximum: { type: 'number' },
      minimum: { type: 'number' },
      exclusiveMinimum: { type: 'number' },
      maxLength: { $ref: '#/$defs/nonNegativeInteger' },
      minLength: { $ref: '#/$defs/nonNegativeIntegerDefault0' },
      pattern: { type: 'string', format: 'regex' },
      maxItems: { $ref: '#/$defs/nonNegativeInteger' },
      minItems: { $ref: '#/$defs/nonNegativeIntegerDefault0' },
      uniqueItems: { type: 'boolean', default: false },
      maxContains: { $ref: '#/$defs/nonNegativeInteger' },
      minContains: { $ref: '#/$defs/nonNegativeInteger', default: 1 },
      maxProperties: { $ref: '#/$defs/nonNegativeInteger' },
      minProperties: { $ref: '#/$defs/nonNegativeIntegerDefault0' },
      required: { $ref: '#/$defs/stringArray' },
      dependentRequired: { type: 'object', additionalProperties: { $ref: '#/$defs/stringArray' } },
      const: true,
      enum: { type: 'array', items: true },
      type: {
        anyOf: [
          { $ref: '#/$defs/simpleTypes' },
          { type: 'array', items: { $ref: '#/$defs/simpleTypes' }, minItems: 1, uniqueItems: true },
        ],
      },
      title: { type: 'string' },
      description: { type: 'string' },
      default: true,
      deprecated: { type: 'boolean', default: false },
      readOnly: { type: 'boolean', default: false },
      writeOnly: { type: 'boolean', default: false },
      examples: { type: 'array', items: true },
      format: { type: 'string' },
      contentMediaType: { type: 'string' },
      contentEncoding: { type: 'string' },
      contentSchema: { $ref: '#' },
      definitions: {
        $comment:
          'While no longer an official keyword as it is replaced by $defs, this keyword is retained in the meta-schema to prevent incompatible extensions as it remains in common use.',
        type: 'object',
        additionalProperties: { $ref: '#' },
        default: {},
      },
      dependencies: {
        $comment:
          '"dependencies" is no longer a keyword, but schema authors should avoid redefining it to facilitate a smooth transition to "dependentSchemas" and "dependentRequired"',
        type: 'object',
        additionalProperties: { anyOf: [{ $ref: '#' }, { $ref: '#/$defs/stringArray' }] },
      },
    },
    $defs: {
      schemaArray: { type: 'array', minItems: 1, items: { $ref: '#' } },
      nonNegativeInteger: { type: 'integer', minimum: 0 },
      nonNegativeIntegerDefault0: { $ref: '#/$defs/nonNegativeInteger', default: 0 },
      simpleTypes: { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] },
      stringArray: { type: 'array', items: { type: 'string' }, uniqueItems: true, default: [] },
    },
  },
  // Its vocabularies in one document.
  'https://json-schema.org/draft/2020-12/schema': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Core and Validation specifications meta-schema',
    type: ['object', 'boolean'],
    properties: {
      $id: {
        $ref: '#/$defs/uriReferenceString',
        $comment: 'Non-empty fragments not allowed.',
        pattern: '^[^#]*#?$',
      },
      $schema: { $ref: '#/$defs/uriString' },
      $ref: { $ref: '#/$defs/uriReferenceString' },
      $anchor: { $ref: '#/$defs/anchorString' },
      $dynamicRef: { $ref: '#/$defs/uriReferenceString' },
      $dynamicAnchor: { $ref: '#/$defs/anchorString' },
      $vocabulary: {
        type: 'object',
        propertyNames: { $ref: '#/$defs/uriString' },
        additionalProperties: { type: 'boolean' },
      },
      $comment: { type: 'string' },
      $defs: { type: 'object', additionalProperties: { $ref: '#' } },
      prefixItems: { $ref: '#/$defs/schemaArray' },
      items: { $ref: '#' },
      contains: { $ref: '#' },
      additionalProperties: { $ref: '#' },
      properties: { type: 'object', additionalProperties: { $ref: '#' }, default: {} },
      patternProperties: {
        type: 'object',
        additionalProperties: { $ref: '#' },
        propertyNames: { format: 'regex' },
        default: {},
      },
      dependentSchemas: { type: 'object', additionalProperties: { $ref: '#' }, default: {} },
      propertyNames: { $ref: '#' },
      if: { $ref: '#' },
      then: { $ref: '#' },
      else: { $ref: '#' },
      allOf: { $ref: '#/$defs/schemaArray' },
      anyOf: { $ref: '#/$defs/schemaArray' },
      oneOf: { $ref: '#/$defs/schemaArray' },
      not: { $ref: '#' },
      unevaluatedItems: { $ref: '#' },
      unevaluatedProperties: { $ref: '#' },
      type: {
        anyOf: [
          { $ref: '#/$defs/simpleTypes' },
          { type: 'array', items: { $ref: '#/$defs/simpleTypes' }, minItems: 1, uniqueItems: true },
        ],
      },
      const: true,
      enum: { type: 'array', items: true },
      multipleOf: { type: 'number', exclusiveMinimum: 0 },
      maximum: { type: 'number' },
      exclusiveMaximum: { type: 'number' },
      minimum: { type: 'number' },
      exclusiveMinimum: { type: 'number' },
      maxLength: { $ref: '#/$defs/nonNegativeInteger' },
      minLength: { $ref: '#/$defs/nonNegativeIntegerDefault0' },
      pattern: { type: 'string', format: 'regex' },
      maxItems: { $ref: '#/$defs/nonNegativeInteger' },
      minItems: { $ref: '#/$defs/nonNegativeIntegerDefault0' },
      uniqueItems: { type: 'boolean', default: false },
      maxContains: { $ref: '#/$defs/nonNegativeInteger' },
      minContains: { $ref: '#/$defs/nonNegativeInteger', default: 1 },
      maxProperties: { $ref: '#/$defs/nonNegativeInteger' },
      minProperties: { $ref: '#/$defs/nonNegativeIntegerDefault0' },
      required: { $ref: '#/$defs/stringArray' },
      dependentRequired: { type: 'object', additionalProperties: { $ref: '#/$defs/stringArray' } },
      title: { type: 'string' },
      description: { type: 'string' },
      default: true,
      deprecated: { type: 'boolean', default: false },
      readOnly: { type: 'boolean', default: false },
      writeOnly: { type: 'boolean', default: false },
      examples: { type: 'array', items: true },
      format: { type: 'string' },
      contentEncoding: { type: 'string' },
      contentMediaType: { type: 'string' },
      contentSchema: { $ref: '#' },
      definitions: {
        $comment: '"definitions" has been replaced by "$defs".',
        type: 'object',
        additionalProperties: { $ref: '#' },
        deprecated: true,
        default: {},
      },
      dependencies: {
        $comment:
          '"dependencies" has been split and replaced by "dependentSchemas" and "dependentRequired" in order to serve their differing semantics.',
        type: 'object',
        additionalProperties: { anyOf: [{ $ref: '#' }, { $ref: '#/$defs/stringArray' }] },
        deprecated: true,
        default: {},
      },
      $recursiveAnchor: {
        $comment: '"$recursiveAnchor" has been replaced by "$dynamicAnchor".',
        $ref: '#/$defs/anchorString',
        deprecated: true,
      },
      $recursiveRef: {
        $comment: '"$recursiveRef" has been replaced by "$dynamicRef".',
        $ref: '#/$defs/uriReferenceString',
        deprecated: true,
      },
    },
    $defs: {
      anchorString: { type: 'string', pattern: '^[A-Za-z_][-A-Za-z0-9._]*$' },
      uriString: { type: 'string', format: 'uri' },
      uriReferenceString: { type: 'string', format: 'uri-reference' },
      schemaArray: { type: 'array', minItems: 1, items: { $ref: '#' } },
      nonNegativeInteger: { type: 'integer', minimum: 0 },
      nonNegativeIntegerDefault0: { $ref: '#/$defs/nonNegativeInteger', default: 0 },
      simpleTypes: { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] },
      stringArray: { type: 'array', items: { type: 'string' }, uniqueItems: true, default: [] },
    },
  },
};
