import { type KeyboardEvent, memo, type MouseEvent, type Ref } from 'react';
import { RowLink } from '../page/RowLink.tsx';
import type { ListColumn } from './list-columns.ts';
import classes from './ListTable.module.css';
import { RowCheckbox } from './RowCheckbox.tsx';
import type { RowSelection } from './useRowSelection.ts';

export interface RowProps<Row> {
  /** The columns that are shown; the first one carries the link. */
  columns: readonly ListColumn<Row>[];
  rowId: (row: Row) => string;
  /** Where the row leads, as `pathTo` builds it; absent where rows lead nowhere. */
  rowPath: ((row: Row) => string) | undefined;
  /** Absent where rows cannot be selected. */
  selection: RowSelection<Row> | undefined;
}

/** A row of TanStack Table, as far as it is needed to show it. */
export interface TableRow<Row> {
  id: string;
  index: number;
  original: Row;
}

interface ListRowProps<Row> extends Pick<RowProps<Row>, 'columns'> {
  id: string;
  original: Row;
  to: string | undefined;
  /** Undefined where rows cannot be selected. */
  selected: boolean | undefined;
  selectLabel: string | undefined;
  onSelect: ((id: string, selected: boolean) => void) | undefined;
  /** Of a virtualised row: which one of all it is, and for measuring. */
  index?: number;
  measure?: Ref<HTMLTableRowElement>;
}

/** What one row needs of the list: the same from render to render while nothing about this row changes. */
export function propsOfRow<Row>(
  { id, original }: TableRow<Row>,
  { rowId, rowPath, selection }: Pick<RowProps<Row>, 'rowId' | 'rowPath' | 'selection'>,
) {
  return {
    id,
    original,
    // Of what has no id there is no page.
    to: rowId(original) === '' ? undefined : rowPath?.(original),
    selected: selection?.has(id),
    selectLabel: selection?.labelOf(original),
    onSelect: selection?.select,
  };
}

function OneRow<Row>({
  id,
  original,
  columns,
  to,
  selected,
  selectLabel = '',
  onSelect,
  index: rowIndex,
  measure,
}: ListRowProps<Row>) {
  const selectable = selected !== undefined;
  return (
    <tr
      className={classes.row}
      ref={measure}
      data-index={rowIndex}
      data-selected={selected || undefined}
      aria-rowindex={rowIndex === undefined ? undefined : rowIndex + 2}
      onClick={followRowLink}
      onKeyDown={moveBetweenRows}
    >
      {selectable && (
        <td className={classes.cell} data-select="">
          <RowCheckbox
            label={selectLabel}
            checked={selected}
            describedBy={`beside-${id}`}
            onChange={(checked) => onSelect?.(id, checked)}
          />
        </td>
      )}
      {columns.map((column, index) => {
        const content = column.render(original);
        const isEmpty =
          content === null || content === undefined || content === '' || content === false;
        return (
          <td
            key={column.id}
            id={selectable && index === 1 ? `beside-${id}` : undefined}
            className={classes.cell}
            data-first={index === 0 || undefined}
            data-end={column.align === 'end' || undefined}
            data-empty={isEmpty || undefined}
          >
            {index === 0 && to !== undefined ? (
              <RowLink to={to} className={classes.rowLink}>
                {content}
              </RowLink>
            ) : (
              <>
                {index > 0 && !column.unlabelled && (
                  <span className={classes.cardLabel} aria-hidden>
                    {column.header}
                  </span>
                )}
                {isEmpty ? '–' : content}
              </>
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** One row of a list. A list of a hundred draws only those anew that change. */
export const ListRow = memo(OneRow) as typeof OneRow;

/**
 * The row's link covers the whole row; only what lies above it (a time with its tooltip) gets the click itself and
 * passes it on. Buttons and links in a row keep theirs.
 */
export function followRowLink(event: MouseEvent<HTMLElement>) {
  if (!(event.target instanceof Element) || event.target.closest('a, button, input, label, select'))
    return;
  const { ctrlKey, metaKey, shiftKey } = event;
  event.currentTarget.querySelector('a[data-row]')?.dispatchEvent(
    new window.MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      ctrlKey,
      metaKey,
      shiftKey,
    }),
  );
}

/** Arrow keys go from row to row; Enter on a row's link opens it, as on any link. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableRowElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  if (!(event.target instanceof HTMLAnchorElement) || !event.target.hasAttribute('data-row'))
    return;
  const row = event.currentTarget;
  const other = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  const link = other?.querySelector<HTMLAnchorElement>('a[data-row]');
  if (!link) return;
  event.preventDefault();
  link.focus();
}

/** All rows of a page that is short enough to be drawn at once. */
export function PlainRows<Row>({
  rows,
  columns,
  ...props
}: RowProps<Row> & { rows: readonly TableRow<Row>[] }) {
  return (
    <tbody>
      {rows.map((row) => (
        <ListRow key={row.id} columns={columns} {...propsOfRow(row, props)} />
      ))}
    </tbody>
  );
}
