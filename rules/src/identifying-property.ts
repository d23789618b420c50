import { RawJson } from './json/raw-json.ts';
import { isObject, type JsonObject } from './json-values.ts';

/** Common names of identifying properties. They win over others that would identify equally well. */
const usualNames = [
  'id',
  'key',
  'uuid',
  'name',
  'releaseCycle',
  'cycle',
  'code',
  'slug',
  'identifier',
  'label',
  'title',
];
/** Of those, the names of what is made to identify. */
const idNames = new Set(['id', 'key', 'uuid', 'identifier']);

/**
 * The property that identifies the elements of an array: in both versions every element is an object that has it as a
 * string or number, and no two elements share a value. Null if there is none.
 *
 * Of several, the one wins by which most elements are in both versions; then a common name; then texts over numbers,
 * which are more often quantities than names; then the one by which most elements keep their place. Beside an ID, a number
 * without a common name counts for nothing: quantities are the same by chance.
 */
export function identifyingProperty(
  before: readonly unknown[],
  after: readonly unknown[],
): string | null {
  const left = before.filter(isObject);
  const right = after.filter(isObject);
  const first = right[0] ?? left[0];
  if (!first || left.length !== before.length || right.length !== after.length) return null;
  const candidates = Object.keys(first).flatMap((name) => candidateOf(name, left, right));
  const hasId = candidates.some(({ name }) => idNames.has(name));
  const [best] = candidates
    .filter(({ isUsual, isText }) => isUsual || isText || !hasId)
    .toSorted((one, other) => compareMerits(other.merits, one.merits));
  return best?.name ?? null;
}

interface Candidate {
  name: string;
  isUsual: boolean;
  isText: boolean;
  /** Compared in this order; the greater wins. */
  merits: readonly number[];
}

function candidateOf(
  name: string,
  left: readonly JsonObject[],
  right: readonly JsonObject[],
): Candidate[] {
  const old = identities(left, name);
  const now = identities(right, name);
  if (!old || !now) return [];
  const usual = usualNames.indexOf(name);
  const isUsual = usual >= 0;
  const shared = [...now].filter((value) => old.has(value)).length;
  if (shared === 0 && !isUsual) return [];
  const olds = [...old];
  const kept = [...now].filter((value, index) => olds[index] === value).length;
  const isText = right.concat(left).every((element) => typeof element[name] === 'string');
  const merits = [shared, isUsual ? -usual : -usualNames.length, Number(isText), kept];
  return [{ name, isUsual, isText, merits }];
}

/** The first difference decides. */
function compareMerits(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((merit, at) => merit !== other[at]);
  return (one[index] ?? 0) - (other[index] ?? 0);
}

/** The value of the identifying property of an element, as text. */
export function identityOf(element: unknown, property: string): string | null {
  if (!isObject(element) || !Object.hasOwn(element, property)) return null;
  const value = element[property];
  return typeof value === 'string' || typeof value === 'number' || value instanceof RawJson
    ? String(value)
    : null;
}

function identities(elements: readonly JsonObject[], property: string): Set<string> | null {
  const values = new Set<string>();
  for (const element of elements) {
    const value = identityOf(element, property);
    if (value === null || values.has(value)) return null;
    values.add(value);
  }
  return values;
}
