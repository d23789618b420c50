import { isArray, isObject } from '../../../../platform/json-values/json-values.ts';
import type { JsonSchema } from '../../../../ui/json/json-schema.ts';

/** Thrown when a schema takes too long to process. */
export class TooLong extends Error {}

/** uniqueItems compares every pair of elements. */
const maxUniqueItems = 300;
/** Formats that are checked in linear time. */
const quickFormats = new Set(['date', 'time', 'date-time', 'email', 'uri', 'uuid', 'ipv4', 'ipv6']);

/** Keywords that contain schemas by name. */
const schemasByName = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
/** Keywords that contain values, not schemas. */
const plainValues = new Set(['const', 'enum', 'default', 'examples']);

/**
 * Removes from a schema, in place, what could block the browser: schemas are untrusted.
 * References can expand a small schema endlessly, so each step checks the deadline.
 * @param until in milliseconds, by performance.now()
 */
export function schemaWithin(schema: JsonSchema, data: unknown, until: number): JsonSchema {
  const longestList = longestListOf(data);
  const limit = (part: unknown): void => {
    if (isArray(part)) part.forEach(limit);
    if (!isObject(part)) return;
    for (const [keyword, inner] of Object.entries(part))
      if (schemasByName.has(keyword) && isObject(inner)) Object.values(inner).forEach(limit);
      else if (!plainValues.has(keyword)) limit(inner);
    withoutCostlyKeywords(part, longestList);
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

function withoutCostlyKeywords(schema: Record<string, unknown>, longestList: number): void {
  const { format, uniqueItems } = schema;
  if (typeof format === 'string' && !quickFormats.has(format)) delete schema['format'];
  if (uniqueItems === true && longestList > maxUniqueItems) delete schema['uniqueItems'];
}

function longestListOf(data: unknown): number {
  let longest = 0;
  const look = (value: unknown): void => {
    if (isArray(value)) {
      longest = Math.max(longest, value.length);
      value.forEach(look);
    } else if (isObject(value)) Object.values(value).forEach(look);
  };
  look(data);
  return longest;
}
