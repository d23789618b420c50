import * as z from 'zod/mini';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';

/** How a schema was written, as one of Zod's kinds. */
export const defOf = (schema: $ZodType): $ZodTypes['_zod']['def'] => (schema as $ZodTypes)._zod.def;

/** The fields of an object; undefined for anything else. */
export function shapeOf(
  schema: $ZodType | undefined,
): Readonly<Record<string, $ZodType>> | undefined {
  const def = schema && defOf(schema);
  return def?.type === 'object' ? def.shape : undefined;
}

/** The schemas inside a schema, one level down. */
export function innerSchemas(schema: $ZodType): readonly $ZodType[] {
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return Object.values(def.shape);
    case 'array':
      return [def.element];
    case 'record':
      return [def.valueType];
    case 'union':
      return def.options;
    case 'pipe':
      return [def.in, def.out];
    default:
      return 'innerType' in def ? [def.innerType] : [];
  }
}

/**
 * The schema with other schemas in it, one level down: the element of an array, the value of a record, what may be null or
 * missing, the alternatives. The fields of an object and the entries of a list (`pageOf`) are left to the caller.
 */
export function withInner(schema: $ZodType, change: (inner: $ZodType) => $ZodType): $ZodType {
  const def = defOf(schema);
  switch (def.type) {
    case 'array':
      return z.array(change(def.element));
    case 'record':
      return z.record(def.keyType, change(def.valueType));
    case 'optional':
      return z.optional(change(def.innerType));
    case 'nullable':
      return z.nullable(change(def.innerType));
    case 'union':
      return z.union(def.options.map(change));
    default:
      return schema;
  }
}
