import { type ApiDocument, type JsonSchema, resolveSchema } from './api-document.ts';

type Schemas = ApiDocument['components']['schemas'];

/** Describes the type of a value in terms of JSON Schema. */
export function typeLabel(given: JsonSchema, schemas: Schemas): string {
  const { schema, name } = resolveSchema(given, schemas);
  if (name !== undefined) return name;
  const { type, format, items, anyOf, oneOf, additionalProperties } = schema;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = anyOf ?? oneOf;
  if (options) return [...new Set(options.map((each) => typeLabel(each, schemas)))].join(' | ');
  if (type === 'array') return items ? `${group(typeLabel(items, schemas))}[]` : 'array';
  const types = Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : 'any';
  if (type === 'object' && typeof additionalProperties === 'object')
    return `object of ${typeLabel(additionalProperties, schemas)}`;
  return [types, format && `(${format})`, limitsOf(schema)].filter(Boolean).join(' ');
}

const group = (words: string): string => (words.includes(' ') ? `(${words})` : words);

/** The minimum and the maximum of a number or of a text's length. */
function limitsOf({ minimum, maximum, minLength, maxLength }: JsonSchema): string {
  const range = (least: number | undefined, most: number | undefined) =>
    least === undefined && most === undefined
      ? ''
      : most === undefined
        ? `≥ ${least}`
        : `${least ?? ''}…${most}`;
  return range(minimum, maximum) || range(minLength, maxLength);
}

/** The nested fields of a value, or those of its items if it is a list. */
export function fieldsBelow(
  given: JsonSchema,
  schemas: Schemas,
): { name: string; schema: JsonSchema; required: boolean }[] {
  const { schema } = resolveSchema(given, schemas);
  if (schema.items) return fieldsBelow(schema.items, schemas);
  if (typeof schema.additionalProperties === 'object')
    return fieldsBelow(schema.additionalProperties, schemas);
  const options = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null') ?? [];
  const [only] = options;
  if (only && options.length === 1) return fieldsBelow(only, schemas);
  if (options.length > 1)
    return options
      .filter((option) => fieldsBelow(option, schemas).length > 0)
      .map((option, index) => ({
        name: resolveSchema(option, schemas).name ?? `#${index + 1}`,
        schema: option,
        required: false,
      }));
  return Object.entries(schema.properties ?? {})
    .filter(([, property]) => !property.readOnly)
    .map(([name, property]) => ({
      name,
      schema: property,
      required: schema.required?.includes(name) ?? false,
    }));
}
