import { IconAlertTriangle, IconPencil, IconPlus } from '@tabler/icons-react';
import { createContext, type KeyboardEvent, type Ref, useContext, useMemo, useState } from 'react';
import {
  type CellKeyboardEvent,
  type CellKeyDownArgs,
  type Column,
  DataGrid,
  type DataGridHandle,
  type RenderCellProps,
  type RenderEditCellProps,
} from 'react-data-grid';
import 'react-data-grid/lib/styles.css';
import { pathName } from '@annals/rules/query-search';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { cellText, cellValue, clipboardRows, type GridColumn } from './grid-columns.ts';
import { type GridRow, isChanged, isErased, valueAt, withValues } from './grid-rows.ts';
import { useGridTexts } from './grid.texts.ts';
import type { RowProblems } from './useRowProblems.ts';
import sheet from '../../../ui/tables/Spreadsheet.module.css';
import classes from './Grid.module.css';

interface ObjectGridProps {
  ref: Ref<DataGridHandle>;
  label: string;
  columns: readonly GridColumn[];
  rows: readonly GridRow[];
  problems: RowProblems;
  /** The rows that another user has changed in the meantime. */
  conflicts: ReadonlySet<string>;
  isReadOnly: boolean;
  onRows: (rows: readonly GridRow[]) => void;
  /** Creates an object for cells that are pasted below the last row. */
  begin: () => GridRow;
  onUndo: () => void;
  onRedo: () => void;
  /** The maximum number of rows. */
  maxRows: number;
}

/**
 * The problems of the rows. They are in a context because the columns must stay the same objects while problems
 * change.
 */
const ProblemsOfRows = createContext<{ problems: RowProblems; conflicts: ReadonlySet<string> }>({
  problems: new Map(),
  conflicts: new Set(),
});

/** The text of one cell of a grid, in which tabs and line breaks separate nothing. */
const cellOfGrid = 'application/x-annals-cell';

/** The number of columns before those of the data: number and title. */
export const columnsBefore = 2;

/** The objects as rows of a spreadsheet. */
export function ObjectGrid({
  ref,
  label,
  columns,
  rows,
  problems,
  conflicts,
  isReadOnly,
  onRows,
  begin,
  onUndo,
  onRedo,
  maxRows,
}: ObjectGridProps) {
  const t = useGridTexts();
  const wrong = useMemo(() => ({ problems, conflicts }), [problems, conflicts]);
  const shown = useMemo(
    () => [
      numberColumn(t.row),
      titleColumn(t.object),
      ...columns.map((column) => dataColumn(column, isReadOnly)),
    ],
    [columns, isReadOnly, t],
  );

  function put(from: { row: number; column: number }, cells: readonly (readonly string[])[]) {
    const next = [...rows];
    for (const [down, texts] of cells.entries()) {
      const at = from.row + down;
      if (at >= maxRows) break;
      while (next.length <= at) next.push(begin());
      const row = next[at];
      if (!row) break;
      const values = new Map<string, unknown>();
      for (const [right, text] of texts.entries()) {
        const column = columns[from.column + right];
        if (!column) break;
        // A cell whose text is unchanged keeps its value: the text of a number may also be a string.
        if (cellText(valueAt(row.data, column.pointer)) !== text)
          values.set(column.pointer, cellValue(text, column.kind));
      }
      next[at] = withValues(row, values);
    }
    onRows(next);
  }

  function onCellKeyDown(args: CellKeyDownArgs<GridRow>, event: CellKeyboardEvent) {
    const { mode, column, row, rowIdx } = args;
    if (mode !== 'SELECT' || !row || !column || isReadOnly) return;
    const at = columns.findIndex(({ pointer }) => pointer === column.key);
    const [down, right] = [rowIdx, at];
    if (at < 0) return;
    const isFill = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd';
    if (!isFill && event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    event.preventGridDefault();
    const above = rows[rowIdx - 1];
    if (!isFill) put({ row: down, column: right }, [['']]);
    else if (above) onRows(rows.map((one) => (one === row ? fill(above, row, column.key) : one)));
  }

  function onKeyDown(event: KeyboardEvent) {
    const isEditing = event.target instanceof HTMLInputElement;
    if (isEditing || isReadOnly || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) onRedo();
    else onUndo();
  }

  return (
    <ProblemsOfRows value={wrong}>
      {/* The grid has no key handler for keys outside its cells. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={onKeyDown}>
        <DataGrid
          ref={ref}
          className={sheet.grid}
          aria-label={label}
          columns={shown}
          rows={rows}
          rowKeyGetter={({ key }) => key}
          rowHeight={34}
          headerRowHeight={36}
          onRowsChange={onRows}
          onCellKeyDown={onCellKeyDown}
          onFill={({ columnKey, sourceRow, targetRow }) => fill(sourceRow, targetRow, columnKey)}
          onCellCopy={({ row, column }, event) => {
            const text = cellText(valueAt(row.data, column.key));
            event.clipboardData.setData('text/plain', text);
            event.clipboardData.setData(cellOfGrid, text);
            event.preventDefault();
          }}
          onCellPaste={({ row, column }, event) => {
            const from = {
              row: rows.indexOf(row),
              column: columns.findIndex(({ pointer }) => pointer === column.key),
            };
            const text = event.clipboardData.getData(cellOfGrid);
            put(
              from,
              text === '' ? clipboardRows(event.clipboardData.getData('text/plain')) : [[text]],
            );
            event.preventDefault();
            return row;
          }}
        />
      </div>
    </ProblemsOfRows>
  );
}

const fill = (source: GridRow, target: GridRow, pointer: string): GridRow =>
  withValues(target, new Map([[pointer, valueAt(source.data, pointer)]]));

function numberColumn(name: string): Column<GridRow> {
  return {
    key: ' number',
    name,
    width: 72,
    frozen: true,
    renderCell: ({ row, rowIdx }) => <RowNumber row={row} number={rowIdx + 1} />,
  };
}

function titleColumn(name: string): Column<GridRow> {
  return {
    key: ' title',
    name,
    width: 168,
    resizable: true,
    renderCell: ({ row }) => <span title={titleOfRow(row)}>{titleOfRow(row)}</span>,
  };
}

/** The title of an object; for a new one, of its current data. */
export function titleOfRow({ base, data }: GridRow): string {
  return titleOf({ ...(base ?? { id: '' }), objectData: data });
}

function dataColumn(column: GridColumn, isReadOnly: boolean): Column<GridRow> {
  const { pointer, title, kind } = column;
  const name = pathName(pointer);
  return {
    key: pointer,
    name,
    width: kind === 'number' || kind === 'boolean' ? 112 : 176,
    minWidth: 72,
    resizable: true,
    cellClass: sheet.padless ?? null,
    renderHeaderCell: () => <span title={title ?? name}>{name}</span>,
    renderCell: (props) => <DataCell {...props} kind={kind} />,
    editable: isReadOnly ? false : (row) => !isErased(row, pointer),
    renderEditCell: (props) => <CellInput {...props} edited={column} />,
  };
}

function RowNumber({ row, number }: { row: GridRow; number: number }) {
  const t = useGridTexts();
  const { problems, conflicts } = useContext(ProblemsOfRows);
  const isWrong = problems.has(row.key) || conflicts.has(row.key);
  return (
    <span className={classes.number}>
      {number}
      {isWrong ? (
        <IconAlertTriangle size={16} role="img" aria-label={t.hasProblem} data-wrong />
      ) : row.base === null ? (
        <IconPlus size={16} role="img" aria-label={t.isNew} />
      ) : (
        isChanged(row) && <IconPencil size={16} role="img" aria-label={t.isChanged} />
      )}
    </span>
  );
}

function DataCell({ row, column, kind }: RenderCellProps<GridRow> & Pick<GridColumn, 'kind'>) {
  const t = useGridTexts();
  const { problems } = useContext(ProblemsOfRows);
  const pointer = column.key;
  const text = cellText(valueAt(row.data, pointer));
  const isChangedHere = [...row.edits.keys()].some(
    (edited) => edited === pointer || pointer.startsWith(`${edited}/`),
  );
  const messages = (problems.get(row.key) ?? [])
    .filter((problem) => problem.pointer === pointer || problem.pointer.startsWith(`${pointer}/`))
    .map(({ message }) => message);
  const before = row.base && isChangedHere ? t.was(cellText(valueAt(row.start, pointer))) : '';
  const about = [...messages, before].filter((line) => line !== '').join('\n');
  return (
    <span
      className={sheet.cell}
      title={about || text || undefined}
      data-number={kind === 'number' || undefined}
      data-changed={isChangedHere || undefined}
      data-wrong={messages.length > 0 || undefined}
      data-erased={isErased(row, pointer) || undefined}
    >
      {isErased(row, pointer) ? t.erased : text}
      {messages.length > 0 && <span className={classes.hidden}> {messages.join(' ')}</span>}
    </span>
  );
}

function CellInput({
  row,
  edited,
  onRowChange,
  onClose,
}: RenderEditCellProps<GridRow> & { edited: GridColumn }) {
  const { pointer, kind, options } = edited;
  const [text, setText] = useState(() => cellText(valueAt(row.data, pointer)));
  const [start] = useState(row);
  const list = kind === 'boolean' ? ['true', 'false'] : options;
  const id = list.length > 0 ? 'values-of-the-cell' : undefined;
  return (
    <>
      <input
        ref={focusAndSelect}
        className={sheet.input}
        aria-label={pathName(pointer)}
        autoComplete="off"
        list={id}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          const isAsBefore = value === cellText(valueAt(start.data, pointer));
          const values = new Map([[pointer, cellValue(value, kind)]]);
          onRowChange(isAsBefore ? start : withValues(start, values));
        }}
        onBlur={() => onClose(true, false)}
      />
      {id && (
        <datalist id={id}>
          {list.map((value) => (
            <option key={value}>{value}</option>
          ))}
        </datalist>
      )}
    </>
  );
}

function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
