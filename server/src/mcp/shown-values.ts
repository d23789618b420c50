import { isArray, isObject, RedactedValue } from '@annals/rules/json-values';
import {
  diffVersions,
  shownData,
  type ComparableVersion,
} from '@annals/rules/version-diff/diff-versions';
import type { FieldChange } from '@annals/rules/version-diff/field-changes';
import { withoutNulls } from './citation.ts';

/** In UTF-16 units of its JSON. */
const maxValueLength = 2_000;
const maxChanges = 200;

/** The data of a version, with a marker in place of each erased value. */
export const dataOf = (version: ComparableVersion): unknown =>
  withErasureMarkers(shownData(version));

/** A value as JSON, in which an erased one cannot be mistaken for a null that somebody wrote. */
export function withErasureMarkers(value: unknown): unknown {
  if (value instanceof RedactedValue) return { $erased: { receipt: value.receipt } };
  if (isArray(value)) return value.map(withErasureMarkers);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withErasureMarkers(inner)]),
  );
}

/** The same in a list: long values are cut. */
export function shorten(value: unknown): unknown {
  const whole = withErasureMarkers(value);
  const text = JSON.stringify(whole) ?? '';
  if (text.length <= maxValueLength) return whole;
  return { $cut: { characters: text.length, beginning: text.slice(0, maxValueLength) } };
}

/** The changes from the older to the newer of two versions, field by field. */
export function changesBetween(
  older: ComparableVersion,
  newer: ComparableVersion,
): Record<string, unknown> {
  const { changes, references, type, ending } = diffVersions(older, newer);
  return withoutNulls({
    changes: changes.slice(0, maxChanges).map(shownChange),
    moreChanges: changes.length > maxChanges ? changes.length - maxChanges : undefined,
    references: references.length > 0 ? references : undefined,
    type,
    ending,
  });
}

const shownChange = ({ status, pointer, path, before, after, places }: FieldChange) => ({
  status,
  path: pointer,
  field: path.map(({ text }) => text).join(' › '),
  ...(before === undefined ? {} : { before: shorten(before) }),
  ...(after === undefined ? {} : { after: shorten(after) }),
  ...(places ? { places } : {}),
});
