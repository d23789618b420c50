import type { ColumnMapping, TableMapping } from '@annals/rules/tables/column-mapping';
import type { Grid } from '@annals/rules/files/grid';
import type { OpenedFile, ReadingChoices, TableFacts } from '@annals/rules/files/open-data-file';
import type { Table } from '@annals/rules/tables/table';
import { openImportFile } from './open-import-file.ts';
import type { ReadingProgress } from './reading/read-in-worker.ts';
import { useMappingTexts } from './mapping.texts.ts';

/** Choices of the user, which replace the guesses. */
export interface Choices {
  type?: string;
  /** Index of a column. */
  key?: TableMapping['key'];
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
  /** All rows of the file, and what is known about it. */
  grid: Grid;
  facts: TableFacts;
  /** How a person has said that the file is to be read. */
  reading: ReadingChoices;
  choices: Choices;
  /** The corrections in `rows`. */
  fixes: Fixes;
  /** The numbers of the rows that are not imported. */
  excluded: ReadonlySet<number>;
}

/** The table of a file; undefined if its rows are versions, which need no mapping. */
export async function readSheet(
  file: File,
  reading: ReadingChoices,
  progress: ReadingProgress,
): Promise<Sheet | undefined> {
  const opened = await openImportFile(file, reading, progress);
  opened.close();
  return opened.form === 'table' ? sheetFrom(opened, reading) : undefined;
}

export const sheetFrom = (
  { table, grid, facts }: Extract<OpenedFile, { form: 'table' }>,
  reading: ReadingChoices,
): Sheet => sheetOf(table, { grid, facts, reading });

function sheetOf(table: Table, origin: Pick<Sheet, 'grid' | 'facts' | 'reading'>): Sheet {
  const t = useMappingTexts.now();
  const titles = table.header.map((name, index) => name || t.column(index + 1));
  return {
    ...table,
    titles,
    ...origin,
    choices: { columns: {} },
    fixes: {},
    excluded: new Set(),
  };
}

/** The sheet with another header, or without some of its rows. */
export async function withReading(sheet: Sheet, reading: ReadingChoices): Promise<Sheet> {
  const { tableOf } = await import('@annals/rules/files/grid');
  const { grid, facts } = sheet;
  const headerRow = reading.headerRow ?? facts.headerRow;
  return sheetOf(tableOf(grid, reading), { grid, facts: { ...facts, headerRow }, reading });
}

/** Whether a person has to say how the file is read, because it can be read in several ways. */
export const needsReading = ({ facts, grid }: Sheet): boolean =>
  facts.format === 'workbook' ||
  (facts.format === 'text' &&
    (facts.encoding?.isCertain === false ||
      facts.foreignCells > 0 ||
      facts.headerRow !== grid.rows[0]?.number));

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
