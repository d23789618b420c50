import {
  delimiterOf,
  headerIndex,
  isEmptyRecord,
  recordsOf,
} from '../../../platform/csv/read-csv.ts';
import { encodingOf, type TextEncoding } from '../../../platform/csv/text-encoding.ts';
import type { CellKind, DecimalSign } from './cell-values.ts';
import { hasOwnForm } from './csv-rows.ts';
import { useMappingTexts } from './mapping.texts.ts';

export interface SheetRow {
  /** The number in the file, starting at 1. */
  number: number;
  cells: readonly string[];
}

export interface ColumnMapping {
  to: 'field' | 'reference' | 'reason' | 'nothing';
  /** The path of the field with dots, or the name of the reference. */
  name: string;
  /** The type of its cells. */
  kind: CellKind;
}

/** Choices of the user, which replace the guesses. */
export interface Choices {
  type?: string;
  /** Index of a column. */
  key?: number;
  decimal?: DecimalSign;
  columns: Readonly<Record<number, Partial<ColumnMapping>>>;
}

/** Corrected cells by row number, then by column index. */
export type Fixes = Readonly<Record<number, Readonly<Record<number, string>>>>;

/** A table whose columns are not mapped yet. */
export interface Sheet {
  header: readonly string[];
  /** Whether the file names the column. */
  named: readonly boolean[];
  rows: readonly SheetRow[];
  delimiter: string;
  encoding: TextEncoding;
  choices: Choices;
  /** The corrections in `rows`. */
  fixes: Fixes;
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
  const header = Array.from({ length: width }, (_, index) => names[index] || t.column(index + 1));
  const named = header.map((_, index) => Boolean(names[index]));
  return { header, named, rows, delimiter, encoding, choices: { columns: {} }, fixes: {} };
}
