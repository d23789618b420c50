import { isArray, isObject, sameJson } from '../../../../platform/json-values/json-values.ts';
import {
  allowedValues,
  propertySchemas,
  requiredNames,
  resolveSchema,
  type JsonSchema,
} from '../../../../ui/json/json-schema.ts';
import { isInferred } from './infer-schema.ts';

/** The kind of field for a part of the data. */
export type FormField = {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly nullable: boolean;
  /** The resolved schema; empty without constraints. */
  readonly schema: JsonSchema;
} & (
  | { readonly kind: 'text'; readonly input: TextInput; readonly maxLength: number | undefined }
  | { readonly kind: 'number'; readonly whole: boolean; readonly limits: NumberLimits }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly options: readonly ChoiceOption[] }
  | { readonly kind: 'object' }
  | { readonly kind: 'list'; readonly items: unknown }
  /** Values without a matching field are shown as JSON, so that nothing is lost. */
  | { readonly kind: 'json' }
);
export type TextInput = 'line' | 'long' | 'date' | 'date-time' | 'url' | 'email';
export interface NumberLimits {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly step: number | undefined;
}
export interface ChoiceOption {
  readonly value: unknown;
  readonly title: string | undefined;
}

/** The maximum nesting depth; deeper values are shown as JSON. */
const deepest = 8;
const lineLength = 120;

/** Selects the field for a value by its schema; values that do not fit the field are shown as JSON. */
export function formField(
  given: unknown,
  root: JsonSchema,
  value: unknown,
  depth: number,
): FormField {
  const { schema, nullable } = withoutNull(resolveSchema(given, root) ?? {}, root);
  const about = {
    title: textOf(schema['title']),
    description: textOf(schema['description']),
    nullable,
    schema,
  };
  const json = { ...about, kind: 'json' } as const;
  if (depth > deepest) return json;
  const empty = value === undefined || value === null;
  const options = allowedValues(schema);
  if (options) return { ...about, kind: 'choice', options };
  if (['oneOf', 'anyOf', 'not', 'if'].some((keyword) => keyword in schema)) return json;
  switch (schema['type']) {
    case 'string':
      if (!empty && typeof value !== 'string') return json;
      return {
        ...about,
        kind: 'text',
        input: textInput(schema, typeof value === 'string' ? value : ''),
        maxLength: numberOf(schema['maxLength']),
      };
    case 'number':
    case 'integer':
      if (!empty && typeof value !== 'number') return json;
      return {
        ...about,
        kind: 'number',
        whole: schema['type'] === 'integer',
        limits: {
          min: numberOf(schema['minimum']),
          max: numberOf(schema['maximum']),
          step: numberOf(schema['multipleOf']),
        },
      };
    case 'boolean':
      return empty || typeof value === 'boolean' ? { ...about, kind: 'boolean' } : json;
    case 'array': {
      const { items, prefixItems } = schema;
      const shown = isObject(items) && prefixItems === undefined && (empty || isArray(value));
      return shown ? { ...about, kind: 'list', items } : json;
    }
    case undefined:
    case 'object':
      return (propertySchemas(schema).length > 0 || isInferred(schema)) &&
        (empty || isObject(value))
        ? { ...about, kind: 'object' }
        : json;
    default:
      return json;
  }
}

/** Whether a form can be generated from a schema. */
export function hasForm(schema: JsonSchema): boolean {
  return formField(schema, schema, {}, 0).kind === 'object';
}

/** The initial data of a type. */
export function startingData(schema: JsonSchema): Readonly<Record<string, unknown>> {
  const data = startingValue(schema, schema);
  return isObject(data) ? data : {};
}

/** The initial value of a schema: defaults, constants and required properties. */
export function startingValue(given: unknown, root: JsonSchema, depth = 0): unknown {
  const { schema, nullable } = withoutNull(resolveSchema(given, root) ?? {}, root);
  if ('default' in schema) return schema['default'];
  if ('const' in schema) return schema['const'];
  if (nullable || depth > deepest) return null;
  const field = formField(schema, root, undefined, depth);
  if (field.kind === 'object') {
    const required = requiredNames(schema);
    return Object.fromEntries(
      propertySchemas(schema).flatMap(([name, inner]): [string, unknown][] => {
        const resolved = resolveSchema(inner, root);
        if (!resolved) return [];
        if ('default' in resolved) return [[name, resolved['default']]];
        if (!required.has(name)) return [];
        const value = startingValue(inner, root, depth + 1);
        return isObject(value) || isArray(value) || 'const' in resolved ? [[name, value]] : [];
      }),
    );
  }
  if (field.kind === 'list' || schema['type'] === 'array') return [];
  if (schema['type'] === 'object') return {};
  return field.kind === 'text' ? '' : field.kind === 'boolean' ? false : null;
}

/** Fields in one line, which fit into a cell of a table. */
const fitsCell = (field: FormField): boolean =>
  field.kind === 'number' ||
  field.kind === 'boolean' ||
  field.kind === 'choice' ||
  (field.kind === 'text' && field.input !== 'long');

const maxColumns = 8;

/** The columns of a list that can be shown as a table; undefined if its elements have other fields or values. */
export function tableColumns(
  items: unknown,
  root: JsonSchema,
  elements: readonly unknown[],
  depth: number,
): readonly (readonly [name: string, schema: unknown])[] | undefined {
  const schema = resolveSchema(items, root);
  const columns = schema ? propertySchemas(schema) : [];
  if (columns.length === 0 || columns.length > maxColumns) return undefined;
  const names = new Set(columns.map(([name]) => name));
  const fits = [undefined, ...elements].every((element) =>
    columns.every(([name, inner]) =>
      fitsCell(formField(inner, root, isObject(element) ? element[name] : undefined, depth + 2)),
    ),
  );
  const haveNoMore = elements.every(
    (element) => isObject(element) && Object.keys(element).every((name) => names.has(name)),
  );
  return fits && haveNoMore ? columns : undefined;
}

/** The value of a cleared field: undefined if the property is optional. */
export function emptyValue(field: FormField, required: boolean): unknown {
  if (field.nullable) return null;
  return required && field.kind === 'text' ? '' : undefined;
}

/** Unwraps a nullable schema, written either as a list of types or as a choice with null. */
function withoutNull(
  schema: JsonSchema,
  root: JsonSchema,
): { schema: JsonSchema; nullable: boolean } {
  const { type } = schema;
  if (isArray(type) && type.includes('null')) {
    const rest = type.filter((one) => one !== 'null');
    return { schema: { ...schema, type: rest.length === 1 ? rest[0] : rest }, nullable: true };
  }
  if (isArray(type) && type.length === 1)
    return { schema: { ...schema, type: type[0] }, nullable: false };
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const { [keyword]: choice, ...rest } = schema;
    if (!isArray(choice) || choice.length !== 2) continue;
    const other = choice.find((one) => !isNullSchema(one));
    const inner = choice.some(isNullSchema) ? resolveSchema(other, root) : undefined;
    if (inner) return { schema: { ...inner, ...rest }, nullable: true };
  }
  return { schema, nullable: false };
}

function isNullSchema(schema: unknown): boolean {
  return isObject(schema) && (sameJson(schema, { type: 'null' }) || schema['const'] === null);
}

function textInput({ format, maxLength }: JsonSchema, value: string): TextInput {
  if (format === 'date' && /^(?:\d{4}-\d\d-\d\d)?$/.test(value)) return 'date';
  if (format === 'date-time' && /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)?$/.test(value))
    return 'date-time';
  if (format === 'email') return 'email';
  if (format === 'uri') return 'url';
  const long = value.length > lineLength || value.includes('\n');
  return long || (typeof maxLength === 'number' && maxLength > 2 * lineLength) ? 'long' : 'line';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
