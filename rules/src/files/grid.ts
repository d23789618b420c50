import { type Cell, isEmptyCell, type Table } from '../tables/table.ts';

export interface GridRow {
  /** Its number in the file, from 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
  readonly isHidden?: boolean;
}

/** Cells that share one value, by row numbers and column indices; both ends are included. */
export interface MergedArea {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** All rows of a file or sheet that are not empty, before anyone has said which of them is the header. */
export interface Grid {
  /** The sheet of a workbook. */
  readonly name?: string;
  readonly delimiter?: string;
  readonly rows: readonly GridRow[];
  readonly merged: readonly MergedArea[];
}

export interface GridChoices {
  /** The row with the names of the columns; 0 if the table has none. Undefined: the first that looks like one. */
  headerRow?: number | undefined;
  /** Whether rows that the spreadsheet hides are left out. */
  withoutHidden?: boolean | undefined;
  /** Whether each row gets the value of a cell that spans several rows; otherwise only the first has it. */
  spreadMerged?: boolean | undefined;
}

const searchedRows = 25;

/**
 * The row that names the columns: the first that is half as wide as the rows below it, at least, and has only texts. Titles and
 * remarks above a table are narrower. Lines with # are remarks, of which the last can be the header.
 */
export function findHeaderRow({ rows }: Pick<Grid, 'rows'>): number {
  const start = Math.max(
    0,
    rows.findIndex((row) => !isRemark(row)),
  );
  const below = usualWidth(rows.slice(start, start + searchedRows));
  // A remark with one cell is no header of a table with two columns.
  const least = Math.max(below / 2, Math.min(below, 2));
  const remark = rows.slice(0, start).findLast((row) => widthOf(row) >= least);
  if (remark) return remark.number;
  const searched = rows.slice(start, start + searchedRows);
  const found = searched.find(
    (row, index) =>
      row.cells.every((cell) => typeof cell === 'string') &&
      widthOf(row) >= usualWidth(searched.slice(index + 1)) / 2,
  );
  return (found ?? rows[start])?.number ?? 0;
}

const isRemark = ({ cells }: GridRow): boolean =>
  typeof cells[0] === 'string' && cells[0].trimStart().startsWith('#');

const widthOf = ({ cells }: GridRow): number => cells.filter((cell) => !isEmptyCell(cell)).length;

function usualWidth(rows: readonly GridRow[]): number {
  const widths = rows.map(widthOf).toSorted((left, right) => left - right);
  return widths[Math.floor(widths.length / 2)] ?? 0;
}

/** The table in a grid. */
export function tableOf(grid: Grid, choices: GridChoices = {}): Table {
  const headerRow = choices.headerRow ?? findHeaderRow(grid);
  const spread = choices.spreadMerged === false ? grid.rows : spreadOverRows(grid);
  const names = grid.rows.find(({ number }) => number === headerRow)?.cells ?? [];
  const rows = spread.filter(
    ({ number, isHidden }) => number > headerRow && !(choices.withoutHidden && isHidden),
  );
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), names.length);
  const header = Array.from({ length: width }, (_, index) => headerText(names[index]));
  return {
    ...(grid.name === undefined ? {} : { name: grid.name }),
    ...(grid.delimiter === undefined ? {} : { delimiter: grid.delimiter }),
    header,
    rows,
  };
}

const headerText = (cell: Cell | undefined): string =>
  (typeof cell === 'object' ? cell.shown : (cell ?? '')).trim();

/** The rows, each with the value of cells that span several rows. */
function spreadOverRows({ rows, merged }: Grid): readonly GridRow[] {
  const tall = merged.filter(({ firstRow, lastRow }) => lastRow > firstRow);
  if (tall.length === 0) return rows;
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const filled = new Map<number, Cell[]>();
  for (const { firstRow, lastRow, firstColumn } of tall) {
    const value = byNumber.get(firstRow)?.cells[firstColumn];
    if (value === undefined || isEmptyCell(value)) continue;
    // A merged area can reach to the last row that a sheet can have.
    for (const { number, cells } of rowsBetween(rows, firstRow + 1, lastRow)) {
      const copy = filled.get(number) ?? [...cells];
      while (copy.length <= firstColumn) copy.push('');
      copy[firstColumn] = value;
      filled.set(number, copy);
    }
  }
  return rows.map((row) => {
    const cells = filled.get(row.number);
    return cells ? { ...row, cells } : row;
  });
}

function rowsBetween(rows: readonly GridRow[], first: number, last: number): readonly GridRow[] {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.number ?? 0) < first) low = middle + 1;
    else high = middle;
  }
  const from = low;
  high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.number ?? 0) <= last) low = middle + 1;
    else high = middle;
  }
  return rows.slice(from, low);
}

/** How many areas span several rows, so that a person can decide what becomes of them. */
export const countTall = ({ merged }: Pick<Grid, 'merged'>): number =>
  merged.filter(({ firstRow, lastRow }) => lastRow > firstRow).length;
