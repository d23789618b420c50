import { isArray, isObject } from '../../../../shared/diff/json-values.ts';
import type { JsonSchema } from '../../../../shared/json/json-schema.ts';

/** Raised when a schema takes longer than a person should wait. */
class TooLong extends Error {}

/** A pattern may go back and forth over a text; over a short one that is soon done. */
const longestText = 300;
/** Finding equal elements compares each with each. */
const longestUnique = 300;
/** Formats whose check is quick whatever the text. */
const quickFormats = new Set(['date', 'time', 'date-time', 'email', 'uri', 'uuid', 'ipv4', 'ipv6']);

/** Keywords that hold schemas by name. */
const schemasByName = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
/** Keywords that hold values, which no schema is to be sought in. */
const plainValues = new Set(['const', 'enum', 'default', 'examples']);

/**
 * Takes from a schema, in place, what could keep a browser busy for ever: the one who wrote the schema need not mean well.
 * References may unfold a small schema without end, so each look into a part of it asks for the time.
 */
export function schemaWithin(schema: JsonSchema, data: unknown, milliseconds: number): JsonSchema {
  const size = sizesOf(data);
  const until = performance.now() + milliseconds;
  const limit = (part: unknown): void => {
    if (isArray(part)) part.forEach(limit);
    if (!isObject(part)) return;
    for (const [keyword, inner] of Object.entries(part))
      if (schemasByName.has(keyword) && isObject(inner)) Object.values(inner).forEach(limit);
      else if (!plainValues.has(keyword)) limit(inner);
    withoutTraps(part, size);
    const { $ref } = part;
    Object.defineProperty(part, '$ref', {
      enumerable: $ref !== undefined,
      get: () => {
        if (performance.now() > until) throw new TooLong();
        return $ref;
      },
    });
  };
  limit(schema);
  return schema;
}

function withoutTraps(schema: Record<string, unknown>, size: { text: number; list: number }): void {
  const { pattern, patternProperties, format, uniqueItems } = schema;
  if (typeof pattern === 'string' && (size.text > longestText || !isHarmlessPattern(pattern)))
    delete schema['pattern'];
  if (isObject(patternProperties) && !Object.keys(patternProperties).every(isHarmlessPattern))
    // Without it nobody can say which properties are additional.
    for (const name of ['patternProperties', 'additionalProperties', 'unevaluatedProperties'])
      delete schema[name];
  if (typeof format === 'string' && !quickFormats.has(format)) delete schema['format'];
  if (uniqueItems === true && size.list > longestUnique) delete schema['uniqueItems'];
}

/** Whether a regular expression cannot take more than a moment on a short text. */
export function isHarmlessPattern(pattern: string): boolean {
  if (pattern.length > 200) return false;
  const plain = pattern.replaceAll(/\\[\s\S]/g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  const repeats = plain.match(/[*+]|\{\d+,?\d*\}/g)?.length ?? 0;
  const maybes = plain.match(/(?<![*+?}])\?/g)?.length ?? 0;
  const repeatedGroup = /\)(?:[*+]|\{)/.test(plain);
  const looksBack = /\\[1-9k]|\(\?[=!<]/.test(pattern);
  return !repeatedGroup && !looksBack && repeats <= 2 && maybes <= 8;
}

function sizesOf(data: unknown): { text: number; list: number } {
  const size = { text: 0, list: 0 };
  const look = (value: unknown): void => {
    if (typeof value === 'string') size.text = Math.max(size.text, value.length);
    else if (isArray(value)) {
      size.list = Math.max(size.list, value.length);
      value.forEach(look);
    } else if (isObject(value))
      for (const [name, inner] of Object.entries(value)) {
        size.text = Math.max(size.text, name.length);
        look(inner);
      }
  };
  look(data);
  return size;
}
