import { useCallback, useState } from 'react';
import { valueAt, withValueAt } from '../../../platform/json-values/at-pointer.ts';
import { sameJson, type JsonObject } from '../../../platform/json-values/json-values.ts';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import type { JsonProblem } from '../../../ui/json/json-reading.ts';
import { writableContent } from '../edit/object-draft.ts';

interface Edits {
  /** The version that is edited. */
  readonly base: ObjectVersion;
  /** The pointers of the open fields. */
  readonly open: ReadonlySet<string>;
  /** What differs from the version, by pointer; undefined for a removed property. */
  readonly values: ReadonlyMap<string, unknown>;
  /** The open fields that hold something that is no value, for example a number with letters. */
  readonly unreadable: ReadonlySet<string>;
  /** What the service said about values that have not changed since. */
  readonly refused: readonly JsonProblem[];
  /** Whether they go on in the form with all fields. */
  readonly inForm: boolean;
}

export interface FieldEdits {
  /** Undefined while nothing is edited. */
  readonly edits: Edits | undefined;
  /** The data of the version with the changes. */
  readonly data: JsonObject;
  /** Opens the field of a value; others that hold no change are closed. */
  edit: (version: ObjectVersion, pointer: string) => void;
  change: (pointer: string, value: unknown) => void;
  setUnreadable: (pointer: string, unreadable: boolean) => void;
  /** Closes a field, and takes its change back. */
  undo: (pointer: string) => void;
  refuse: (problems: readonly JsonProblem[]) => void;
  openForm: () => void;
  discard: () => void;
}

const none: ReadonlySet<string> = new Set();

/**
 * The fields of an object that are edited where they stand, until they are saved or discarded.
 * @param shown the version of the page
 */
export function useFieldEdits(shown: ObjectVersion | undefined): FieldEdits {
  const [held, setEdits] = useState<Edits>();
  // A page that shows another object has left this one.
  if (held && shown && shown.timelineId !== held.base.timelineId) setEdits(undefined);
  // The version of the page can have lost values to an erasure since.
  const edits = held && held.base.id === shown?.id ? { ...held, base: shown } : held;
  const update = (next: (before: Edits) => Edits) => setEdits((before) => before && next(before));
  // A stable function: fields call it in effects.
  const setUnreadable = useCallback(
    (pointer: string, isOne: boolean) =>
      setEdits(
        (before) => before && { ...before, unreadable: toggled(before.unreadable, pointer, isOne) },
      ),
    [],
  );
  return {
    edits,
    data: edits ? withChanges(edits) : {},
    edit: (version, pointer) =>
      setEdits((before) =>
        openField(before?.base.id === version.id ? before : begin(version), pointer),
      ),
    change: (pointer, value) =>
      update((before) => {
        const { objectData } = writableContent(before.base);
        const others = [...before.values].filter(([place]) => place !== pointer);
        const isAsBefore = sameJson(valueAt(objectData, pointer), value);
        return {
          ...before,
          values: new Map(isAsBefore ? others : [...others, [pointer, value]]),
          refused: before.refused.filter((one) => !isWithin(one.pointer, pointer)),
        };
      }),
    setUnreadable,
    undo: (pointer) =>
      setEdits((before) => {
        if (!before) return before;
        const open = toggled(before.open, pointer, false);
        const values = new Map([...before.values].filter(([place]) => place !== pointer));
        const unreadable = toggled(before.unreadable, pointer, false);
        return open.size === 0 ? undefined : { ...before, open, values, unreadable };
      }),
    refuse: (refused) => update((before) => ({ ...before, refused })),
    openForm: () => update((before) => ({ ...before, inForm: true })),
    discard: () => setEdits(undefined),
  };
}

/** Whether something would be lost. */
export function isUnsaved({ edits }: FieldEdits): boolean {
  return edits !== undefined && (edits.values.size > 0 || edits.unreadable.size > 0);
}

export function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

function begin(base: ObjectVersion): Edits {
  return { base, open: none, values: new Map(), unreadable: none, refused: [], inForm: false };
}

/** Fields within the opened one become part of it. */
function openField(edits: Edits, pointer: string): Edits {
  const within = (place: string) => isWithin(place, pointer);
  const kept = [...edits.open].filter(
    (place) => !within(place) && (edits.values.has(place) || edits.unreadable.has(place)),
  );
  const values = [...edits.values].filter(([place]) => !within(place));
  const isChanged = values.length < edits.values.size;
  return {
    ...edits,
    open: new Set([...kept, pointer]),
    values: new Map(
      isChanged ? [...values, [pointer, valueAt(withChanges(edits), pointer)]] : values,
    ),
    unreadable: new Set([...edits.unreadable].filter((place) => !within(place))),
  };
}

function withChanges({ base, values }: Edits): JsonObject {
  return [...values].reduce<JsonObject>(
    (data, [pointer, value]) => withValueAt(data, pointer, value),
    writableContent(base).objectData,
  );
}

function toggled(set: ReadonlySet<string>, item: string, isIn: boolean): ReadonlySet<string> {
  if (set.has(item) === isIn) return set;
  const others = [...set].filter((one) => one !== item);
  return new Set(isIn ? [...others, item] : others);
}
