import type { ColumnFormat } from './column-format.ts';

/**
 * A value whose type the file states, as workbooks do. `shown` is what the spreadsheet shows by its number format;
 * `value` is what it calculates with.
 */
export type TypedCell =
  | { readonly type: 'number'; readonly value: number; readonly shown: string }
  | { readonly type: 'boolean'; readonly value: boolean; readonly shown: string }
  /** A date, a time of day, or both, by ISO 8601 and without a time zone: 2024-12-31, 09:30:00, 2024-12-31T09:30:00. */
  | { readonly type: 'date'; readonly value: string; readonly shown: string }
  /** A formula without a result, such as #DIV/0!. */
  | { readonly type: 'error'; readonly value: string; readonly shown: string }
  /** In JSON, a text of nothing but spaces, which is not the same as nothing. It is shown in quotes. */
  | { readonly type: 'text'; readonly value: string; readonly shown: string }
  /** In JSON, null. */
  | { readonly type: 'null'; readonly value: null; readonly shown: string };

/** What a file has in a cell: an exact text, '' where it has nothing, or a typed value. */
export type Cell = string | TypedCell;

export interface TableRow {
  /** Its number in the file, from 1: the header, rows above it and empty lines count. */
  readonly number: number;
  /** By column; cells at the end may be missing. */
  readonly cells: readonly Cell[];
  /** Whether the spreadsheet hides it. */
  readonly isHidden?: boolean;
}

/** What every reader of files delivers and every import starts from. Empty rows are left out. */
export interface Table {
  /** The sheet of a workbook. */
  readonly name?: string;
  /** The trimmed names of the columns, '' where the file has none. It is as wide as the widest row. */
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
  /** What separates the columns of a text file, which suggests how its numbers are written. */
  readonly delimiter?: string;
  /** The fields that the file itself has, by column: only JSON tells a name with a dot from a name within another. */
  readonly paths?: readonly (readonly string[])[];
  /** The formats that the file itself states, by column; undefined where it states none. */
  readonly formats?: readonly (ColumnFormat | undefined)[];
}

/** The text of a cell, as its file shows it. */
export const cellText = (cell: Cell | undefined): string =>
  typeof cell === 'object' ? cell.shown : (cell ?? '');

/** An error is not empty, nor is null. */
export const isEmptyCell = (cell: Cell | undefined): boolean => cellText(cell).trim() === '';

/** Whether a value stands in the cell that says nothing: null, or a text of nothing but spaces. */
export const isBlankValue = (cell: Cell | undefined): boolean =>
  typeof cell === 'object' && (cell.type === 'null' || cell.type === 'text');

/** The text of a cell that names something; '' if it names nothing. */
export const nameInCell = (cell: Cell | undefined): string =>
  isBlankValue(cell) ? '' : cellText(cell).trim();
