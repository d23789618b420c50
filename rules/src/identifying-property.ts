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

/**
 * The property that identifies the elements of an array: in both versions every element is an object that has it as a
 * string or number, and no two elements share a value. Null if there is none.
 *
 * Of several, the one wins by which most elements are in both versions; then a common name; then texts over numbers,
 * which are more often quantities than names; then the one by which most elements keep their place.
 */
export function identifyingProperty(
  before: readonly unknown[],
  after: readonly unknown[],
): string | null {
  const left = before.filter(isObject);
  const right = after.filter(isObject);
  const first = right[0] ?? left[0];
  if (!first || left.length !== before.length || right.length !== after.length) return null;
  let best: { name: string; merits: readonly number[] } | null = null;
  for (const name of Object.keys(first)) {
    const old = identities(left, name);
    const now = identities(right, name);
    if (!old || !now) continue;
    const usual = usualNames.indexOf(name);
    const shared = [...now].filter((value) => old.has(value)).length;
    if (shared === 0 && usual < 0) continue;
    const olds = [...old];
    const kept = [...now].filter((value, index) => olds[index] === value).length;
    const texts = right.concat(left).every((element) => typeof element[name] === 'string');
    const merits = [shared, usual < 0 ? -usualNames.length : -usual, Number(texts), kept];
    if (!best || isBetter(merits, best.merits)) best = { name, merits };
  }
  return best?.name ?? null;
}

/** The first difference decides. */
function isBetter(merits: readonly number[], others: readonly number[]): boolean {
  const index = merits.findIndex((merit, at) => merit !== others[at]);
  return (merits[index] ?? 0) > (others[index] ?? 0);
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
