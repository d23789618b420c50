import sql, { type Sql } from 'sql-template-tag';
import type { Page } from '@annals/contracts/fields';
import { say } from '@annals/contracts/messages';
import { JsonText } from '../json-text.ts';
import { Problem } from '../problem.ts';
import type { Paging } from './paging.ts';

/** The most bytes that one page of a list reads, so that 500 rows of a mebibyte are never in memory together. */
export const pageBytes = 4 * 1024 * 1024;

/** Rows of more bytes count as large. */
const largeRow = 64 * 1024;

/**
 * The limit for a page with large versions that need not be full, because the cursor continues: smaller pages delay
 * others less.
 */
const cursorPageBytes = 1024 * 1024;

/** The most bytes that a page of versions reads once one of them is large. */
export const bytesOfPage = ({ page }: Pick<Paging, 'page'>): number =>
  page === undefined ? cursorPageBytes : pageBytes;

/**
 * The first rows of `rows` that fit into a page, by number and by bytes, at least one; each with `hasMore`, whether a row
 * follows it, and `place`, the number of the row. The rows have a column `bytes` with their size. If the size is
 * stored, as for versions, the data of rows beyond the page is never read: values in TOAST stay there.
 *
 * How to use it: `select … from (withinPage(rows, order, pageSize)) v`, then `pageOfFound` makes the page.
 * @param rows a select, at most `pageSize + 1` rows
 * @param order what they are ordered by, without `order by`
 * @param limits `bytes` of a page with large rows, `most` of any other, and `atLeast` so many rows, however large they are
 */
export const withinPage = (
  rows: Sql,
  order: Sql,
  pageSize: number,
  {
    bytes = pageBytes,
    most = pageBytes,
    atLeast = 1,
  }: { bytes?: number; most?: number; atLeast?: number } = {},
): Sql => sql`
  select placed.*, next_bytes is not null as "hasMore" from (
    select candidate.*, row_number() over page as place, sum(bytes) over page as bytes_so_far,
      max(bytes) over page as largest, lead(bytes) over page as next_bytes
    from (${rows}) candidate window page as (order by ${order} rows unbounded preceding)
  ) placed where place <= ${atLeast} or (place <= ${pageSize}
    and bytes_so_far <= case when largest > ${largeRow} then ${bytes}::bigint else ${most}::bigint end)`;

/**
 * A condition on a row of `withinPage` as v: whether it may be the last of its page, which is always true of the last
 * one.
 */
export const mayEndPage = (pageSize: number, bytes = pageBytes): Sql =>
  sql`(v.place = ${pageSize} or v.next_bytes is null or v.bytes_so_far + v.next_bytes > ${Math.min(bytes, pageBytes)}::bigint)`;

/**
 * A page of rows without a stored size, in order: their size is that of their JSON. It measures every row, so use it
 * for rows that the contract limits to a few kilobytes, and `oversizedPage` for larger ones.
 * @param order by columns of `rows`
 */
export const measurePage = (rows: Sql, order: Sql, pageSize: number): Sql => {
  const measured = sql`select listed.*, octet_length(to_json(listed)::text) as bytes from (${rows}) listed`;
  return sql`select * from (${withinPage(measured, order, pageSize)}) page_row order by place`;
};

/**
 * A page of rows without a stored size that may be large, in order: reads one after the other and stops when the page is
 * full, so that no more than one row beyond it is read.
 * @param keys a select of one column: the keys of the rows in order, at most `pageSize + 1`
 * @param rowWith a select of the row with this key
 */
export const oversizedPage = (keys: Sql, rowWith: (key: Sql) => Sql, pageSize: number): Sql => sql`
  with recursive listed as materialized (select array(${keys}) as keys),
  read_row as (
    select 1 as place, item.*, octet_length(to_json(item)::text)::bigint as bytes_so_far
    from listed, lateral (${orNothing(rowWith(sql`listed.keys[1]`))}) item
    where cardinality(listed.keys) > 0
    union all
    select read_row.place + 1, item.*, read_row.bytes_so_far + octet_length(to_json(item)::text)
    from read_row, listed, lateral (${orNothing(rowWith(sql`listed.keys[read_row.place + 1]`))}) item
    where read_row.place < least(${pageSize}, cardinality(listed.keys)) and read_row.bytes_so_far <= ${pageBytes}
  )
  select read_row.*, cardinality(listed.keys) > place as "hasMore" from read_row, listed
  where is_present and (place = 1 or bytes_so_far <= ${pageBytes}) order by place`;

/** Without `is_present` if the row was deleted since its key was read, so that the rows after it are still read. */
const orNothing = (row: Sql): Sql =>
  sql`select present.* from (select) always
    left join lateral (select true as is_present, found_row.* from (${row}) found_row) present on true`;

/** A row that fits into the page. */
export type Found<Row> = Row & { hasMore: boolean };

/** The row without the columns added for paging. */
export function rowOf<Row>(found: Found<Row>): Row {
  const {
    hasMore: _hasMore,
    place: _place,
    bytes: _bytes,
    bytes_so_far: _soFar,
    largest: _largest,
    next_bytes: _nextBytes,
    is_present: _isPresent,
    ...row
  } = found as Found<Row> & Added;
  return row as Row;
}

interface Added {
  place?: number;
  bytes?: number;
  bytes_so_far?: number;
  largest?: number;
  next_bytes?: number;
  is_present?: boolean;
}

/**
 * The page with the rows that fit into it.
 * @param cursorOf the cursor after a row
 * @throws Problem 400 for a shortened page that was requested by number, because the next number would skip rows
 */
export function pageOfFound<Row, Item>(
  rows: readonly Found<Row>[],
  query: Paging,
  itemOf: (row: Row) => Item,
  cursorOf: (row: Row) => string,
): Page<Item> {
  const last = rows.at(-1);
  const hasMore = last?.hasMore === true;
  if (hasMore) requireFullPage(query, rows.length);
  return {
    data: rows.map((row) => itemOf(rowOf(row))),
    nextCursor: hasMore ? cursorOf(last) : null,
    hasMore,
  };
}

/** @throws Problem 400 if a page that was requested by number is not the last one and has fewer rows than requested */
export function requireFullPage({ page, pageSize }: Paging, rows: number): void {
  if (page !== undefined && rows < pageSize) throw pageTooLarge();
}

/** The JSON of the items of a page: one text with commas between them, or each item as UTF-8. */
export type PageItems = string | readonly Buffer[];

/** A page whose items are already JSON. */
export interface JsonPage extends Omit<Page<never>, 'data'> {
  items: PageItems;
  /** The ids of the versions in them. */
  versionIds?: () => readonly string[];
}

export const jsonPage = ({ data, ...rest }: Page<string>): JsonPage => ({
  items: data.join(','),
  ...rest,
});

export function responseOf({
  items,
  versionIds,
  ...rest
}: JsonPage | { items: PageItems; versionIds?: undefined; nextIndex: number | null }): JsonText {
  const end = `],${JSON.stringify(rest).slice(1)}`;
  if (typeof items === 'string') return new JsonText(`{"data":[${items}${end}`, versionIds);
  const parts: Buffer[] = [beginning];
  for (const item of items) parts.push(item, comma);
  if (items.length > 0) parts.pop();
  parts.push(Buffer.from(end));
  return new JsonText(Buffer.concat(parts), versionIds);
}

const beginning = Buffer.from('{"data":[');
const comma = Buffer.from(',');

export const pageTooLarge = () =>
  new Problem(400, 'page_too_large', say('pageTooLarge'), {
    fields: [{ path: 'query.pageSize', ...say('useSmallerValue') }],
  });
