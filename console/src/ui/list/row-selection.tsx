import { useCallback, useState, useEffect, useRef } from 'react';
import { fitsInPath } from '../../platform/api/request.ts';
import { shownName } from '../ids/display-names.ts';
import type { ListColumn } from './columns.tsx';
import type { ListRequest } from './list-request.ts';
import { useListTexts } from './list.texts.ts';
import classes from './ListTable.module.css';

/** The selected rows of the page. */
export interface RowSelection<Row> {
  rows: readonly Row[];
  /** Whether all rows of the page that can be selected are. */
  all: boolean;
  /** Nothing can be done with a row whose id the service does not say, so it cannot be selected. */
  canSelect: (row: Row) => boolean;
  has: (id: string) => boolean;
  select: (id: string, selected: boolean) => void;
  selectAll: (selected: boolean) => void;
  clear: () => void;
  /** The accessible name of a row's checkbox. */
  labelOf: (row: Row) => string;
}

const nothing: ReadonlySet<string> = new Set();

/**
 * The selection on a page of a list. It only applies to this search, these filters, this order and this page, so that
 * no action affects rows out of sight.
 */
export function useRowSelection<Row>(
  state: ListRequest,
  rows: readonly Row[] | undefined,
  rowId: (row: Row) => string,
  nameColumn: ListColumn<Row> | undefined,
): RowSelection<Row> {
  const texts = useListTexts();
  const stateKey = JSON.stringify(state);
  const [stored, setStored] = useState({ stateKey, ids: nothing });
  const ids = stored.stateKey === stateKey ? stored.ids : nothing;
  // The selection is gone for good, even when the user returns to this page.
  if (stored.stateKey !== stateKey) setStored({ stateKey, ids: nothing });
  const canSelect = (row: Row) => fitsInPath(rowId(row));
  const selectable = rows?.filter(canSelect) ?? [];
  const selected = selectable.filter((row) => ids.has(rowId(row)));
  const replaceWith = (next: Iterable<string>) => setStored({ stateKey, ids: new Set(next) });
  // A stable function per page, so that only the changed row renders again.
  const select = useCallback(
    (id: string, on: boolean) =>
      setStored((before) => {
        const next = new Set(before.stateKey === stateKey ? before.ids : nothing);
        if (on) next.add(id);
        else next.delete(id);
        return { stateKey, ids: next };
      }),
    [stateKey],
  );
  return {
    rows: selected,
    all: selected.length > 0 && selected.length === selectable.length,
    canSelect,
    has: (id) => ids.has(id),
    select,
    selectAll: (on) => replaceWith(on ? selectable.map(rowId) : []),
    clear: () => replaceWith([]),
    labelOf: (row) => texts.selectRow(shownName(nameColumn?.value?.(row)?.toString(), rowId(row))),
  };
}

interface RowCheckboxProps {
  label: string;
  checked: boolean;
  /** Whether only some of its rows are selected. */
  partly?: boolean;
  /** The id of the element that distinguishes it from others with the same name. */
  describedBy?: string | undefined;
  onChange: (checked: boolean) => void;
}

/** Selects a row, or all of a page; the whole cell is clickable. */
export function RowCheckbox({
  label,
  checked,
  partly = false,
  describedBy,
  onChange,
}: RowCheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = partly;
  }, [partly]);
  return (
    <label className={classes.check}>
      <input
        ref={input}
        type="checkbox"
        aria-label={label}
        aria-describedby={describedBy}
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}
