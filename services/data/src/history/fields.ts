import { identifyingProperty, identityOf } from '@annals/rules/identifying-property';

/** The location of a field: a property of an object, or the element of an array with this identity. */
export type FieldLocation =
  | { parent: Field; property: string }
  | { parent: Field; element: string; identifiedBy: string };

/** A part of a JSON document with its own history. */
export interface Field {
  /** RFC 6901, by position in this document. */
  path: string;
  value: unknown;
  /** Undefined for the document itself. */
  location: FieldLocation | undefined;
}

/** The approximate overhead of a field in a response, in bytes, beside its value and path. */
const overheadOfField = 500;
/** The maximum total overhead of all fields in a response; beyond it values are not split further. */
const maxOverhead = 4 * 1024 * 1024;

/**
 * The fields of a document: objects are descended by property, arrays by element if a property identifies the elements.
 * Level by level, so that a document with too many fields is split less finely.
 */
export function fieldsOf(document: unknown): Field[] {
  const fields: Field[] = [];
  let level: Field[] = [{ path: '', value: document, location: undefined }];
  let budget = maxOverhead;
  while (level.length > 0) {
    const next: Field[] = [];
    for (const field of level) {
      const inner = innerFields(field);
      const cost = inner.reduce((sum, { path }) => sum + path.length + overheadOfField, 0);
      if (inner.length === 0 || cost > budget) {
        if (!isEmptyDocument(field)) fields.push(field);
      } else {
        budget -= cost;
        next.push(...inner);
      }
    }
    level = next;
  }
  return fields;
}

const isEmptyDocument = ({ location, value }: Field) =>
  location === undefined && isObject(value) && Object.keys(value).length === 0;

function innerFields(parent: Field): Field[] {
  const { path, value } = parent;
  if (Array.isArray(value)) {
    const elements: unknown[] = value;
    const identifiedBy = identifyingProperty(elements, elements);
    if (identifiedBy === null) return [];
    return elements.map((element, index) => ({
      path: `${path}/${index}`,
      value: element,
      location: { parent, element: identityOf(element, identifiedBy) ?? '', identifiedBy },
    }));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).map(([property, inner]) => ({
    path: `${path}/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    value: inner,
    location: { parent, property },
  }));
}

/** Finds the fields of another document in this one, by their location. */
export class FieldLookup {
  readonly #found = new Map<Field, unknown>();
  readonly #elements = new Map<Field, Map<string, unknown>>();
  readonly #document: unknown;

  constructor(document: unknown) {
    this.#document = document;
  }

  /** Undefined if this document has no such field. */
  valueOf(field: Field): unknown {
    const { location } = field;
    if (!location) return this.#document;
    const parent = this.#valueOfParent(location.parent);
    if ('property' in location)
      return isObject(parent) && Object.hasOwn(parent, location.property)
        ? parent[location.property]
        : undefined;
    return this.#elementsOf(location.parent, parent, location.identifiedBy).get(location.element);
  }

  /** Memoized, because a parent has many fields. */
  #valueOfParent(parent: Field): unknown {
    if (!this.#found.has(parent)) this.#found.set(parent, this.valueOf(parent));
    return this.#found.get(parent);
  }

  #elementsOf(parent: Field, value: unknown, identifiedBy: string): Map<string, unknown> {
    const known = this.#elements.get(parent);
    if (known) return known;
    const elements: unknown[] = Array.isArray(value) ? value : [];
    const byIdentity = new Map<string, unknown>();
    for (const element of elements) {
      const identity = identityOf(element, identifiedBy);
      if (identity !== null) byIdentity.set(identity, element);
    }
    this.#elements.set(parent, byIdentity);
    return byIdentity;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
