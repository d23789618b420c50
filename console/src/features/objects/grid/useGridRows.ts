import { useMemo, useState } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import type { JsonSchema } from '../../../ui/json/json-schema.ts';
import { startingData } from '../edit/schema-form/form-fields.ts';
import { newOperationId } from '../propose/operation-id.ts';
import { type GridColumn, gridColumns } from './grid-columns.ts';
import {
  type GridRow,
  historyOf,
  isChanged,
  newRow,
  operationOf,
  rebaseRow,
  redone,
  rowOf,
  addStep,
  undone,
} from './grid-rows.ts';
import { inTransactions, type RowRefusal } from './save-rows.ts';
import { useRowProblems } from './useRowProblems.ts';

export type GridRows = ReturnType<typeof useGridRows>;

/** The rows of the grid with their changes, what is wrong with them, and what can be done to them. */
export function useGridRows(
  type: string,
  versions: readonly ObjectVersion[],
  schema: JsonSchema | null | undefined,
) {
  const [history, setHistory] = useState(() => historyOf(versions.map(rowOf)));
  const [added, setAdded] = useState<readonly GridColumn[]>([]);
  const [refusals, setRefusals] = useState(noRefusals);
  const { rows } = history;
  const columns = useMemo(() => {
    const found = gridColumns(
      schema,
      versions.map(({ objectData = {} }) => objectData),
    );
    const pointers = new Set(found.map(({ pointer }) => pointer));
    return [...found, ...added.filter(({ pointer }) => !pointers.has(pointer))];
  }, [schema, versions, added]);
  const changed = useMemo(() => rows.filter(isChanged), [rows]);
  // Computing sizes is expensive: do it once per change, not on each key press in the reason.
  const parts = useMemo(
    () => inTransactions(changed.map((row) => ({ row, operation: operationOf(row, type) }))),
    [changed, type],
  );
  const { problems, isChecking } = useRowProblems(schema, columns, changed, refusals);
  const conflicts = useMemo(() => conflictsOf(rows, refusals), [rows, refusals]);

  const set = (next: readonly GridRow[]) => setHistory((before) => addStep(before, next));
  const begin = () => newRow(newOperationId(), schema ? startingData(schema) : {});
  /** What was replaced cannot be undone. */
  const replace = (row: GridRow, by: GridRow | undefined) =>
    setHistory((before) =>
      historyOf(before.rows.flatMap((one) => (one === row ? (by ?? []) : one))),
    );

  return {
    rows,
    columns,
    changed,
    /** The changes of each transaction. */
    parts,
    created: changed.filter(({ base }) => base === null).length,
    problems,
    conflicts,
    refusals,
    isChecking,
    /** Whether something has to be corrected before the changes can be sent. */
    mustLookAt: problems.size + conflicts.size > 0,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    begin,
    set,
    add: () => set([...rows, begin()]),
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
    discard: () => set(versionsOnly(rows)),
    /** The changes are in a change set now. */
    forget: () => setHistory(historyOf(versionsOnly(rows))),
    addColumns: (fields: readonly GridColumn[]) => setAdded((before) => [...before, ...fields]),
    refuse: setRefusals,
    /** @param written the new versions by row key */
    markWritten: (written: ReadonlyMap<string, ObjectVersion>) =>
      setHistory(
        historyOf(
          rows.map((row) => {
            const version = written.get(row.key);
            return version ? rowAt(row.key, version) : row;
          }),
        ),
      ),
    /** Keeps the changes, based on the version of somebody else. */
    keepOnTopOf: (row: GridRow, theirs: ObjectVersion) =>
      replace(row, { ...rebaseRow(row, theirs), key: row.key }),
    /** Takes the version of somebody else. */
    giveUpFor: (row: GridRow, theirs: ObjectVersion) =>
      replace(row, theirs.endedDate ? undefined : rowAt(row.key, theirs)),
  };
}

const noRefusals: ReadonlyMap<string, RowRefusal> = new Map();

/** The row of a version, in the place of one that the grid shows already. */
const rowAt = (key: string, version: ObjectVersion): GridRow => ({ ...rowOf(version), key });

/** The rows without their changes. */
const versionsOnly = (rows: readonly GridRow[]): GridRow[] =>
  rows.flatMap(({ key, base }) => (base === null ? [] : rowAt(key, base)));

/** The rows whose base is no longer the newest version. */
function conflictsOf(
  rows: readonly GridRow[],
  refusals: ReadonlyMap<string, RowRefusal>,
): ReadonlySet<string> {
  const found = rows.filter((row) => {
    const refusal = refusals.get(row.key);
    return refusal?.conflict !== undefined && refusal.base === row.base && isChanged(row);
  });
  return new Set(found.map(({ key }) => key));
}
