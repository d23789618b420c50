import { Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import {
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type Header,
  type SortingState,
} from '@tanstack/react-table';
import { Suspense, useMemo, useState, type CSSProperties } from 'react';
import { useChoice } from '../../platform/after-paint.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { useIsPrinting } from '../../platform/printing.ts';
import edges from '../OverflowEdges.module.css';
import { useOverflowEdges } from '../useOverflowEdges.ts';
import type { ListColumn } from './columns.tsx';
import { PlainRows, roomClass, type RowProps } from './ListRow.tsx';
import classes from './ListTable.module.css';
import { useListTexts } from './list.texts.ts';
import { RowCheckbox } from './row-selection.tsx';
import type { ListState } from './useListState.ts';

// Loaded on demand, because few lists are long.
const VirtualRows = lazyNamed(() => import('./VirtualRows.tsx'), 'VirtualRows');

const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature });
const virtualisedFrom = 100;
const noRows: readonly never[] = [];

interface ListTableProps<Row extends object, Filter extends string> extends RowProps<Row> {
  list: ListState<Filter>;
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined;
  /** The rows of the response. Rows of another request replace them without animation. */
  request: string;
  label: string;
  rowId: (row: Row) => string;
  shown: (column: ListColumn<Row>) => boolean;
  /** Whether the rows are the previous ones while new ones load. */
  stale: boolean;
}

/** The table: columns, sorting and rows. */
export function ListTable<Row extends object, Filter extends string>({
  list,
  rows,
  request,
  label,
  columns: offered,
  shown,
  rowId,
  rowPath,
  selection,
  stale,
}: ListTableProps<Row, Filter>) {
  const texts = useListTexts();
  const columns = useColumnsWithRoom(offered, list.memory.columns);
  const [sort, chooseSort] = useChoice(list.state.sort, list.order.set);
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: (row: Row) => column.value?.(row),
        header: column.header,
        enableSorting: column.sortable !== undefined && column.sortable !== false,
        sortDescFirst: column.sortable === 'descending',
      })),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows ?? noRows,
    // A row without an id has nothing else that identifies it.
    getRowId: (row, index) => rowId(row) || String(index),
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: list.order.default === undefined,
    state: {
      sorting: sortingOf(sort),
      columnVisibility: Object.fromEntries(columns.map((column) => [column.id, shown(column)])),
    },
    onSortingChange: (updater) => {
      const [first] = typeof updater === 'function' ? updater(sortingOf(sort)) : updater;
      chooseSort(first && (first.desc ? `-${first.id}` : first.id));
    },
  });
  const visible = useSameColumns(columns.filter(shown));
  const found = table.getRowModel().rows;
  const scroller = useOverflowEdges();
  const isVirtual = found.length > virtualisedFrom;
  const printing = useIsPrinting();
  const rowProps = { columns: visible, rowPath, selection };

  return (
    <div className={classes.viewport} data-selectable={selection !== undefined || undefined}>
      <div ref={scroller} className={`${classes.scroller} ${edges.edges}`}>
        <table
          className={classes.table}
          style={leastWidths(visible, selection !== undefined)}
          aria-label={label}
          aria-busy={rows === undefined || stale}
          aria-rowcount={isVirtual ? found.length + 1 : undefined}
          data-density={list.memory.density}
          data-stale={stale || undefined}
        >
          <colgroup>
            {selection && <col className={classes.selectColumn} />}
            {visible.map((column) => (
              <col
                key={column.id}
                className={roomClass(column)}
                data-percent={column.width?.endsWith('%') || undefined}
                style={{ width: shrinking(column.width) }}
              />
            ))}
          </colgroup>
          <thead className={classes.head}>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {selection && (
                  <th className={classes.headCell} data-select="" data-on="screen">
                    <RowCheckbox
                      label={texts.selectPage}
                      checked={selection.all}
                      partly={selection.rows.length > 0 && !selection.all}
                      onChange={selection.selectAll}
                    />
                  </th>
                )}
                {group.headers.map((header) => (
                  <HeadCell
                    key={header.id}
                    header={header}
                    column={visible.find(({ id }) => id === header.id)}
                  />
                ))}
              </tr>
            ))}
          </thead>
          {rows === undefined ? (
            <SkeletonRows columns={visible} selectable={selection !== undefined} />
          ) : isVirtual && !printing ? (
            <Suspense fallback={<PlainRows rows={found} {...rowProps} />}>
              <VirtualRows rows={found} compact={list.memory.density === 'compact'} {...rowProps} />
            </Suspense>
          ) : (
            <PlainRows key={request} rows={found} {...rowProps} />
          )}
        </table>
      </div>
    </div>
  );
}

/** A column that the user has chosen is shown in any case. */
function useColumnsWithRoom<Row>(
  columns: readonly ListColumn<Row>[],
  choices: Readonly<Record<string, boolean>>,
): readonly ListColumn<Row>[] {
  const chosen = columns
    .flatMap(({ id, needsRoom }) => (needsRoom && choices[id] ? [id] : []))
    .join('\n');
  return useMemo(() => {
    const ids = new Set(chosen.split('\n'));
    return columns.map((column) => (ids.has(column.id) ? { ...column, needsRoom: false } : column));
  }, [columns, chosen]);
}

/** Keeps the array as long as it contains the same columns, because rows render again when it changes. */
function useSameColumns<Column>(columns: readonly Column[]): readonly Column[] {
  const [previous, setPrevious] = useState(columns);
  if (
    previous.length === columns.length &&
    previous.every((column, index) => column === columns[index])
  )
    return previous;
  setPrevious(columns);
  return columns;
}

/** The minimum width of a column without a width, in pixels. */
const minShareWidth = 168;
const pixelsOfRem = 16;

/** A width in pixels shrinks if the table has too little room: see --pixel. */
function shrinking(width: string | undefined): string | undefined {
  return width?.endsWith('px') ? `calc(${Number.parseInt(width, 10)} * var(--pixel))` : width;
}

interface Widths {
  /** The minimum width of the table. */
  least: number;
  /** The part of it that shrinks. */
  shrinks: number;
  /** The part of it that does not, and what a percent of the table takes besides. */
  keeps: number;
  percents: number;
}

/**
 * The minimum widths of the table: with all columns, and with those that it keeps where it is narrow; and for how its
 * columns shrink (ListTable.module.css), what does and what does not.
 */
function leastWidths(
  columns: readonly Pick<ListColumn<never>, 'width' | 'needsRoom'>[],
  selectable: boolean,
): CSSProperties & Record<`--${string}`, number> {
  const { least, shrinks, keeps, percents } = widthsOf(columns, selectable);
  // A part of the table has no meaning any more where others are left out: it shares what is left, as the name does.
  const keptIn = (room: true | 'some') =>
    columns.flatMap(({ needsRoom, width }) =>
      needsRoom === true || needsRoom === room
        ? []
        : [width === undefined || width.endsWith('%') ? {} : { width }],
    );
  const narrowest = widthsOf(keptIn('some'), selectable);
  return {
    '--least': least,
    '--least-narrow': widthsOf(keptIn(true), selectable).least,
    // With a pointer, most of the checkboxes' column stands in the margin of the page.
    '--keeps-narrowest': narrowest.keeps - (selectable ? 12 : 0),
    '--shrinks-narrowest': narrowest.shrinks,
    '--shrinks': Math.max(shrinks, 1),
    '--keeps': keeps,
    '--left': 1 - percents / 100,
  };
}

/**
 * The widths of a table. If it is narrower than the least, columns with a width in pixels shrink in favour of those that
 * share the rest; on a tablet it scrolls instead.
 */
function widthsOf(columns: readonly { width?: string }[], selectable: boolean): Widths {
  let keeps = selectable ? 40 : 0;
  let shrinks = 0;
  let percents = 0;
  for (const { width } of columns) {
    if (width?.endsWith('px')) shrinks += Number.parseInt(width, 10);
    else if (width?.endsWith('rem')) keeps += Number.parseFloat(width) * pixelsOfRem;
    else if (width?.endsWith('%')) percents += Number.parseInt(width, 10);
    else keeps += minShareWidth;
  }
  // Widths in percent reduce what is left for the other columns.
  return {
    least: Math.ceil((keeps + shrinks) / (1 - percents / 100)),
    shrinks,
    keeps: Math.ceil(keeps),
    percents,
  };
}

function sortingOf(sort: string | undefined): SortingState {
  if (sort === undefined) return [];
  return sort.startsWith('-') ? [{ id: sort.slice(1), desc: true }] : [{ id: sort, desc: false }];
}

function HeadCell<Row extends object>({
  header,
  column: shown,
}: {
  header: Header<typeof features, Row>;
  column: ListColumn<Row> | undefined;
}) {
  const { column } = header;
  // Chromium repeats a head on every sheet, but not the buttons in it.
  const printing = useIsPrinting();
  const sorted = column.getIsSorted();
  const Icon = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconArrowsSort;
  const name = String(column.columnDef.header);
  return (
    <th
      scope="col"
      className={`${classes.headCell} ${roomClass(shown)}`}
      data-end={shown?.align === 'end' || undefined}
      data-on={shown?.unlabelled ? 'screen' : undefined}
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
    >
      {column.getCanSort() && !printing ? (
        <button
          type="button"
          className={classes.sort}
          data-sorted={sorted !== false || undefined}
          onClick={() => column.toggleSorting()}
        >
          {name}
          <Icon className={classes.sortIcon} size={14} stroke={1.75} aria-hidden />
        </button>
      ) : (
        name
      )}
    </th>
  );
}

const rows = [72, 55, 64, 48, 70, 60, 52, 66, 58, 74];

/** Placeholder rows of the same height, with bars of varying length for the texts. */
function SkeletonRows<Row>({
  columns,
  selectable,
}: {
  columns: readonly ListColumn<Row>[];
  selectable: boolean;
}) {
  const texts = useListTexts();
  return (
    <tbody aria-hidden>
      {rows.map((width, row) => (
        <tr key={width} className={classes.row}>
          {selectable && <td className={classes.cell} data-select="" aria-label={texts.loading} />}
          {columns.map((column, index) => (
            <td
              key={column.id}
              className={`${classes.cell} ${roomClass(column)}`}
              data-first={index === 0 || undefined}
              data-end={column.align === 'end' || undefined}
            >
              <Skeleton
                className={classes.skeleton}
                height={10}
                width={`${index === 0 ? width : ((width + row * 7 + index * 13) % 40) + 30}%`}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
