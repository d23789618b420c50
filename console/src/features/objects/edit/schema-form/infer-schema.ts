import { RawJson } from '@annals/rules/json/raw-json';
import { isArray, isObject } from '../../../../platform/json-values/json-values.ts';
import { propertySchemas, type JsonSchema } from '../../../../ui/json/json-schema.ts';

/** Marks the objects of an inferred schema, to which fields can be added. */
const mark = 'x-inferred';
/** More names are not fields but keys of a table. */
const maxProperties = 60;

/** Whether the schema only describes what was found, so that anything else is allowed too. */
export const isInferred = (schema: JsonSchema): boolean => schema[mark] === true;

/**
 * A schema that describes values, so that a form can be made for them: it demands nothing. Values of several types have
 * no common field.
 */
export function inferSchema(values: readonly unknown[]): JsonSchema {
  const present = values.filter((value) => value !== null && value !== undefined);
  const types = new Set(present.map(typeOf));
  const [type] = types;
  if (type === undefined || types.size > 1) return {};
  const nullable = values.includes(null);
  return { type: nullable ? [type, 'null'] : type, ...detailsOf(type, present) };
}

/** The schema of a field that somebody adds. */
export function schemaOfKind(kind: FieldKind): JsonSchema {
  switch (kind) {
    case 'text':
      return { type: 'string' };
    case 'number':
      return { type: 'number' };
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'list':
      return { type: 'array', items: { type: 'string' } };
    case 'groups':
      return { type: 'array', items: emptyGroup };
    case 'group':
      return emptyGroup;
    case 'json':
      return {};
  }
}

export const fieldKinds = [
  'text',
  'number',
  'boolean',
  'date',
  'list',
  'group',
  'groups',
  'json',
] as const;
export type FieldKind = (typeof fieldKinds)[number];

const emptyGroup: JsonSchema = { type: 'object', properties: {}, [mark]: true };

function typeOf(value: unknown): string {
  if (value instanceof RawJson) return 'number';
  return isArray(value) ? 'array' : typeof value;
}

function detailsOf(type: string, values: readonly unknown[]): JsonSchema {
  if (type === 'array') return { items: inferSchema(values.filter(isArray).flat()) };
  if (type === 'string') return formatOf(values.filter((value) => typeof value === 'string'));
  return type === 'object' ? { ...propertiesOf(values.filter(isObject)), [mark]: true } : {};
}

function propertiesOf(objects: readonly JsonSchema[]): JsonSchema {
  const found = new Map<string, unknown[]>();
  for (const object of objects)
    for (const [name, value] of Object.entries(object)) {
      const known = found.get(name);
      if (known) known.push(value);
      else found.set(name, [value]);
    }
  const [first = {}] = objects;
  const names = [...found].filter(([name]) => found.size <= maxProperties || name in first);
  return {
    properties: Object.fromEntries(names.map(([name, values]) => [name, inferSchema(values)])),
  };
}

const formats: readonly (readonly [format: string, pattern: RegExp])[] = [
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
  ['uri', /^https?:\/\/\S+$/],
];

function formatOf(texts: readonly string[]): JsonSchema {
  const format = formats.find(([, pattern]) => texts.every((text) => pattern.test(text)))?.[0];
  return format === undefined ? {} : { format };
}

/** The names that the schema of an object has fields for. */
export const fieldNames = (schema: JsonSchema): ReadonlySet<string> =>
  new Set(propertySchemas(schema).map(([name]) => name));
