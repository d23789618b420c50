import type { ChangeOperation } from '../../../domain/change-sets/change-sets.queries.ts';
import {
  isObject,
  type JsonObject,
  pointerTokens,
  RedactedValue,
  sameJson,
} from '../../../platform/json-values/json-values.ts';
import { redactPart } from '@annals/rules/redacted-data';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { writableContent } from '../edit/object-draft.ts';

/** An object in the grid: its base version and the changes to it. */
export interface GridRow {
  readonly key: string;
  /** Null for a new object. */
  readonly base: ObjectVersion | null;
  /** The data before all changes. */
  readonly start: JsonObject;
  /** By JSON Pointer; undefined for a removed field. */
  readonly edits: ReadonlyMap<string, unknown>;
  /** The data with all changes. */
  readonly data: JsonObject;
}

const noEdits: ReadonlyMap<string, unknown> = new Map();

export function rowOf(base: ObjectVersion): GridRow {
  const start = writableContent(base).objectData;
  return { key: base.timelineId ?? base.id, base, start, edits: noEdits, data: start };
}

export function newRow(key: string, start: JsonObject): GridRow {
  return { key, base: null, start, edits: noEdits, data: start };
}

export const isChanged = ({ edits }: GridRow): boolean => edits.size > 0;

/** The value of a cell; undefined for a removed field, or one below a value that is not an object. */
export function valueAt(data: JsonObject, pointer: string): unknown {
  return pointerTokens(pointer).reduce<unknown>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    data,
  );
}

/** Whether a value was erased: such cells cannot be overwritten by accident. */
export function isErased({ base }: GridRow, pointer: string): boolean {
  if (!base?.erased?.length) return false;
  const value = valueAt(base.objectData ?? {}, pointer);
  return redactPart(value, pointer, base.erased) instanceof RedactedValue;
}

/** Whether the path can be set: every parent is an object or does not exist yet. */
export function isSettable(data: JsonObject, pointer: string): boolean {
  let value: unknown = data;
  for (const name of pointerTokens(pointer)) {
    if (value === undefined) return true;
    if (!isObject(value)) return false;
    value = Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return true;
}

/** The row with values set by JSON Pointer; undefined removes a field. Setting the original value is not a change. */
export function withValues(row: GridRow, values: ReadonlyMap<string, unknown>): GridRow {
  const edits = new Map(row.edits);
  let { data } = row;
  for (const [pointer, value] of values) {
    if (isErased(row, pointer) || !isSettable(data, pointer)) continue;
    if (sameJson(valueAt(data, pointer), value)) continue;
    // The last change of a field is applied last, even if a parent of it was changed too.
    edits.delete(pointer);
    const isAsBefore = sameJson(valueAt(row.start, pointer), value);
    if (!isAsBefore || [...edits.keys()].some((other) => overlap(other, pointer)))
      edits.set(pointer, value);
    data = put(data, pointerTokens(pointer), value);
  }
  if (data === row.data) return row;
  return edits.size === 0 || sameJson(data, row.start)
    ? { ...row, edits: noEdits, data: row.start }
    : { ...row, edits, data };
}

const overlap = (one: string, other: string): boolean =>
  one.startsWith(`${other}/`) || other.startsWith(`${one}/`);

function put(
  data: JsonObject,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): JsonObject {
  const inner = Object.hasOwn(data, name) ? data[name] : undefined;
  const next = rest.length === 0 ? value : put(isObject(inner) ? inner : {}, rest, value);
  const entries = Object.entries(data);
  if (next === undefined) return Object.fromEntries(entries.filter(([key]) => key !== name));
  return Object.fromEntries(
    Object.hasOwn(data, name)
      ? entries.map(([key, old]) => [key, key === name ? next : old])
      : [...entries, [name, next]],
  );
}

/** The same changes, based on another version. */
export function rebaseRow(row: GridRow, base: ObjectVersion): GridRow {
  return withValues(rowOf(base), row.edits);
}

/** The fields that both sides changed differently. */
export function findConflicts(row: GridRow, theirs: ObjectVersion): string[] {
  const { start } = rowOf(theirs);
  return [...row.edits].flatMap(([pointer, mine]) => {
    const value = valueAt(start, pointer);
    const same = sameJson(value, valueAt(row.start, pointer)) || sameJson(value, mine);
    return same ? [] : [pointer];
  });
}

/** The operation that saves a row: a new version, or a new object. */
export function operationOf({ base, data }: GridRow, type: string): ChangeOperation {
  if (base === null) return { operation: 'create', type, objectData: data, references: [] };
  const { timelineId = '', id: predecessorId } = base;
  const references = writableContent(base).references.map(({ name, timelineId: target }) => ({
    name,
    timelineId: target,
  }));
  return { operation: 'newVersion', timelineId, predecessorId, objectData: data, references };
}

/** The current rows, and the states for undo and redo. */
export interface GridHistory {
  readonly rows: readonly GridRow[];
  readonly past: readonly (readonly GridRow[])[];
  readonly future: readonly (readonly GridRow[])[];
}

const maxSteps = 200;

export const historyOf = (rows: readonly GridRow[]): GridHistory => ({
  rows,
  past: [],
  future: [],
});

/** Adds a state that can be undone. */
export function addStep(history: GridHistory, rows: readonly GridRow[]): GridHistory {
  const { rows: before, past } = history;
  const isSame = rows.length === before.length && rows.every((row, at) => row === before[at]);
  return isSame ? history : { rows, past: [...past.slice(1 - maxSteps), before], future: [] };
}

export function undone(history: GridHistory): GridHistory {
  const { rows, past, future } = history;
  const before = past.at(-1);
  return before ? { rows: before, past: past.slice(0, -1), future: [rows, ...future] } : history;
}

export function redone(history: GridHistory): GridHistory {
  const { rows, past, future } = history;
  const [next, ...rest] = future;
  return next ? { rows: next, past: [...past, rows], future: rest } : history;
}
