import type { CSSProperties, ReactNode } from 'react';
import classes from './SimpleTable.module.css';

export interface TableColumn<Row> {
  id: string;
  header: string;
  /** Empty values (undefined, null, '') show as a dash. */
  render: (row: Row) => ReactNode;
  /** Whether it names the row: its cells are row headers. */
  names?: boolean;
  /** Whether it is aligned to the end: numbers and buttons. */
  align?: 'end';
  /** On one line and as wide as its longest content: a number, a time, a status. */
  fits?: boolean;
  /** Whether the header is only for screen readers: a column of buttons. */
  quietHead?: boolean;
  /** A CSS width. */
  width?: string;
  /** Whether it is hidden on phones. */
  seldom?: boolean;
}

interface SimpleTableProps<Row> {
  /** The accessible name of the table. */
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string | number;
  /** Shown in place of a table without rows. */
  none?: string;
  /** Limits the height, so that many rows scroll. */
  scrolls?: 'short' | 'tall';
  /** Two or three short columns remain a table on a phone; others become cards. */
  narrow?: boolean;
  /** Whether it has a border of its own, outside of a panel. */
  framed?: boolean;
  /** The nesting level of the row. */
  levelOf?: (row: Row) => number;
  /** Whether the row is the title of the rows below it. */
  isGroup?: (row: Row) => boolean;
}

/** A table of a few rows without search, sorting or paging. For everything else use DataList. */
export function SimpleTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  none,
  scrolls,
  narrow,
  framed,
  levelOf,
  isGroup,
}: SimpleTableProps<Row>) {
  if (none !== undefined && rows.length === 0) return <p className={classes.none}>{none}</p>;
  const table = (
    <table className={classes.table} aria-label={label}>
      <colgroup>
        {columns.map(({ id, width, seldom }) => (
          <col key={id} data-seldom={seldom || undefined} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ id, header, align, fits, quietHead, seldom }) => (
            <th
              key={id}
              scope="col"
              data-end={align === 'end' || undefined}
              data-fits={fits || undefined}
              data-seldom={seldom || undefined}
            >
              {quietHead ? <span className={classes.quietHead}>{header}</span> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr
            // A row without an id has nothing else that identifies it.
            key={rowKey(row, index) || index}
            data-group={isGroup?.(row) || undefined}
            style={levelOf && level(levelOf(row))}
          >
            {columns.map((column) => (
              <Cell key={column.id} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <div
      className={classes.viewport}
      data-scrolls={scrolls}
      data-narrow={narrow || undefined}
      data-framed={framed || undefined}
      // A scrollable region must be reachable by keyboard.
      {...(scrolls && { role: 'group', 'aria-label': label, tabIndex: 0 })}
    >
      {table}
    </div>
  );
}

function Cell<Row>({ column, row }: { column: TableColumn<Row>; row: Row }) {
  const { header, render, names, align, fits, quietHead, seldom } = column;
  const content = render(row);
  const isEmpty = content === null || content === undefined || content === '' || content === false;
  const marks = {
    'data-end': align === 'end' || undefined,
    'data-fits': fits || undefined,
    'data-seldom': seldom || undefined,
    'data-empty': isEmpty || undefined,
  };
  if (names)
    return (
      <th scope="row" {...marks}>
        {content}
      </th>
    );
  return (
    <td {...marks} data-label={quietHead ? undefined : header}>
      {isEmpty && !quietHead ? '–' : content}
    </td>
  );
}

function level(value: number): CSSProperties & Record<'--level', number> {
  return { '--level': value };
}
