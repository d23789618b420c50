import { parentPort } from 'node:worker_threads';
import { _, str } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { convertSchema, withoutDescriptions } from '@annals/rules/json-schema/convert-schema';
import { metaSchemas } from '@annals/rules/json-schema/meta-schemas';
import { isMultipleOf } from '@annals/rules/json-schema/multiple-of';
import { linearPattern, UnsupportedPattern } from '@annals/rules/linear-pattern';
import { addLinearFormats } from './linear-formats.js';

/**
 * Compiles JSON Schemas and checks data by them, in a thread of its own: patterns are matched in linear time, but a schema
 * can still take very long by other means (`uniqueItems`, references that unfold), and only a thread can be ended.
 *
 * @typedef {import('@annals/rules/json-schema/convert-schema').SchemaProblem} SchemaProblem
 * @typedef {{ key: string, schema?: Record<string, unknown>, rows: unknown[], forget: string[] }} Check
 * @typedef {{ usable: Record<string, unknown> } | Check} Request
 * @typedef {import('@annals/rules/json-schema/convert-schema').Annotation} Annotation
 * @typedef {{ problems: SchemaProblem[], annotations: Annotation[] }} SchemaReport
 * @typedef {{ ready: true } | SchemaReport | { results: SchemaProblem[][] } | { failed: string }} Reply
 */

if (parentPort === null) throw new Error('JSON Schemas are checked in a worker thread.');
const port = parentPort;

const maxProblems = 50;

const options = {
  allErrors: true,
  // Inherited names such as "constructor" do not count as data.
  ownProperties: true,
  // Unknown keywords are annotations, which are listed when the schema is saved.
  strictSchema: false,
  strictTypes: false,
  strictTuples: false,
  logger: /** @type {const} */ (false),
  code: { regExp: Object.assign(regExpOf, { code: 'linearPattern' }) },
};
const meta = new Ajv2020(options);

/** Undefined for a schema that cannot be used. @type {Map<string, import('ajv').ValidateFunction | undefined>} */
const compiled = new Map();

/**
 * The pattern engine for Ajv.
 * @param {string} pattern
 */
function regExpOf(pattern) {
  const { test } = linearPattern(pattern);
  // Ajv identifies patterns by their text.
  return { test, toString: () => pattern };
}

/** @type {import('ajv').FuncKeywordDefinition} */
const decimalMultipleOf = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  error: {
    message: ({ schemaCode }) => str`must be multiple of ${schemaCode}`,
    params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
  },
  compile: (/** @type {number} */ step) => (/** @type {number} */ value) =>
    isMultipleOf(value, step),
};

/**
 * In a separate instance, because nothing of one schema may be known to another.
 * @param {Record<string, unknown>} schema converted
 */
function compile(schema) {
  const ajv = new Ajv2020({ ...options, meta: false, validateSchema: false });
  addFormats(ajv);
  addLinearFormats(ajv);
  ajv.removeKeyword('multipleOf').addKeyword(decimalMultipleOf);
  return ajv.compile(schema);
}

/**
 * @param {Record<string, unknown>} published
 * @returns {SchemaReport}
 */
function report(published) {
  const { schema, problems, annotations } = convertSchema(published, metaSchemas);
  return { problems: problems.length > 0 ? problems : problemsOfSchema(schema), annotations };
}

/**
 * @param {Record<string, unknown>} converted
 * @returns {SchemaProblem[]}
 */
function problemsOfSchema(converted) {
  const schema = withoutDescriptions(converted);
  if (meta.validateSchema(schema) !== true)
    return (meta.errors ?? []).slice(0, maxProblems).map(problemOf);
  try {
    const validate = compile(schema);
    validate({});
    return [];
  } catch (error) {
    if (error instanceof RangeError) return [wholeProblem('schemaRecursion')];
    if (error instanceof UnsupportedPattern) return [{ path: '', ...error.reason }];
    return [wholeProblem('schemaOther', error instanceof Error ? error.message : String(error))];
  }
}

/**
 * @param {Check} request
 * @returns {SchemaProblem[][]}
 */
function check({ key, schema, rows, forget }) {
  for (const old of forget) compiled.delete(old);
  if (schema) compiled.set(key, compileStored(schema));
  const validate = compiled.get(key);
  if (!validate) {
    if (!compiled.has(key)) throw new Error('This schema was not given.');
    return rows.map(() => [wholeProblem('schemaUnusable')]);
  }
  const results = rows.map((row) => problemsOf(validate, row));
  validate.errors = null;
  return results;
}

/**
 * A stored schema was usable when it was stored; another version of Annals may not support all of it.
 * @param {Record<string, unknown>} schema
 */
function compileStored(schema) {
  try {
    const { schema: converted, problems } = convertSchema(schema, metaSchemas);
    return problems.length > 0 ? undefined : compile(withoutDescriptions(converted));
  } catch {
    return undefined;
  }
}

/**
 * @param {import('ajv').ValidateFunction} validate
 * @param {unknown} row
 * @returns {SchemaProblem[]}
 */
function problemsOf(validate, row) {
  try {
    return validate(row) ? [] : (validate.errors ?? []).slice(0, maxProblems).map(problemOf);
  } catch (error) {
    // Stack overflow: the schema recurses on this data.
    if (!(error instanceof RangeError)) throw error;
    return [wholeProblem('schemaOfTypeRecursion')];
  }
}

/**
 * A problem of the whole.
 * @param {SchemaProblem['messageCode']} messageCode
 * @param {string} [text]
 * @returns {SchemaProblem}
 */
const wholeProblem = (messageCode, text) => ({
  path: '',
  messageCode,
  parameters: text === undefined ? {} : { text: text.slice(0, 500) },
});

const ownCodes = new Set(
  'required dependentRequired enum const type minLength maxLength minItems maxItems minProperties maxProperties uniqueItems contains pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf if not oneOf anyOf propertyNames'.split(
    ' ',
  ),
);
/** @type {Readonly<Record<string, SchemaProblem['messageCode']>>} */
const sharedCodes = {
  additionalProperties: 'schemaAdditional',
  unevaluatedProperties: 'schemaAdditional',
  items: 'schemaMaxItems',
  unevaluatedItems: 'schemaMaxItems',
  'false schema': 'schemaFalse',
};

/** @param {string} keyword */
function codeOf(keyword) {
  const own = `schema${keyword.slice(0, 1).toUpperCase()}${keyword.slice(1)}`;
  return ownCodes.has(keyword)
    ? /** @type {SchemaProblem['messageCode']} */ (own)
    : sharedCodes[keyword];
}

/**
 * @param {import('ajv').ErrorObject} error
 * @returns {SchemaProblem}
 */
function problemOf({ instancePath, keyword, params, message = 'is not valid' }) {
  const names = instancePath.split('/').slice(1).map(unescaped);
  const missing = params['missingProperty'];
  if (typeof missing === 'string') names.push(missing);
  const excess = params['additionalProperty'] ?? params['unevaluatedProperty'];
  if (typeof excess === 'string') names.push(excess);
  const path = names.join('.');
  const messageCode = codeOf(keyword);
  if (messageCode === undefined) return { ...wholeProblem('schemaOther', message), path };
  if (keyword === 'contains' && params['maxContains'] !== undefined)
    return { path, messageCode: 'schemaContainsMax', parameters: shortened(params) };
  if (keyword === 'enum')
    return { path, messageCode, parameters: { values: shown(params['allowedValues']) } };
  if (keyword === 'const')
    return { path, messageCode, parameters: { value: shown([params['allowedValue']]) } };
  return { path, messageCode, parameters: shortened(params) };
}

const namesInTexts = new Set(
  'failingKeyword format i j limit maxContains minContains multipleOf pattern property type'.split(
    ' ',
  ),
);

/** @param {Record<string, unknown>} params */
const shortened = (params) =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) =>
      namesInTexts.has(name)
        ? [[name, typeof value === 'number' ? value : String(value).slice(0, 500)]]
        : [],
    ),
  );

/** @param {unknown} values */
function shown(values) {
  const text = JSON.stringify(values).slice(1, -1).replaceAll('","', '", "');
  return text.length > 200 ? `${text.slice(0, 200)} …` : text;
}

/** @param {string} name of a JSON Pointer */
const unescaped = (name) => name.replaceAll('~1', '/').replaceAll('~0', '~');

/** @param {Request} request @returns {Reply} */
function answer(request) {
  return 'usable' in request ? report(request.usable) : { results: check(request) };
}

port.on('message', (/** @type {Request} */ request) => {
  /** @type {Reply} */
  let reply;
  try {
    reply = answer(request);
  } catch (error) {
    reply = { failed: error instanceof Error ? error.message : String(error) };
  }
  port.postMessage(reply);
});
// Done now, because the first use takes time that no request should wait for.
report({ type: 'object' });
port.postMessage({ ready: true });
