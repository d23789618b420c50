import * as z from 'zod/mini';
import { dateTime, emailAddress, flag, moment } from '@annals/contracts/fields';
import { readOnly } from '@annals/contracts/object-version';
import { defOf, innerSchemas, shapeOf } from '@annals/contracts/inner-schemas';
import { namedSchemas } from '@annals/contracts/operations';
import { itemOf } from '@annals/contracts/page';

type Schema = z.core.$ZodType;
type Override = NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override'];
type OverrideContext = Parameters<NonNullable<Override>>[0];

/** A JSON Schema (draft 2020-12), as the document contains it. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  minLength?: number;
  maxLength?: number;
  examples?: unknown[];
  description?: string;
  readOnly?: boolean;
  [keyword: string]: unknown;
}

/** A field of a query or a path. */
export interface Parameter {
  name: string;
  required: boolean;
  schema: JsonSchema;
}

/**
 * The schemas of a document, converted from the contract's. Exported ones become components of the same name; all
 * others are inlined.
 */
export class Schemas {
  readonly #names = z.registry<{ id: string }>();
  readonly components = new Map<string, JsonSchema>();

  constructor() {
    for (const [schema, name] of namedSchemas)
      if (isStructure(schema)) this.#names.add(schema, { id: pascalCase(name) });
  }

  body(schema: Schema): JsonSchema {
    return this.#convert(schema);
  }

  response(schema: Schema): JsonSchema {
    this.#namePages(schema);
    return this.#convert(schema);
  }

  /** The fields of a query or a path as sent: `?count=true` is a boolean. */
  parameters(schema: Schema | undefined): Parameter[] {
    return Object.entries(shapeOf(schema) ?? {}).map(([name, field]) => ({
      name,
      required: field._zod.optin === undefined,
      schema: this.#convert(field, 'output'),
    }));
  }

  /** A page is named after its items. */
  #namePages(schema: Schema): void {
    const item = itemOf(schema);
    const name = item && this.#names.get(item)?.id;
    if (name !== undefined && !this.#names.has(schema))
      this.#names.add(schema, { id: `${name}Page` });
    for (const option of optionsOf(schema)) this.#namePages(option);
  }

  #convert(schema: Schema, io: 'input' | 'output' = 'input'): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...converted
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      metadata: this.#names,
      override: adjust,
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    for (const [name, component] of Object.entries($defs)) this.#addComponent(name, component);
    return withComponentRefs(converted);
  }

  #addComponent(name: string, component: JsonSchema): void {
    const added = withComponentRefs(component);
    const present = this.components.get(name);
    if (present && JSON.stringify(present) !== JSON.stringify(added))
      throw new Error(
        `The schema ${name} differs between a request and a response. Export one schema for each.`,
      );
    this.components.set(name, added);
  }
}

/** Whether a schema deserves a name: texts and numbers are shorter inline. */
function isStructure(schema: Schema): boolean {
  const def = defOf(schema);
  if (def.type === 'pipe') return isStructure(def.in);
  return def.type === 'object' || (def.type === 'union' && optionsOf(schema).some(isStructure));
}

export const pascalCase = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Shortens the result of toJSONSchema. */
function adjust({ zodSchema, jsonSchema }: OverrideContext): void {
  const schema = zodSchema as Schema;
  const json = jsonSchema as JsonSchema;
  if (schema === readOnly) json.readOnly = true;
  if (schema === dateTime || schema === moment) json.format = 'date-time';
  if (schema === emailAddress) json.format = 'idn-email';
  if (innerSchemas(flag).includes(schema)) replace(json, { type: 'boolean' });
  // The format says the same in one word.
  if (json.format !== undefined && json.format !== 'regex') delete json.pattern;
  if (json.pattern !== undefined || json.allOf) refuseFlags(schema);
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (JSON.stringify(json['propertyNames']) === '{"type":"string"}') delete json['propertyNames'];
  adjustObject(json);
}

/** A JSON Schema has no flags, so its pattern would say something else. */
function refuseFlags({ _zod: { bag } }: Schema): void {
  for (const { source, flags } of (bag['patterns'] as Set<RegExp> | undefined) ?? [])
    if (/[ims]/.test(flags))
      throw new Error(`Write the pattern ${source} without its flags ${flags}.`);
}

/** Additional fields are always allowed in a response, which need not be repeated everywhere. */
function adjustObject(json: JsonSchema): void {
  if (json.type !== 'object' || JSON.stringify(json.additionalProperties) !== '{}') return;
  const isEmpty = Object.keys(json.properties ?? {}).length === 0;
  if (isEmpty) {
    json.additionalProperties = true;
    delete json.properties;
  } else delete json.additionalProperties;
}

function replace(json: JsonSchema, other: JsonSchema): void {
  for (const keyword of Object.keys(json)) delete json[keyword];
  Object.assign(json, other);
}

const optionsOf = (schema: Schema): readonly Schema[] => {
  const def = defOf(schema);
  return def.type === 'union' ? def.options : [];
};

const defsPrefix = '#/$defs/';
export const componentsPrefix = '#/components/schemas/';

function withComponentRefs(json: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(json), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(defsPrefix)
      ? componentsPrefix + value.slice(defsPrefix.length)
      : value,
  ) as JsonSchema;
}
