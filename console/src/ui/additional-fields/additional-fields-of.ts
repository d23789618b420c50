import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { isObject } from '@annals/rules/json-values';
import { itemOf } from '@annals/contracts/page';
import { moreKey } from '../../platform/api/page.ts';

/**
 * The fields of a response that are not in the contract, and those in another format, unchanged. Undefined if
 * there are none.
 */
export function additionalFieldsOf(schema: $ZodType, value: unknown): unknown {
  if (itemOf(schema)) return undefined;
  const { def } = (schema as $ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return additionalFieldsOf(def.innerType, value);
    case 'pipe':
      return additionalFieldsOf(def.in, value);
    case 'union':
      return def.options
        .map((option) => additionalFieldsOf(option, value))
        .find((more) => more !== undefined);
    case 'array':
      return Array.isArray(value) ? moreOfItems(def.element, value) : undefined;
    case 'object':
      return isObject(value) ? moreOfObject(def.shape, value) : undefined;
    default:
      return undefined;
  }
}

function moreOfItems(element: $ZodType, items: readonly unknown[]): unknown {
  const more = items
    .map((item) => additionalFieldsOf(element, item))
    .filter((each) => each !== undefined);
  return more.length === 0 ? undefined : more;
}

function moreOfObject(
  shape: Readonly<Record<string, $ZodType>>,
  value: Readonly<Record<string, unknown>>,
): unknown {
  const { [moreKey]: unread, ...fields } = value;
  // A response that is not an object was not parsed.
  if (unread !== undefined && !isObject(unread)) return unread;
  const found = Object.entries(fields).flatMap(([name, field]) => {
    // Null carries no information.
    if (field === null) return [];
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const more = schema ? additionalFieldsOf(schema, field) : field;
    return more === undefined ? [] : [[name, more] as const];
  });
  const more = Object.fromEntries([...found, ...Object.entries(unread ?? {})]);
  return Object.keys(more).length === 0 ? undefined : more;
}
