import sql, { type Sql } from 'sql-template-tag';
import type { Page } from '@annals/contracts/fields';
import type { Paging } from '@annals/kit/lists/paging';
import { pageTooLarge } from '@annals/kit/page-that-fits';

/** Bytes of data that one page reads, so that 500 objects of a mebibyte never come into memory together. */
export const pageBytes = 4 * 1024 * 1024;

/**
 * The first rows of `rows` that fit into a page, by number and by bytes, at least one; each with `found`, how many rows
 * there were. Only their data is read: the sum runs over the column `bytes`, and data that is stored apart stays there.
 *
 * How to use it: `select … from (withinPage(rows, order, pageSize)) v`, then `pageOfFound` makes the page.
 * @param rows a select of whole rows of data.version (with more columns if need be), in order, at most `pageSize + 1`
 * @param order what they are ordered by, without `order by`
 * @param atLeast so many rows however large they are
 */
export const withinPage = (rows: Sql, order: Sql, pageSize: number, atLeast = 1): Sql => sql`
  select * from (
    select candidate.*, count(*) over () as found,
      row_number() over (order by ${order}) as place, sum(bytes) over (order by ${order} rows unbounded preceding) as bytes_so_far
    from (${rows}) candidate
  ) placed where place <= ${atLeast} or (place <= ${pageSize} and bytes_so_far <= ${pageBytes})`;

/** A row that `withinPage` let through. */
export type Found<Row> = Row & { found: number };

/**
 * The page made of rows that `withinPage` let through.
 * @param cursorOf where the list goes on after a row
 * @throws Problem 400 for a shortened page that was asked for by its number, since the next number would skip rows
 */
export function pageOfFound<Row, Item>(
  rows: readonly Found<Row>[],
  query: Paging,
  itemOf: (row: Row) => Item,
  cursorOf: (row: Row) => string,
): Page<Item> {
  const last = rows.at(-1);
  const hasMore = last !== undefined && last.found > rows.length;
  if (hasMore && query.page !== undefined && rows.length < query.pageSize) throw pageTooLarge();
  return {
    data: rows.map(({ found: _found, ...row }) => itemOf(row as Row)),
    nextCursor: hasMore ? cursorOf(last) : null,
    hasMore,
  };
}
