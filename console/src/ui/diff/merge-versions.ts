import { identifyingProperty, identityOf } from '@annals/rules/identifying-property';
import {
  isArray,
  isObject,
  sameJson,
  type JsonObject,
  escapeToken,
} from '../../platform/json-values/json-values.ts';

/** Absent stands for "this version does not have the field". */
export const absent = Symbol('absent');
export type FieldValue = unknown;

export interface MergeField {
  readonly pointer: string;
  /** Property names, and places in lists. */
  readonly path: readonly string[];
  /** The path for display: a list element is named by its identity. */
  readonly names: readonly string[];
  readonly base: FieldValue;
  readonly theirs: FieldValue;
  readonly mine: FieldValue;
  /** Who changed it since the base; `both` is a conflict for the user to resolve. */
  readonly changedBy: 'theirs' | 'mine' | 'both';
}

export type MergeChoice = 'theirs' | 'mine';

/**
 * The fields that I or they changed since the version I started from. Objects are compared property by property. A list
 * is one field, because merging its elements could produce a list that nobody wrote; unless its elements are told apart
 * by a property and all three have the same ones in the same order: then it is compared element by element.
 */
export function mergeFields(base: JsonObject, theirs: JsonObject, mine: JsonObject): MergeField[] {
  return mergeAt(base, theirs, mine, [], []);
}

function mergeAt(
  base: unknown,
  theirs: unknown,
  mine: unknown,
  path: readonly string[],
  names: readonly string[],
): MergeField[] {
  if (isObject(theirs) && isObject(mine) && (isObject(base) || path.length === 0)) {
    const old = isObject(base) ? base : {};
    const keys = new Set([...Object.keys(theirs), ...Object.keys(mine), ...Object.keys(old)]);
    return [...keys].flatMap((key) =>
      mergeAt(
        fieldOf(old, key),
        fieldOf(theirs, key),
        fieldOf(mine, key),
        [...path, key],
        [...names, key],
      ),
    );
  }
  if (sameField(theirs, mine)) return [];
  if (isArray(base) && isArray(theirs) && isArray(mine)) {
    const elements = sameElements(base, theirs, mine);
    if (elements)
      return elements.flatMap((name, index) =>
        mergeAt(
          base[index],
          theirs[index],
          mine[index],
          [...path, String(index)],
          [...names, name],
        ),
      );
  }
  const changedBy = sameField(base, mine) ? 'theirs' : sameField(base, theirs) ? 'mine' : 'both';
  return [
    {
      pointer: path.map((name) => `/${escapeToken(name)}`).join(''),
      path,
      names,
      base,
      theirs,
      mine,
      changedBy,
    },
  ];
}

/** The default side of a field; none for a conflict. */
export function firstChoices(fields: readonly MergeField[]): Map<string, MergeChoice> {
  return new Map(
    fields.flatMap((field) =>
      field.changedBy === 'both' ? [] : [[field.pointer, field.changedBy] as const],
    ),
  );
}

/** Their version with the chosen fields of mine. */
export function mergeChosenFields(
  theirs: JsonObject,
  fields: readonly MergeField[],
  choices: ReadonlyMap<string, MergeChoice>,
): JsonObject {
  return fields
    .filter((field) => choices.get(field.pointer) === 'mine')
    .reduce<JsonObject>((data, field) => withField(data, field.path, field.mine), theirs);
}

/** The names of the elements, if three lists contain the same ones in the same order. */
function sameElements(
  base: readonly unknown[],
  theirs: readonly unknown[],
  mine: readonly unknown[],
): string[] | undefined {
  if (base.length !== theirs.length || base.length !== mine.length) return undefined;
  const property = identifyingProperty(base, theirs);
  if (property === null || identifyingProperty(base, mine) !== property) return undefined;
  const names = base.map((element) => identityOf(element, property) ?? '');
  const same = [theirs, mine].every((list) =>
    list.every((element, index) => identityOf(element, property) === names[index]),
  );
  return same ? names : undefined;
}

function withField(data: JsonObject, path: readonly string[], value: FieldValue): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) return data;
  const entries = Object.entries(data);
  const isPresent = Object.hasOwn(data, name);
  const inner = isPresent ? data[name] : undefined;
  const next =
    rest.length === 0
      ? value
      : isArray(inner)
        ? withElement(inner, rest, value)
        : withField(isObject(inner) ? inner : {}, rest, value);
  if (next === absent) return Object.fromEntries(entries.filter(([key]) => key !== name));
  return Object.fromEntries(
    isPresent
      ? entries.map(([key, old]) => [key, key === name ? next : old])
      : [...entries, [name, next]],
  );
}

function withElement(
  list: readonly unknown[],
  [step, ...rest]: readonly string[],
  value: FieldValue,
): readonly unknown[] {
  return list.map((element, index) =>
    String(index) === step && isObject(element) ? withField(element, rest, value) : element,
  );
}

function fieldOf(data: JsonObject, name: string): FieldValue {
  return Object.hasOwn(data, name) ? data[name] : absent;
}

function sameField(left: FieldValue, right: FieldValue): boolean {
  return left === right || (left !== absent && right !== absent && sameJson(left, right));
}
