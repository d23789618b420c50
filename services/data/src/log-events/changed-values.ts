import { isDeepStrictEqual } from 'node:util';
import { FieldLookup, fieldsOf } from '../history/fields.ts';
import type { StoredReference } from '../versions/version.ts';

export interface ChangedValue {
  /** JSON Pointer into the data; for a removed value, into the previous version's. */
  path: string;
  /** Omitted for a value that did not exist. */
  before?: unknown;
  /** Omitted for a removed value. */
  after?: unknown;
}

/** The values that differ, with list elements matched as in the history of an object. */
export function changedValues(before: unknown, after: unknown): ChangedValue[] {
  const earlier = new FieldLookup(before);
  const changed: ChangedValue[] = [];
  for (const field of fieldsOf(after)) {
    const old = earlier.valueOf(field);
    if (isDeepStrictEqual(old, field.value)) continue;
    const { path, value } = field;
    changed.push({ path, ...(old === undefined ? {} : { before: old }), after: value });
  }
  const later = new FieldLookup(after);
  const changedPaths = new Set(changed.map(({ path }) => path));
  for (const field of fieldsOf(before))
    if (later.valueOf(field) === undefined && !isWithin(field.path, changedPaths))
      changed.push({ path: field.path, before: field.value });
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
