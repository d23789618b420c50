import {
  isArray,
  isObject,
  type JsonObject,
  pointerTokens,
} from '../../platform/json-values/json-values.ts';

/** A JSON Schema, draft 2020-12, that says more than true or false. */
export type JsonSchema = JsonObject;

/** The maximum number of consecutive references to follow. */
const maxChainLength = 16;

/**
 * A schema with its `$ref` and `allOf` resolved within the same document; undefined for `true`, `false` and
 * unresolvable references.
 */
export function resolveSchema(
  schema: unknown,
  root: JsonSchema,
  left = maxChainLength,
): JsonSchema | undefined {
  if (!isObject(schema) || left === 0) return undefined;
  const { $ref, allOf, ...own } = schema;
  const parts: unknown[] = isArray(allOf) ? [...allOf] : [];
  if (typeof $ref === 'string') parts.unshift(schemaAtPointer(root, $ref));
  else if ($ref !== undefined) return undefined;
  let whole: JsonSchema = {};
  for (const part of parts) {
    const resolved = resolveSchema(part, root, left - 1);
    if (!resolved) return undefined;
    whole = joinSchemas(whole, resolved);
  }
  return joinSchemas(whole, own);
}

/** The schemas of an object's possible properties. */
export function propertySchemas(schema: JsonSchema): readonly (readonly [string, unknown])[] {
  const { properties } = schema;
  return isObject(properties) ? Object.entries(properties) : [];
}

export function requiredNames(schema: JsonSchema): ReadonlySet<string> {
  const { required } = schema;
  return new Set(isArray(required) ? required.filter((name) => typeof name === 'string') : []);
}

/** The schema of a property or element of a value. */
export function childSchema(
  schema: JsonSchema,
  step: string,
  root: JsonSchema,
): JsonSchema | undefined {
  const { properties, additionalProperties, prefixItems, items } = schema;
  if (isObject(properties) && Object.hasOwn(properties, step))
    return resolveSchema(properties[step], root);
  const index = Number(step);
  if (isArray(prefixItems) && prefixItems[index] !== undefined)
    return resolveSchema(prefixItems[index], root);
  return resolveSchema(
    Number.isInteger(index) && isObject(items) ? items : additionalProperties,
    root,
  );
}

/** Follows a path into a schema; undefined if the schema does not cover it. */
export function schemaAlong(path: readonly string[], root: JsonSchema): JsonSchema | undefined {
  return path.reduce<JsonSchema | undefined>(
    (schema, step) => schema && childSchema(schema, step, root),
    resolveSchema(root, root),
  );
}

/**
 * The only values that a schema allows, by `enum`, `const` or a choice of constants; undefined if it does not
 * restrict them.
 */
export function allowedValues(
  schema: JsonSchema,
): readonly { readonly value: unknown; readonly title: string | undefined }[] | undefined {
  const { enum: values } = schema;
  if (isArray(values)) return values.map((value) => ({ value, title: undefined }));
  if ('const' in schema) return [{ value: schema['const'], title: undefined }];
  const choice = schema['oneOf'] ?? schema['anyOf'];
  if (!isArray(choice) || choice.length === 0) return undefined;
  const constants = choice.filter(isObject).filter((one) => 'const' in one);
  if (constants.length < choice.length) return undefined;
  return constants.map((one) => ({
    value: one['const'],
    title: typeof one['title'] === 'string' ? one['title'] : undefined,
  }));
}

function schemaAtPointer(root: JsonSchema, ref: string): unknown {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let value: unknown = root;
  for (const token of pointerTokens(decodeFragment(ref.slice(1)))) {
    const inner: unknown = isArray(value)
      ? value[Number(token)]
      : isObject(value) && Object.hasOwn(value, token)
        ? value[token]
        : undefined;
    value = inner;
  }
  return value;
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Two schemas that both apply, as one: the second takes precedence, properties are combined. */
function joinSchemas(first: JsonSchema, second: JsonSchema): JsonSchema {
  const both: Record<string, unknown> = { ...first, ...second };
  if (isObject(first['properties']) && isObject(second['properties']))
    both['properties'] = { ...first['properties'], ...second['properties'] };
  if (isArray(first['required']) && isArray(second['required']))
    both['required'] = [...first['required'], ...second['required']];
  return both;
}
