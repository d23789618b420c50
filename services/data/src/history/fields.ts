import { identifyingProperty } from '@annals/rules/identifying-property';
import { escapeToken, isArray, isObject } from '@annals/rules/json-values';
import type { Place } from '@annals/rules/version-diff/places-before';

/** A part of a JSON document with its own history. */
export interface Field {
  /** RFC 6901. */
  path: string;
  place: Place;
  value: unknown;
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
  let level: Field[] = [{ path: '', place: [], value: document }];
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

const isEmptyDocument = ({ path, value }: Field) =>
  path === '' && isObject(value) && Object.keys(value).length === 0;

function innerFields(parent: Field): Field[] {
  const { value } = parent;
  if (isArray(value) && identifyingProperty(value, value) === null) return [];
  if (!isArray(value) && !isObject(value)) return [];
  return Object.entries(value).map(([step, inner]) => ({
    path: `${parent.path}/${escapeToken(step)}`,
    place: parent.place.concat(step),
    value: inner,
  }));
}
