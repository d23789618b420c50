import { identifyingProperty, identityOf } from '@annals/contracts/identifying-property';

/** What a field is in: a property of an object, or the element of an array that has this identity. */
export type Place =
  | { parent: Field; property: string }
  | { parent: Field; element: string; identifiedBy: string };

/** Something in a JSON document that is looked at as one. */
export interface Field {
  /** RFC 6901, by position in this document. */
  path: string;
  value: unknown;
  /** Undefined for the document itself. */
  place: Place | undefined;
}

/** About what an answer says of a field beside its value and its path, in bytes. */
const aboutOneField = 300;
/** As much is said of all fields together: what would be more stays one field. */
const mostAboutFields = 4 * 1024 * 1024;

/**
 * The fields of a document: objects are descended by property, arrays by element where the elements can be told apart
 * by a property. Level by level, so that a document with too many fields is one that is told less finely.
 */
export function fieldsOf(document: unknown): Field[] {
  const fields: Field[] = [];
  let level: Field[] = [{ path: '', value: document, place: undefined }];
  let room = mostAboutFields;
  while (level.length > 0) {
    const next: Field[] = [];
    for (const field of level) {
      const inner = innerFields(field);
      const cost = inner.reduce((sum, { path }) => sum + path.length + aboutOneField, 0);
      if (inner.length === 0 || cost > room) {
        if (!isEmptyDocument(field)) fields.push(field);
      } else {
        room -= cost;
        next.push(...inner);
      }
    }
    level = next;
  }
  return fields;
}

const isEmptyDocument = ({ place, value }: Field) =>
  place === undefined && isObject(value) && Object.keys(value).length === 0;

function innerFields(parent: Field): Field[] {
  const { path, value } = parent;
  if (Array.isArray(value)) {
    const elements: unknown[] = value;
    const identifiedBy = identifyingProperty(elements, elements);
    if (identifiedBy === null) return [];
    return elements.map((element, index) => ({
      path: `${path}/${index}`,
      value: element,
      place: { parent, element: identityOf(element, identifiedBy) ?? '', identifiedBy },
    }));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).map(([property, inner]) => ({
    path: `${path}/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    value: inner,
    place: { parent, property },
  }));
}

/** Finds fields of one document in another, each by its place. */
export class FieldsElsewhere {
  readonly #found = new Map<Field, unknown>();
  readonly #elements = new Map<Field, Map<string, unknown>>();
  readonly #document: unknown;

  constructor(document: unknown) {
    this.#document = document;
  }

  /** Undefined where the other document has no such field. */
  valueOf(field: Field): unknown {
    const { place } = field;
    if (!place) return this.#document;
    const parent = this.#valueOfParent(place.parent);
    if ('property' in place)
      return isObject(parent) && Object.hasOwn(parent, place.property)
        ? parent[place.property]
        : undefined;
    return this.#elementsOf(place.parent, parent, place.identifiedBy).get(place.element);
  }

  /** Kept, since a parent has many fields. */
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
