import { diffReferences, type ReferenceLike } from './diff-references.ts';
import { escapeToken } from './field-changes.ts';
import { isObject, sameJson, type JsonObject } from './json-values.ts';

/** Absent stands for "this version does not have the field". */
export const absent = Symbol('absent');
export type FieldValue = unknown;

export interface MergeField {
  readonly pointer: string;
  readonly path: readonly string[];
  readonly base: FieldValue;
  readonly theirs: FieldValue;
  readonly mine: FieldValue;
  /** Who changed it since the base; `both` is a conflict the person decides. */
  readonly changedBy: 'theirs' | 'mine' | 'both';
}

export type MergeChoice = 'theirs' | 'mine';

/**
 * The fields that I or they changed since the version I started from. Objects are compared property by property;
 * a list is one field, for a list mended by halves would be a list nobody wrote.
 */
export function mergeFields(base: JsonObject, theirs: JsonObject, mine: JsonObject): MergeField[] {
  return walk(base, theirs, mine, []);
}

function walk(
  base: unknown,
  theirs: unknown,
  mine: unknown,
  path: readonly string[],
): MergeField[] {
  if (isObject(theirs) && isObject(mine) && (isObject(base) || path.length === 0)) {
    const old = isObject(base) ? base : {};
    const names = new Set([...Object.keys(theirs), ...Object.keys(mine), ...Object.keys(old)]);
    return [...names].flatMap((name) =>
      walk(fieldOf(old, name), fieldOf(theirs, name), fieldOf(mine, name), [...path, name]),
    );
  }
  if (sameField(theirs, mine)) return [];
  const changedBy = sameField(base, mine) ? 'theirs' : sameField(base, theirs) ? 'mine' : 'both';
  return [
    {
      pointer: path.map((name) => `/${escapeToken(name)}`).join(''),
      path,
      base,
      theirs,
      mine,
      changedBy,
    },
  ];
}

/** Which side a field takes before the person says otherwise; none for a conflict. */
export function firstChoices(fields: readonly MergeField[]): Map<string, MergeChoice> {
  return new Map(
    fields.flatMap((field) =>
      field.changedBy === 'both' ? [] : [[field.pointer, field.changedBy] as const],
    ),
  );
}

/** Theirs, with the fields taken from mine that were chosen so. */
export function mergedData(
  theirs: JsonObject,
  fields: readonly MergeField[],
  choices: ReadonlyMap<string, MergeChoice>,
): JsonObject {
  return fields
    .filter((field) => choices.get(field.pointer) === 'mine')
    .reduce<JsonObject>((data, field) => withField(data, field.path, field.mine), theirs);
}

/** Theirs, with what I added since the base and without what I took away. */
export function mergedReferences(
  base: readonly ReferenceLike[],
  theirs: readonly ReferenceLike[],
  mine: readonly ReferenceLike[],
): { name: string; timelineId: string }[] {
  const result = theirs.map(({ name, timelineId }) => ({ name, timelineId }));
  for (const { name, before, after } of diffReferences(base, mine)) {
    const place = result.findIndex((one) => one.name === name && one.timelineId === before);
    if (place >= 0) result.splice(place, 1);
    if (after !== undefined && !result.some((one) => one.name === name && one.timelineId === after))
      result.push({ name, timelineId: after });
  }
  return result;
}

function withField(data: JsonObject, path: readonly string[], value: FieldValue): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) return data;
  const entries = Object.entries(data);
  const known = Object.hasOwn(data, name);
  const inner = known ? data[name] : undefined;
  const next = rest.length === 0 ? value : withField(isObject(inner) ? inner : {}, rest, value);
  if (next === absent) return Object.fromEntries(entries.filter(([key]) => key !== name));
  return Object.fromEntries(
    known
      ? entries.map(([key, old]) => [key, key === name ? next : old])
      : [...entries, [name, next]],
  );
}

function fieldOf(data: JsonObject, name: string): FieldValue {
  return Object.hasOwn(data, name) ? data[name] : absent;
}

function sameField(left: FieldValue, right: FieldValue): boolean {
  return left === right || (left !== absent && right !== absent && sameJson(left, right));
}
