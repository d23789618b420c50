import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { RawJson } from '@annals/rules/json/raw-json';
import { isObject } from '@annals/rules/json-values';
import type { Endpoint } from '@annals/contracts/endpoint';
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

/** What a call lists that returns a list or a single item. */
export function itemOfList(response: $ZodType): $ZodType | undefined {
  const { def } = response._zod;
  const options = 'options' in def ? (def.options as $ZodType[]) : [];
  return [response, ...options].map(itemOf).find((item) => item !== undefined);
}

/**
 * What is shown of an entry of a list beside its columns: its id, in place of a name that it does not have, and its
 * additional fields. A search in what a service returned finds it.
 */
export function furtherTextOf(list: Pick<Endpoint, 'response'> | undefined) {
  const item = list && itemOfList(list.response);
  return (entry: unknown): string =>
    textsWithin([
      isObject(entry) ? entry['id'] : undefined,
      item && additionalFieldsOf(item, entry),
    ]);
}

/** All texts and numbers in a value. */
function textsWithin(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (value instanceof RawJson) return value.text;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textsWithin).join('\n');
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
  // An object without named fields is shown as a whole where it belongs, such as a key.
  if (Object.keys(shape).length === 0) return undefined;
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
