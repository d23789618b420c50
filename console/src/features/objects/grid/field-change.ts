import { sameJson } from '../../../platform/json-values/json-values.ts';
import { type GridRow, isSettable, isErased, valueAt, withValues } from './grid-rows.ts';

/** A change of one field in many objects. Paths are JSON Pointers. */
export type FieldChange =
  | { readonly kind: 'set' | 'add'; readonly pointer: string; readonly value: unknown }
  | { readonly kind: 'remove'; readonly pointer: string }
  | { readonly kind: 'rename'; readonly pointer: string; readonly to: string };

/** Why a change does not apply to an object. */
export type NotApplied = 'same' | 'exists' | 'absent' | 'taken' | 'erased' | 'noPlace';

/** The effect of a change on a row. */
export interface FieldOutcome {
  /** The changed row; the original one if the change does not apply. */
  readonly row: GridRow;
  /** The object before the change. */
  readonly before: GridRow;
  readonly because: NotApplied | undefined;
}

export function outcomesOf(rows: readonly GridRow[], change: FieldChange): FieldOutcome[] {
  return rows.map((before) => {
    const because = notApplied(before, change);
    const row = because === undefined ? withValues(before, valuesOf(before, change)) : before;
    return { before, row, because };
  });
}

function notApplied(row: GridRow, change: FieldChange): NotApplied | undefined {
  const { data } = row;
  const { kind, pointer } = change;
  if (isErased(row, pointer)) return 'erased';
  const value = valueAt(data, pointer);
  if (kind === 'remove') return value === undefined ? 'absent' : undefined;
  if (kind === 'rename') {
    const { to } = change;
    if (value === undefined) return 'absent';
    if (isErased(row, to)) return 'erased';
    if (!isSettable(data, to) || to.startsWith(`${pointer}/`)) return 'noPlace';
    return valueAt(data, to) === undefined ? undefined : 'taken';
  }
  if (kind === 'add' && value !== undefined) return 'exists';
  if (!isSettable(data, pointer)) return 'noPlace';
  return sameJson(value, change.value) ? 'same' : undefined;
}

function valuesOf({ data }: GridRow, change: FieldChange): ReadonlyMap<string, unknown> {
  const { kind, pointer } = change;
  if (kind === 'remove') return new Map([[pointer, undefined]]);
  if (kind === 'rename')
    return new Map([
      [pointer, undefined],
      [change.to, valueAt(data, pointer)],
    ]);
  return new Map([[pointer, change.value]]);
}
