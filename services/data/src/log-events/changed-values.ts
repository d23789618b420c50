import { sameJson } from '@annals/rules/json-values';
import { PlacesBefore } from '@annals/rules/version-diff/places-before';
import { fieldsOf } from '../history/fields.ts';
import type { StoredReference } from '../versions/version.ts';

export interface ChangedValue {
  /** JSON Pointer into the data; for a removed value, into the previous version's. */
  path: string;
  /** Omitted for a value that did not exist. */
  before?: unknown;
  /** Omitted for a removed value. */
  after?: unknown;
}

/** The values that differ, with list elements matched as in a comparison. */
export function changedValues(before: unknown, after: unknown): ChangedValue[] {
  const earlier = new PlacesBefore(before, after);
  const changed: ChangedValue[] = [];
  for (const { path, place, value } of fieldsOf(after)) {
    const old = earlier.valueOf(place);
    if (sameJson(old, value)) continue;
    changed.push({ path, ...(old === undefined ? {} : { before: old }), after: value });
  }
  const later = new PlacesBefore(after, before);
  const changedPaths = new Set(changed.map(({ path }) => path));
  for (const { path, place, value } of fieldsOf(before))
    if (later.valueOf(place) === undefined && !isWithin(path, changedPaths))
      changed.push({ path, before: value });
  return changed;
}

/** Whether a containing value is already included. */
function isWithin(path: string, changedPaths: ReadonlySet<string>): boolean {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    if (changedPaths.has(path.slice(0, end))) return true;
  return false;
}

/** The references that are not among the others. */
export const missingIn = (some: readonly StoredReference[], others: readonly StoredReference[]) =>
  others
    .filter(
      ({ name, timelineId }) =>
        !some.some((each) => each.name === name && each.timelineId === timelineId),
    )
    .map(({ name, timelineId }) => ({ name, timelineId }));
