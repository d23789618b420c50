import { parseUrl } from '../parse-url.js';
import { draftOf, ignoresBesideRef } from './drafts.js';
import {
  checkedFormats,
  describingKeywords,
  effectiveKeywords,
  informingKeywords,
  schemaKeywords,
  schemaListKeywords,
  schemaMapKeywords,
} from './keywords.js';

/**
 * Reads a JSON Schema of any published draft as one of draft 2020-12 in a single document, so that the service, the
 * forms and the checks in the browser know one form only: `items` lists become `prefixItems`, `dependencies` are split,
 * boolean limits become numbers, and every reference is a JSON Pointer from the root. Published schemas are stored as
 * they are and read like this whenever they are used.
 *
 * It is JavaScript because the worker thread of the data service imports it without a build step.
 *
 * @typedef {{ [keyword: string]: unknown }} Schema
 * @typedef {import('../linear-pattern.js').Reason & { path: string }} SchemaProblem
 *
 * @typedef {object} Annotation what a keyword says that no check takes into account
 * @property {string} keyword
 * @property {string | null} format for the keyword `format`
 * @property {'UNKNOWN' | 'INFORMS' | 'FORMAT' | 'BESIDE_REF' | 'ALONE'} reason not a keyword of JSON Schema; only informs;
 *   an unknown format; ignored beside `$ref` in this draft; has no effect without another keyword
 * @property {number} count
 * @property {string} path the first place, as a JSON Pointer
 *
 * @typedef {object} ConvertedSchema
 * @property {Schema} schema
 * @property {SchemaProblem[]} problems why it cannot be used; paths are written with dots
 * @property {Annotation[]} annotations
 */

/** @typedef {import('./drafts.js').Draft} Draft */
/**
 * @typedef {object} Context
 * @property {string[]} path
 * @property {string} base of its references
 * @property {Draft | undefined} draft
 * @property {Schema} resource the schema with the `$id` that it belongs to
 */

/**
 * @param {Readonly<Schema>} schema
 * @param {Readonly<Record<string, Schema>>} [documents] that it may refer to, by their addresses
 * @returns {ConvertedSchema}
 */
export function convertSchema(schema, documents = {}) {
  return new Conversion(schema, documents).result();
}

/** The base of references in a schema without `$id`. */
const noBase = 'schema://document/';
const mostAnnotations = 100;

class Conversion {
  /** @type {Schema} */ #root;
  /** Every schema within it, with where it stands. @type {Map<Schema, Context>} */
  #schemas = new Map();
  /** Schemas by their absolute address, with the anchor. @type {Map<string, unknown>} */
  #byAddress = new Map();
  /** @type {Map<string, Annotation>} */ #annotations = new Map();
  /** @type {SchemaProblem[]} */ #problems = [];
  /** The targets of references, as found in the original document. @type {Map<Schema, unknown>} */
  #targets = new Map();

  /** @type {Readonly<Record<string, Schema>>} */ #documents;

  /** @param {Readonly<Schema>} schema @param {Readonly<Record<string, Schema>>} documents */
  constructor(schema, documents) {
    this.#root = structuredClone(schema);
    this.#documents = documents;
  }

  /** @returns {ConvertedSchema} */
  result() {
    this.#visit(this.#root, {
      path: [],
      base: noBase,
      draft: undefined,
      resource: this.#root,
    });
    this.#byAddress.set(noBase, this.#root);
    this.#findTargets();
    // Sorted, so that a schema is rewritten after those within it.
    const inner = [...this.#schemas].toReversed();
    for (const [schema, context] of inner) this.#annotate(schema, context);
    for (const [schema, context] of inner) this.#rewrite(schema, context);
    this.#writeReferences();
    return {
      schema: this.#root,
      problems: this.#problems,
      annotations: [...this.#annotations.values()].toReversed().slice(0, mostAnnotations),
    };
  }

  /** @param {unknown} value @param {Context} around */
  #visit(value, around) {
    if (!isObject(value) || this.#schemas.has(value)) return;
    const context = this.#contextOf(value, around);
    this.#schemas.set(value, context);
    for (const [keyword, inner] of Object.entries(value)) {
      const within = { ...context, path: [...context.path, keyword] };
      if (includes(schemaListKeywords, keyword) && Array.isArray(inner))
        for (const [index, each] of inner.entries())
          this.#visit(each, { ...within, path: [...within.path, String(index)] });
      else if (includes(schemaMapKeywords, keyword) && isObject(inner))
        for (const [name, each] of Object.entries(inner))
          this.#visit(each, { ...within, path: [...within.path, name] });
      else if (includes(schemaKeywords, keyword)) this.#visit(inner, within);
    }
  }

  /**
   * Where a schema stands, after its own `$schema` and `$id`.
   * @param {Schema} schema @param {Context} around @returns {Context}
   */
  #contextOf(schema, around) {
    const draft = this.#draftOf(schema, around);
    const context = { ...around, draft };
    const id = draft === 'draft-04' ? schema['id'] : schema['$id'];
    const isIgnored = '$ref' in schema && ignoresBesideRef(draft) && schema !== this.#root;
    if (typeof id === 'string' && !isIgnored) {
      const address = parseUrl(id, around.base)?.href;
      if (address === undefined) this.#fail(around.path, 'schemaAddress', { address: id });
      else if (id.startsWith('#')) this.#byAddress.set(address, schema);
      else {
        const [base = '', anchor = ''] = address.split('#');
        context.base = base;
        context.resource = schema;
        this.#byAddress.set(base, schema);
        if (anchor !== '') this.#byAddress.set(address, schema);
      }
    }
    for (const keyword of ['$anchor', '$dynamicAnchor'])
      if (typeof schema[keyword] === 'string')
        this.#byAddress.set(`${context.base}#${schema[keyword]}`, schema);
    return context;
  }

  /** @param {Schema} schema @param {Context} around */
  #draftOf({ $schema }, { draft, path }) {
    if (typeof $schema !== 'string') return draft;
    const named = draftOf($schema);
    if (named === undefined) this.#fail([...path, '$schema'], 'draftUnknown');
    return named;
  }

  #findTargets() {
    // A target may stand below a keyword that is none of JSON Schema, and have references of its own.
    for (const [schema, context] of this.#schemas) {
      const keyword = ['$ref', '$dynamicRef', '$recursiveRef'].find(
        (one) => typeof schema[one] === 'string',
      );
      if (keyword === undefined) continue;
      const found = this.#targetOf(String(schema[keyword]), keyword, context);
      if (!found) {
        this.#fail([...context.path, keyword], 'referenceDangling', {
          reference: String(schema[keyword]).slice(0, 200),
        });
        continue;
      }
      this.#targets.set(schema, found.value);
      if (isObject(found.value)) this.#visit(found.value, { ...context, ...found.context });
    }
  }

  /**
   * @param {string} reference @param {string} keyword @param {Context} context
   * @returns {{ value: unknown, context: Partial<Context> } | undefined}
   */
  #targetOf(reference, keyword, { base, resource }) {
    const address = parseUrl(reference, base)?.href;
    if (address === undefined) return undefined;
    const [document = '', fragment = ''] = address.split('#');
    const start = this.#byAddress.get(document) ?? this.#include(document);
    let target = { value: start, context: /** @type {Partial<Context>} */ ({}) };
    if (fragment.startsWith('/')) {
      const along = isObject(start) ? this.#follow(start, fragment) : undefined;
      if (!along) return undefined;
      target = along;
    } else if (fragment !== '')
      target = { value: this.#byAddress.get(`${document}#${decoded(fragment)}`), context: {} };
    if (target.value === undefined) return undefined;
    // A pointer to a schema means that schema, whatever its anchor is called.
    const value = fragment.startsWith('/')
      ? target.value
      : this.#outermost(target.value, keyword, resource);
    return { ...target, value };
  }

  /**
   * Adds a document to those of the schema; undefined if it is not known.
   * @param {string} address
   */
  #include(address) {
    if (!Object.hasOwn(this.#documents, address)) return undefined;
    const document = structuredClone(this.#documents[address]);
    const { $defs } = this.#root;
    this.#root['$defs'] = { ...(isObject($defs) ? $defs : {}), [address]: document };
    this.#visit(document, {
      path: ['$defs', address],
      base: address,
      draft: undefined,
      resource: this.#root,
    });
    return this.#byAddress.get(address);
  }

  /**
   * The schema that a dynamic reference means: checks always begin at the root, so its anchor of the same name wins.
   * @param {unknown} target @param {string} keyword @param {Schema} resource
   */
  #outermost(target, keyword, resource) {
    if (!isObject(target)) return target;
    if (keyword === '$recursiveRef')
      return resource['$recursiveAnchor'] === true && this.#root['$recursiveAnchor'] === true
        ? this.#root
        : target;
    const { $dynamicAnchor: anchor } = target;
    if (keyword !== '$dynamicRef' || typeof anchor !== 'string') return target;
    for (const [schema, context] of this.#schemas)
      if (context.resource === this.#root && schema['$dynamicAnchor'] === anchor) return schema;
    return target;
  }

  /**
   * @param {Schema} start @param {string} pointer
   * @returns {{ value: unknown, context: Partial<Context> } | undefined}
   */
  #follow(start, pointer) {
    /** @type {unknown} */
    let value = start;
    /** @type {Partial<Context>} */
    let context = this.#schemas.get(start) ?? {};
    let path = context.path ?? [];
    for (const token of pointer.split('/').slice(1).map(decoded).map(unescaped)) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token))
        return undefined;
      value = /** @type {Record<string, unknown>} */ (value)[token];
      path = path.concat(token);
      const known = isObject(value) ? this.#schemas.get(value) : undefined;
      if (known) context = known;
    }
    return { value, context: { ...context, path } };
  }

  /** Lists the keywords of a schema without effect. @param {Schema} schema @param {Context} context */
  #annotate(schema, { path, draft }) {
    const beside = typeof schema['$ref'] === 'string' && ignoresBesideRef(draft);
    for (const [keyword, value] of Object.entries(schema).toReversed()) {
      const reason = this.#reasonOf(schema, keyword, draft, beside);
      if (reason === undefined) continue;
      const format = reason === 'FORMAT' ? String(value).slice(0, 100) : null;
      const key = JSON.stringify([reason, keyword, format]);
      const count = (this.#annotations.get(key)?.count ?? 0) + 1;
      this.#annotations.delete(key);
      const place = [...path, keyword].map((token) => `/${escaped(token)}`).join('');
      this.#annotations.set(key, { keyword, format, reason, count, path: place });
    }
  }

  /**
   * @param {Schema} schema @param {string} keyword @param {Draft | undefined} draft @param {boolean} beside
   * @returns {Annotation['reason'] | undefined}
   */
  #reasonOf(schema, keyword, draft, beside) {
    if (keyword === '$ref' || describingKeywords.has(keyword)) return undefined;
    if (keyword === 'id' && draft === 'draft-04') return undefined;
    if (keyword === 'nullable' && 'type' in schema) return undefined;
    if (informingKeywords.has(keyword)) return 'INFORMS';
    if (!effectiveKeywords.has(keyword)) return 'UNKNOWN';
    if (beside) return containers.has(keyword) ? undefined : 'BESIDE_REF';
    if (keyword === 'format')
      return checkedFormats.has(String(schema['format'])) ? undefined : 'FORMAT';
    return partners.get(keyword)?.(schema) === false ? 'ALONE' : undefined;
  }

  /** @param {Schema} schema @param {Context} context */
  #rewrite(schema, { draft }) {
    if (typeof schema['$ref'] === 'string' && ignoresBesideRef(draft))
      for (const keyword of Object.keys(schema))
        if (keyword !== '$ref' && effectiveKeywords.has(keyword) && !containers.has(keyword))
          delete schema[keyword];
    for (const limit of /** @type {const} */ (['Minimum', 'Maximum']))
      this.#writeLimit(schema, limit);
    if (Array.isArray(schema['items']) && draft !== '2020-12') {
      rename(schema, 'items', 'prefixItems');
      if ('additionalItems' in schema) rename(schema, 'additionalItems', 'items');
    } else if (draft !== '2020-12') delete schema['additionalItems'];
    this.#splitDependencies(schema);
    const { type, nullable } = schema;
    if (nullable === true && type !== undefined && !('$ref' in schema))
      schema['type'] = [...new Set([type].flat()), 'null'].filter(
        (one, index, all) => all.indexOf(one) === index,
      );
    for (const keyword of identifying) delete schema[keyword];
    if (typeof schema['format'] === 'string' && !checkedFormats.has(schema['format']))
      delete schema['format'];
  }

  /** In draft-04 an exclusive limit is a limit and a boolean. @param {Schema} schema @param {'Minimum' | 'Maximum'} limit */
  #writeLimit(schema, limit) {
    const exclusive = `exclusive${limit}`;
    if (typeof schema[exclusive] !== 'boolean') return;
    const inclusive = limit.toLowerCase();
    if (schema[exclusive] && inclusive in schema) rename(schema, inclusive, exclusive);
    else delete schema[exclusive];
  }

  /** @param {Schema} schema */
  #splitDependencies(schema) {
    const { dependencies } = schema;
    if (!isObject(dependencies)) return;
    delete schema['dependencies'];
    for (const [name, needed] of Object.entries(dependencies)) {
      const isList = Array.isArray(needed) || typeof needed === 'string';
      const keyword = isList ? 'dependentRequired' : 'dependentSchemas';
      const before = isObject(schema[keyword]) ? schema[keyword] : {};
      schema[keyword] = { [name]: isList ? [needed].flat() : needed, ...before };
    }
  }

  #writeReferences() {
    const places = pointersOf(this.#root);
    for (const [schema, target] of this.#targets) {
      for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) delete schema[keyword];
      if (isObject(target)) schema['$ref'] = `#${places.get(target) ?? ''}`;
      else if (target === false) schema['not'] = {};
      else if (target !== true)
        this.#fail(this.#schemas.get(schema)?.path ?? [], 'referenceNoSchema');
    }
  }

  /** @param {string[]} path @param {SchemaProblem['messageCode']} messageCode @param {SchemaProblem['parameters']} parameters */
  #fail(path, messageCode, parameters = {}) {
    this.#problems.push({ path: path.join('.'), messageCode, parameters });
  }
}

/** @param {Schema} schema */
const hasIf = (schema) => 'if' in schema;
/** @param {Schema} schema */
const hasContains = (schema) => 'contains' in schema;

/** What a keyword needs beside it to have an effect. @type {Map<string, (schema: Schema) => boolean>} */
const partners = new Map([
  ['additionalItems', (schema) => Array.isArray(schema['items'])],
  ['else', hasIf],
  ['maxContains', hasContains],
  ['minContains', hasContains],
  ['then', hasIf],
]);

/** Keywords that only hold schemas for references. */
const containers = new Set(['$defs', 'definitions']);

/** Keywords that have no meaning once all references are pointers. */
const identifying = [
  '$anchor',
  '$async',
  '$dynamicAnchor',
  '$id',
  '$recursiveAnchor',
  '$schema',
  '$vocabulary',
  'id',
  'nullable',
];

/**
 * A converted schema without what only describes it, for validators that look at every keyword.
 * @param {Schema} schema of draft 2020-12
 * @returns {Schema}
 */
export function withoutDescriptions(schema) {
  const whole = structuredClone(schema);
  /** @param {unknown} value */
  const visit = (value) => {
    if (!isObject(value)) return;
    for (const keyword of Object.keys(value))
      if (describingKeywords.has(keyword) || informingKeywords.has(keyword)) delete value[keyword];
    for (const [keyword, inner] of Object.entries(value))
      if (includes(schemaListKeywords, keyword) && Array.isArray(inner)) inner.forEach(visit);
      else if (includes(schemaMapKeywords, keyword) && isObject(inner))
        Object.values(inner).forEach(visit);
      else if (includes(schemaKeywords, keyword)) visit(inner);
  };
  visit(whole);
  return whole;
}

/**
 * Where the objects and lists within a value are, as JSON Pointers for a fragment.
 * @param {unknown} root
 */
function pointersOf(root) {
  /** @type {Map<unknown, string>} */
  const places = new Map();
  /** @param {unknown} value @param {string} pointer */
  const visit = (value, pointer) => {
    if (typeof value !== 'object' || value === null) return;
    places.set(value, pointer);
    for (const [token, inner] of Object.entries(value))
      visit(inner, `${pointer}/${encodeURIComponent(escaped(token)).replaceAll('%24', '$')}`);
  };
  visit(root, '');
  return places;
}

/**
 * Renames a property of an object in its place.
 * @param {Schema} schema @param {string} from @param {string} to
 */
function rename(schema, from, to) {
  const entries = Object.entries(schema);
  for (const [key] of entries) delete schema[key];
  for (const [key, value] of entries)
    if (key !== to)
      // An assignment would not create a property of the name __proto__.
      Object.defineProperty(schema, key === from ? to : key, {
        value,
        configurable: true,
        enumerable: true,
        writable: true,
      });
}

/** @param {unknown} value @returns {value is Schema} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {readonly string[]} list @param {string} keyword */
const includes = (list, keyword) => list.includes(keyword);

/** @param {string} token */
const escaped = (token) => token.replaceAll('~', '~0').replaceAll('/', '~1');

/** @param {string} token */
const unescaped = (token) => token.replaceAll('~1', '/').replaceAll('~0', '~');

/** @param {string} fragment */
function decoded(fragment) {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
