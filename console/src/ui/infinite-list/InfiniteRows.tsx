import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { ListColumn } from '../list/columns.tsx';
import { InfiniteRow } from './InfiniteRow.tsx';
import classes from './InfiniteRows.module.css';
import { useInfiniteScroll } from './useInfiniteScroll.ts';

const headHeight = 36;

export interface InfiniteRowsHandle {
  goTo: (row: number) => void;
}

interface InfiniteRowsProps<Row> {
  handle: RefObject<InfiniteRowsHandle | null>;
  label: string;
  /** The number of rows, whether or not they are loaded. */
  count: number;
  /** The first row to show. */
  start: number;
  /** The height of every row in pixels. */
  rowHeight: number;
  density: 'comfortable' | 'compact' | 'card';
  columns: readonly ListColumn<Row>[];
  /** Undefined until the row is loaded. */
  rowAt: (index: number) => Row | undefined;
  rowPath: (row: Row) => string;
  /** Whether a row has just arrived and is highlighted for a moment. */
  isNew: (index: number) => boolean;
  /** Keeps the element of a row when rows are inserted above it. */
  keyOf: (index: number) => number;
  onRest: (first: number, last: number) => void;
  onMove: (first: number, last: number, far: boolean) => void;
}

/**
 * A list of any number of rows with its own scroll area: only visible rows are rendered, and the scroll bar covers all
 * of them. By keyboard as a grid: arrows, Page Up and Down, Home, End; Enter opens the row.
 */
export function InfiniteRows<Row>({
  handle,
  label,
  count,
  start,
  rowHeight,
  density,
  columns,
  rowAt,
  rowPath,
  isNew,
  keyOf,
  onRest,
  onMove,
}: InfiniteRowsProps<Row>) {
  const body = useRef<HTMLDivElement>(null);
  const { scroller, height, drawn, perPage, goTo, scrollIntoView } = useInfiniteScroll({
    rows: count,
    rowHeight,
    headHeight: density === 'card' ? 0 : headHeight,
    start,
    onRest,
    onMove,
  });
  useTopOf(scroller);
  useImperativeHandle(handle, () => ({ goTo }));

  const [active, setActive] = useState<number>();
  // New rows appear above, so the focused row moves down.
  const [counted, setCounted] = useState(count);
  if (counted !== count) {
    setCounted(count);
    if (active !== undefined) setActive(Math.max(0, active + count - counted));
  }
  const current = active !== undefined && active < count ? active : undefined;
  const indices = Array.from({ length: drawn.last - drawn.first + 1 }, (_, i) => drawn.first + i);
  const isAway = current !== undefined && (current < drawn.first || current > drawn.last);
  const entrance = current ?? drawn.first + (drawn.first === 0 ? 0 : 8);

  function press(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = current ?? entrance;
    const goals: Record<string, number> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + perPage,
      PageUp: from - perPage,
      Home: 0,
      End: count - 1,
    };
    const wanted = goals[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    const goal = Math.min(Math.max(0, wanted), count - 1);
    flushSync(() => setActive(goal));
    scrollIntoView(goal);
    body.current
      ?.querySelector<HTMLElement>(`[aria-rowindex="${goal + 2}"]`)
      ?.focus({ preventScroll: true });
  }

  const rowOf = (index: number) => (
    <InfiniteRow
      key={keyOf(index)}
      index={index}
      row={rowAt(index)}
      columns={columns}
      rowPath={rowPath}
      isEntrance={index === entrance}
      isNew={isNew(index)}
      onFocus={setActive}
    />
  );
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      className={classes.scroller}
      data-density={density}
      onKeyDown={press}
      style={gridVariables(columns, rowHeight)}
    >
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a table's own elements cannot be placed freely */}
      <div role="rowgroup" className={classes.head}>
        <div role="row" aria-rowindex={1} className={classes.headRow}>
          {columns.map((column) => (
            <div
              key={column.id}
              role="columnheader"
              className={classes.headCell}
              data-end={column.align === 'end' || undefined}
            >
              {column.header}
            </div>
          ))}
        </div>
      </div>
      <div ref={body} role="rowgroup" className={classes.body} style={{ height }}>
        <div
          role="presentation"
          className={classes.drawn}
          style={{ transform: `translateY(${drawn.first * rowHeight + drawn.shift}px)` }}
        >
          {indices.map(rowOf)}
        </div>
        {/* The focused row stays mounted, so that keyboard navigation continues from it. */}
        {isAway && (
          <div
            role="presentation"
            className={classes.away}
            style={{ transform: `translateY(${drawn.first * rowHeight + drawn.shift}px)` }}
          >
            {rowOf(current)}
          </div>
        )}
      </div>
    </div>
  );
}

/** The widths of the columns, and the minimal width below which the list scrolls sideways. */
function gridVariables(
  columns: readonly { width?: string }[],
  rowHeight: number,
): CSSProperties & Record<'--columns' | '--least-width' | '--row-height', string> {
  const pixels = columns.map(({ width }) =>
    width?.endsWith('px') ? Number.parseInt(width, 10) : 168,
  );
  return {
    '--columns': columns
      .map(({ width }) => (width === undefined ? 'minmax(0, 1fr)' : `minmax(0, ${width})`))
      .join(' '),
    '--least-width': `${pixels.reduce((sum, each) => sum + each, 0)}px`,
    '--row-height': `${rowHeight}px`,
  };
}

/** Sets the position of the list on the page as a CSS variable, so that the list ends at the bottom of the window. */
function useTopOf(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return undefined;
    const measure = () => {
      const top = Math.round(measured.getBoundingClientRect().top + window.scrollY);
      measured.style.setProperty('--list-top', `${top}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
}
