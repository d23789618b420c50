import type { ColumnMapping } from '@annals/rules/tables/column-mapping';
import type { Table } from '@annals/rules/tables/table';
import {
  delimiterOf,
  headerIndex,
  isEmptyRecord,
  recordsOf,
} from '../../../platform/csv/read-csv.ts';
import { encodingOf, type TextEncoding } from '../../../platform/csv/text-encoding.ts';
import { hasOwnForm } from './csv-rows.ts';
import { useMappingTexts } from './mapping.texts.ts';

/** Choices of the user, which replace the guesses. */
export interface Choices {
  type?: string;
  /** Index of a column. */
  key?: number;
  /** Whether fields and references that a row does not have keep their values. */
  isPartial?: boolean;
  columns: Readonly<Record<number, Partial<ColumnMapping>>>;
}

/** Corrected cells by row number, then by column index. */
export type Fixes = Readonly<Record<number, Readonly<Record<number, string>>>>;

/** A table whose columns are not mapped yet. */
export interface Sheet extends Table {
  /** The columns as they are called: by their number where the file does not name them. */
  titles: readonly string[];
  encoding: TextEncoding;
  choices: Choices;
  /** The corrections in `rows`. */
  fixes: Fixes;
  /** The numbers of the rows that are not imported. */
  excluded: ReadonlySet<number>;
}

export function sheetOf(table: Table, encoding: TextEncoding): Sheet {
  const t = useMappingTexts.now();
  const titles = table.header.map((name, index) => name || t.column(index + 1));
  return { ...table, titles, encoding, choices: { columns: {} }, fixes: {}, excluded: new Set() };
}

/** Larger files are refused: the whole table is kept in memory, so that its rows can be fixed. */
const maxBytes = 20_000_000;
const headBytes = 64 * 1024;

/** The table of a CSV file; undefined for a file in the import format, which needs no mapping. */
export async function readSheet(file: File): Promise<Sheet | undefined> {
  const t = useMappingTexts.now();
  const encoding = await encodingOf(file);
  const text = async (blob: Blob) => new TextDecoder(encoding).decode(await blob.arrayBuffer());
  const head = await text(file.slice(0, headBytes));
  const delimiter = delimiterOf(head);
  const first = recordsOf(head, delimiter).records;
  const headerAt = headerIndex(first);
  const names = first[headerAt]?.map((name) => name.trim()) ?? [];
  if (names.length === 0 || hasOwnForm({ header: names })) return undefined;
  if (file.size > maxBytes) throw new Error(t.fileTooLarge);
  const { records, problem } = recordsOf(await text(file), delimiter);
  if (problem !== undefined) throw new Error(t.cannotBeRead(records.length + 1, problem));
  const rows = records
    .map((cells, index) => ({ number: index + 1, cells }))
    .slice(headerAt + 1)
    .filter(({ cells }) => !isEmptyRecord(cells));
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), names.length);
  const header = Array.from({ length: width }, (_, index) => names[index] ?? '');
  return sheetOf({ header, rows, delimiter }, encoding);
}

/** The sheet with changed cells in some of its rows. */
export function withCells(sheet: Sheet, cells: Fixes): Sheet {
  const rows = sheet.rows.map((row) => {
    const changed = cells[row.number];
    if (changed === undefined) return row;
    return {
      ...row,
      cells: sheet.header.map((_, index) => changed[index] ?? row.cells[index] ?? ''),
    };
  });
  return { ...sheet, rows, fixes: withFixes(sheet.fixes, cells) };
}

/** Merges corrections of cells; later ones take precedence. */
export function withFixes(fixes: Fixes, later: Fixes): Fixes {
  const all: Record<number, Readonly<Record<number, string>>> = { ...fixes };
  for (const [row, cells] of Object.entries(later))
    all[Number(row)] = { ...all[Number(row)], ...cells };
  return all;
}
