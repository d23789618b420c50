/** The validation by JSON Schema, of data and of schemas. */
export const jsonSchema = {
  schemaRequired: 'Must be given.',
  schemaDependentRequired: 'Must be given where {property} is.',
  schemaAdditional: 'Is not allowed here.',
  schemaEnum: 'Must be one of {values}.',
  schemaType: ({ type }: { type: string }) => `Must be ${type}.`,
  schemaConst: 'Must be exactly {value}.',
  schemaMinLength: 'Must NOT have fewer than {limit} characters.',
  schemaMaxLength: 'Must NOT have more than {limit} characters.',
  schemaMinItems: ({ limit }: { limit: number }) => `Must NOT have fewer than ${limit} items.`,
  schemaMaxItems: 'Must NOT have more than {limit} items.',
  schemaMinProperties: 'Must NOT have fewer than {limit} properties.',
  schemaMaxProperties: 'Must NOT have more than {limit} properties.',
  schemaUniqueItems: 'Must NOT have duplicate items (items ## {j} and {i} are identical).',
  schemaContains: 'Must contain at least {minContains} valid item(s).',
  schemaContainsMax:
    'Must contain at least {minContains} and no more than {maxContains} valid item(s).',
  schemaPattern: 'Must match pattern "{pattern}".',
  schemaFormat: 'Must match format "{format}".',
  schemaMinimum: 'Must be >= {limit}.',
  schemaMaximum: 'Must be <= {limit}.',
  schemaExclusiveMinimum: 'Must be > {limit}.',
  schemaExclusiveMaximum: 'Must be < {limit}.',
  schemaMultipleOf: 'Must be multiple of {multipleOf}.',
  schemaIf: 'Must match "{failingKeyword}" schema.',
  schemaNot: 'Must NOT be valid.',
  schemaOneOf: 'Must match exactly one schema in oneOf.',
  schemaAnyOf: 'Must match a schema in anyOf.',
  schemaFalse: 'Boolean schema is false.',
  schemaPropertyNames: 'Property name must be valid.',
  /** What the validator said, where it has no code here. */
  schemaOther: 'It is not valid: {text}.',
  draftUnknown:
    'This is not a draft that can be checked. Use draft-04, draft-06, draft-07, 2019-09 or 2020-12, or omit it.',
  schemaAddress: 'The address "{address}" is not valid.',
  referenceDangling:
    'The reference "{reference}" leads to nothing in this schema. Copy what it refers to into $defs; a whole document needs its address as $id there.',
  referenceNoSchema: 'The reference does not lead to a schema.',
  patternInvalid:
    'The pattern "{pattern}" cannot be used: it is not a valid regular expression ({detail}).',
  patternLookahead: 'The pattern "{pattern}" cannot be used: lookahead is not supported.',
  patternLookbehind: 'The pattern "{pattern}" cannot be used: lookbehind is not supported.',
  patternBackreference: 'The pattern "{pattern}" cannot be used: a backreference is not supported.',
  patternFlags: 'The pattern "{pattern}" cannot be used: a group with flags is not supported.',
  patternRepetition:
    'The pattern "{pattern}" cannot be used: a repetition of more than 1000 times is not supported.',
  patternProperty:
    'The pattern "{pattern}" cannot be used: the Unicode property {property} is not supported.',
  patternTooLarge: 'The pattern "{pattern}" cannot be used: it is too large.',
  schemaRecursion: 'It refers to itself endlessly.',
  schemaOfTypeRecursion:
    'The JSON Schema of its type refers to itself endlessly. Ask an owner of the partition to fix it.',
  schemaUnusable:
    'The JSON Schema of its type cannot be used. Ask an owner of the partition to replace it.',
} as const;
