import type { Page } from '../../platform/api/page.ts';
import { compareNames } from '../../platform/name-order.ts';
import type { ListColumn, ListFilter } from './columns.tsx';
import type { ListRequest } from './list-request.ts';

const marker = 'row-';

/**
 * Whether the list itself has to search, sort and page the response: another service may support none of the three and
 * return everything at once.
 */
export function isClientSideList(page: Page<unknown>, pageSize: number): boolean {
  if (page.nextCursor !== null) return false;
  return page.unpaged === true || (!page.hasMore && page.data.length > pageSize);
}

/** The cursor for the service: undefined for one that only this list understands. */
export function serviceCursor(cursor: string | undefined): string | undefined {
  return cursor?.startsWith(marker) ? undefined : cursor;
}

/** The number of rows before the page at this cursor. */
export function firstRowOfPage(cursor: string | undefined): number {
  const row = cursor?.startsWith(marker) ? Number(cursor.slice(marker.length)) : 0;
  return Number.isSafeInteger(row) && row > 0 ? row : 0;
}

interface ClientSidePage<Row> extends Page<Row> {
  /** The number of rows that are left out although they may match: the service does not say what is filtered by. */
  untold: number;
}

/**
 * The requested page of a complete list: searched, filtered, sorted and cut here.
 * @param furtherText what is shown of a row beside its columns
 */
export function clientSidePage<Row>(
  rows: readonly Row[],
  request: ListRequest,
  columns: readonly ListColumn<Row>[],
  filters: readonly ListFilter<Row>[],
  language: string,
  furtherText: (row: Row) => string,
): ClientSidePage<Row> {
  const needle = request.q.toLocaleLowerCase(language);
  const chosen = filters.filter(
    (filter) => (request.filters[filter.name] ?? '') !== '' && isTold(rows, filter),
  );
  const found = rows.filter(
    (row) =>
      needle === '' ||
      contains(row, needle, columns, language) ||
      furtherText(row).toLocaleLowerCase(language).includes(needle),
  );
  const matching = found.filter((row) =>
    chosen.every((filter) => hasValue(row, filter, request.filters[filter.name] ?? '')),
  );
  const mayMatch = found.filter((row) =>
    chosen.every(
      (filter) =>
        isUntold(row, filter) || hasValue(row, filter, request.filters[filter.name] ?? ''),
    ),
  );
  const sorted = sortRows(matching, request.sort, columns, language);
  const from = Math.min(firstRowOfPage(request.cursor), sorted.length);
  const to = from + request.pageSize;
  const hasMore = to < sorted.length;
  return {
    data: sorted.slice(from, to),
    hasMore,
    nextCursor: hasMore ? `${marker}${to}` : null,
    total: { value: sorted.length, estimate: false },
    untold: mayMatch.length - matching.length,
  };
}

function contains<Row>(
  row: Row,
  needle: string,
  columns: readonly ListColumn<Row>[],
  language: string,
): boolean {
  return columns.some(({ value }) =>
    String(value?.(row) ?? '')
      .toLocaleLowerCase(language)
      .includes(needle),
  );
}

function sortRows<Row>(
  rows: readonly Row[],
  sort: string | undefined,
  columns: readonly ListColumn<Row>[],
  language: string,
): readonly Row[] {
  const descending = sort?.startsWith('-') ?? false;
  const value = columns.find(({ id }) => id === (descending ? sort?.slice(1) : sort))?.value;
  if (!value) return rows;
  return rows.toSorted((left, right) => {
    const a = value(left) ?? '';
    const b = value(right) ?? '';
    // Rows without a value sort last in either direction.
    if (a === '' || b === '') return Number(a === '') - Number(b === '');
    const order =
      typeof a === 'number' && typeof b === 'number'
        ? a - b
        : compareNames(String(a), String(b), language);
    return descending ? -order : order;
  });
}

/**
 * The columns with a value in at least one row; another service may report fewer fields than ours. Before there are rows,
 * only those that come in any case.
 */
export function columnsWithContent<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
): readonly ListColumn<Row>[] {
  return columns.filter(({ value }, index) => {
    if (index === 0 || !value) return true;
    return rows.some((row) => (value(row) ?? '') !== '');
  });
}

/** Whether at least one row says something about the filter. */
function isTold<Row>(rows: readonly Row[], { valuesOf }: ListFilter<Row>): boolean {
  return valuesOf !== undefined && rows.some((row) => valuesOf(row) !== undefined);
}

function hasValue<Row>(row: Row, { valuesOf }: ListFilter<Row>, value: string): boolean {
  const values = valuesOf?.(row);
  return typeof values === 'string' ? values === value : (values?.includes(value) ?? false);
}

/** Whether the service does not say all that a row has. */
function isUntold<Row>(row: Row, { valuesOf, isPart }: ListFilter<Row>): boolean {
  return valuesOf?.(row) === undefined || isPart?.(row) === true;
}

/** The filters that match at least one row; any other would empty the list. */
export function filtersWithContent<Row, Name extends string>(
  rows: readonly Row[],
  filters: readonly ListFilter<Row, Name>[],
  language: string,
): readonly ListFilter<Row, Name>[] {
  return filters
    .map((filter) => withOptionsOf(rows, filter, language))
    .filter(
      (filter) =>
        isTold(rows, filter) &&
        (!filter.options ||
          filter.options.some(({ value }) => rows.some((row) => hasValue(row, filter, value)))),
    );
}

function withOptionsOf<Row, Name extends string>(
  rows: readonly Row[],
  filter: ListFilter<Row, Name>,
  language: string,
): ListFilter<Row, Name> {
  const { options, valuesOf, labelOf } = filter;
  if (!options || !valuesOf || !labelOf) return filter;
  const labels = new Map(
    rows.flatMap((row) =>
      [valuesOf(row) ?? []].flat().map((value) => [value, labelOf(row, value)] as const),
    ),
  );
  for (const { value } of options) labels.delete(value);
  const added = [...labels].map(([value, label]) => ({ value, label }));
  if (added.length === 0) return filter;
  added.sort((one, other) => compareNames(one.label, other.label, language));
  return { ...filter, options: [...options, ...added] };
}
