import { csvText, type CsvValue } from '@annals/rules/files/csv-text';
import type { Page } from '../../platform/api/page.ts';
import { everyPage } from '../../platform/api/query.ts';
import { downloadCsv, downloadWorkbook } from '../../platform/downloads.ts';
import { workbookOf } from '../files/workbook-of.ts';
import { clientSidePage, columnsWithContent, isClientSideList } from './client-side-list.ts';
import type { ListColumn, ListFilter } from './columns.tsx';
import type { ListTexts } from './list.texts.ts';
import { pageSizes, type ListRequest } from './list-request.ts';
import { valueOrUnknown } from './unknown-cells.tsx';

export { downloadNdjson } from '../../platform/downloads.ts';

const maxPageSize = pageSizes[pageSizes.length - 1] ?? 500;

interface AllRows<Row, Filter extends string> {
  request: ListRequest<Filter>;
  ask: (request: ListRequest<Filter>) => Promise<Page<Row>>;
  columns: readonly ListColumn<Row>[];
  filters: readonly ListFilter<Row, Filter>[];
  language: string;
  furtherText: (row: Row) => string;
  signal: AbortSignal;
  onProgress: (rows: number, total: number | undefined) => void;
}

/** All rows that match a list's search and filters, in its order, from the first page to the last. */
export async function allRows<Row, Filter extends string>({
  request,
  ask,
  columns,
  filters,
  language,
  furtherText,
  signal,
  onProgress,
}: AllRows<Row, Filter>): Promise<Row[]> {
  const rows: Row[] = [];
  const pages = everyPage((cursor) => ask({ ...request, pageSize: maxPageSize, cursor }));
  for await (const page of pages) {
    signal.throwIfAborted();
    if (rows.length === 0 && isClientSideList(page, maxPageSize)) {
      const all = { ...request, cursor: undefined, pageSize: page.data.length };
      return [...clientSidePage(page.data, all, columns, filters, language, furtherText).data];
    }
    rows.push(...page.data);
    onProgress(rows.length, page.total?.value);
  }
  return rows;
}

export interface ExportedTable {
  head: readonly string[];
  rows: readonly (readonly CsvValue[])[];
}

/** @param name without extension; the date is added */
export async function downloadTable(
  name: string,
  { head, rows }: ExportedTable,
  format: 'csv' | 'xlsx',
): Promise<void> {
  if (format === 'csv') downloadCsv(name, csvText([head, ...rows]));
  else downloadWorkbook(name, await workbookOf(name, head, rows));
}

/**
 * The columns that have a value, with their headers.
 * @param isOurs a service of another vendor may leave anything out, which the list says too
 */
export function tableOfColumns<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  isOurs: boolean,
  texts: ListTexts,
): ExportedTable {
  const told = isOurs ? columns : columnsWithContent(rows, columns);
  const exported = told.filter(({ value }) => value !== undefined);
  const valueIn = (row: Row) => (column: ListColumn<Row>) =>
    isOurs ? column.value?.(row) : valueOrUnknown(column, row, texts);
  return {
    head: exported.map(({ header }) => header),
    rows: rows.map((row) => exported.map(valueIn(row))),
  };
}
