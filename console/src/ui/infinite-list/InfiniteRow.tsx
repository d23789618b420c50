import { type KeyboardEvent, memo } from 'react';
import type { ListColumn } from '../list/columns.tsx';
import { clickRowLink, followRowLink } from '../list/ListRow.tsx';
import { PathLink } from '../page/PathLink.tsx';
import classes from './InfiniteRows.module.css';

interface InfiniteRowProps<Row> {
  index: number;
  row: Row | undefined;
  columns: readonly ListColumn<Row>[];
  rowPath: (row: Row) => string;
  /** The row that Tab moves to. */
  isEntrance: boolean;
  isNew: boolean;
  onFocus: (index: number) => void;
}

function PlainInfiniteRow<Row>({
  index,
  row,
  columns,
  rowPath,
  isEntrance,
  isNew,
  onFocus,
}: InfiniteRowProps<Row>) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy={row === undefined || undefined}
      tabIndex={isEntrance ? 0 : -1}
      className={classes.row}
      data-new={isNew || undefined}
      onFocus={() => onFocus(index)}
      onClick={followRowLink}
      onKeyDown={openRow}
    >
      {columns.map((column, columnIndex) => {
        const content = row === undefined ? undefined : column.render(row);
        const isEmpty =
          content === null || content === undefined || content === '' || content === false;
        return (
          <div
            key={column.id}
            role="gridcell"
            className={classes.cell}
            data-first={columnIndex === 0 || undefined}
            data-end={column.align === 'end' || undefined}
            data-empty={(row !== undefined && isEmpty) || undefined}
          >
            {row === undefined ? (
              <span className={classes.bar} aria-hidden />
            ) : columnIndex === 0 ? (
              <PathLink to={rowPath(row)} className={classes.rowLink} data-row="" tabIndex={-1}>
                {content}
              </PathLink>
            ) : (
              <>
                <span className={classes.cardLabel} aria-hidden>
                  {column.header}
                </span>
                {isEmpty ? '–' : content}
              </>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** A row of the list, or a placeholder until it is loaded. */
export const InfiniteRow = memo(PlainInfiniteRow) as typeof PlainInfiniteRow;

function openRow(event: KeyboardEvent<HTMLElement>) {
  if (event.key === 'Enter' && event.target === event.currentTarget) clickRowLink(event);
}
