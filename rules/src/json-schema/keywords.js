/** Keywords whose value is a schema. */
export const schemaKeywords = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
/** Keywords whose value is a list of schemas. */
export const schemaListKeywords = ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'];
/** Keywords whose value is an object of schemas by name. */
export const schemaMapKeywords = [
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
];

/** Keywords that have an effect on whether data is valid. */
export const effectiveKeywords = new Set([
  ...schemaKeywords,
  ...schemaListKeywords,
  ...schemaMapKeywords,
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'const',
  'dependentRequired',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  // Of the library that checks in the service.
  'formatExclusiveMaximum',
  'formatExclusiveMinimum',
  'formatMaximum',
  'formatMinimum',
  'maxContains',
  'maximum',
  'maxItems',
  'maxLength',
  'maxProperties',
  'minContains',
  'minimum',
  'minItems',
  'minLength',
  'minProperties',
  'multipleOf',
  'pattern',
  'required',
  'type',
  'uniqueItems',
]);

/** Keywords that name schemas, or that describe them to people and forms, as everybody expects. */
export const describingKeywords = new Set([
  '$anchor',
  '$comment',
  '$dynamicAnchor',
  '$id',
  '$recursiveAnchor',
  '$schema',
  '$vocabulary',
  'default',
  'deprecated',
  'description',
  'examples',
  'title',
]);

/** Keywords of JSON Schema that only inform, although they read like conditions. */
export const informingKeywords = new Set([
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'readOnly',
  'writeOnly',
]);

/** The formats that are checked. `password`, `binary` and the like say nothing about a value. */
export const checkedFormats = new Set([
  'byte',
  'date',
  'date-time',
  'duration',
  'email',
  'hostname',
  'idn-email',
  'idn-hostname',
  'int32',
  'int64',
  'ipv4',
  'ipv6',
  'iri',
  'iri-reference',
  'iso-date-time',
  'iso-time',
  'json-pointer',
  'json-pointer-uri-fragment',
  'regex',
  'relative-json-pointer',
  'time',
  'uri',
  'uri-reference',
  'uri-template',
  'url',
  'uuid',
]);
