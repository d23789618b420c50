import { Validator, type OutputUnit } from '@cfworker/json-schema';
import {
  isArray,
  isObject,
  escapeToken,
  pointerTokens,
} from '../../../../platform/json-values/json-values.ts';
import { type JsonSchema } from '../../../../ui/json/json-schema.ts';
import { LinearPatterns } from './linear-patterns.ts';
import { schemaWithin } from './schema-limits.ts';

/** One violation of a schema. */
export interface SchemaError {
  /** A JSON Pointer (RFC 6901); for a missing property, where it would be. */
  readonly pointer: string;
  readonly keyword: string;
  /** The value of the keyword in the schema. */
  readonly asked: unknown;
}

/** Sizes in characters of JSON. */
const largest = { schema: 100_000, data: 200_000 };
/** In milliseconds; the page is blocked for at most this long. */
const patience = 250;

/**
 * Validates data against a schema; undefined if that is impossible here because either is too large, the schema is
 * invalid or it would take too long. The service validates every write anyway.
 */
export function schemaErrors(schema: JsonSchema, data: unknown): SchemaError[] | undefined {
  const schemaText = JSON.stringify(schema);
  const dataText = JSON.stringify(data);
  if (schemaText.length > largest.schema || dataText.length > largest.data) return undefined;
  const until = performance.now() + patience;
  const limited = schemaWithin(JSON.parse(schemaText) as JsonSchema, data, until);
  try {
    const validator = new Validator(limited, '2020-12', false);
    const { errors } = new LinearPatterns(schema, until).during(() => validator.validate(data));
    return unique(withoutNoise(errors).map((error) => schemaErrorOf(error, schema)));
  } catch {
    return undefined;
  }
}

/** Keywords that only report that a nested value is invalid. */
const onlyAround = new Set([
  '$ref',
  'allOf',
  'if',
  'items',
  'prefixItems',
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'dependentSchemas',
]);

function withoutNoise(errors: readonly OutputUnit[]): OutputUnit[] {
  const dropped: string[] = [];
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const reportedByBranch = new Set<OutputUnit>();
  for (const choice of choices) {
    const branch = onlyFittingBranch(choice, errors);
    dropped.push(
      ...[...branchesOf(choice, errors)]
        .filter((one) => one !== branch)
        .map((one) => `${choice.keywordLocation}/${one}/`),
    );
    if (branch !== undefined) reportedByBranch.add(choice);
  }
  for (const { keyword, keywordLocation } of errors)
    if (keyword === 'contains' || keyword === 'propertyNames' || keyword === 'minContains')
      dropped.push(`${keywordLocation.replace(/minContains$/, 'contains')}/`);
  return errors.filter(
    (error) =>
      !onlyAround.has(error.keyword) &&
      !reportedByBranch.has(error) &&
      !dropped.some((place) => error.keywordLocation.startsWith(place)),
  );
}

function branchesOf(choice: OutputUnit, errors: readonly OutputUnit[]): Set<string> {
  const start = `${choice.keywordLocation}/`;
  return new Set(
    errors
      .filter(({ keywordLocation }) => keywordLocation.startsWith(start))
      .map(({ keywordLocation }) => keywordLocation.slice(start.length).split('/')[0] ?? ''),
  );
}

/** Reports only the errors of the alternative whose type matches. */
function onlyFittingBranch(choice: OutputUnit, errors: readonly OutputUnit[]): string | undefined {
  const fitting = [...branchesOf(choice, errors)].filter(
    (branch) =>
      !errors.some(
        ({ keyword, keywordLocation, instanceLocation }) =>
          (keyword === 'type' || keyword === 'const') &&
          instanceLocation === choice.instanceLocation &&
          keywordLocation.startsWith(`${choice.keywordLocation}/${branch}/`),
      ),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

function schemaErrorOf(
  { keyword, keywordLocation, instanceLocation, error }: OutputUnit,
  root: JsonSchema,
) {
  const pointer = instanceLocation.slice(1).split('/').map(decodeURIComponent).join('/');
  const missing = /property "(.*)"\.$/s.exec(error)?.[1];
  const needed = /does not have "(.*)"\.$/s.exec(error)?.[1];
  const name =
    keyword === 'required' ? missing : keyword === 'dependentRequired' ? needed : undefined;
  return {
    pointer: name === undefined ? pointer : `${pointer}/${escapeToken(name)}`,
    keyword: name === undefined ? keyword : 'required',
    asked: valueAt(root, keywordLocation),
  };
}

/** The value at a location of the schema, following references. */
function valueAt(root: JsonSchema, location: string): unknown {
  let node: unknown = root;
  for (const token of pointerTokens(location.slice(1)).map(decodeURIComponent)) {
    if (token === '$ref' && isObject(node)) {
      const { $ref } = node;
      node = typeof $ref === 'string' && $ref.startsWith('#') ? valueAt(root, $ref) : undefined;
    } else if (isArray(node)) node = node[Number(token)];
    else node = isObject(node) && Object.hasOwn(node, token) ? node[token] : undefined;
  }
  return node;
}

function unique(errors: readonly SchemaError[]): SchemaError[] {
  const seen = new Map(errors.map((error) => [`${error.pointer} ${error.keyword}`, error]));
  return [...seen.values()];
}
