import { deepestPagedRow, type Page } from '@annals/contracts/fields';
import { badRequest } from '../problem.ts';

export interface Paging {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize: number;
}

/**
 * The number of rows before the page that was requested by number.
 * @throws Problem 400 for a page beside a cursor, or deeper than page numbers reach
 */
export function rowsBefore({ cursor, page, pageSize }: Paging): number {
  if (page === undefined) return 0;
  if (cursor !== undefined)
    throw badRequest('Send either cursor or page.', [
      { path: 'query.page', message: 'Omit it when you send a cursor.' },
    ]);
  const rows = page * pageSize;
  if (rows > deepestPagedRow)
    throw badRequest(
      `Page numbers reach ${deepestPagedRow} rows deep. Use the cursor to continue.`,
      [{ path: 'query.page', message: 'Too deep: continue with nextCursor as cursor.' }],
    );
  return rows;
}

/** Matches beyond this number are not counted on each page. */
export const exactUpTo = 10_000;

/** How many match, out of a number counted no further than one more than `exactUpTo`. */
export const cappedTotal = (count: number) => ({
  value: Math.min(count, exactUpTo),
  estimate: count > exactUpTo,
});

/**
 * The page with the total.
 * @param count stops at `most`; not called when the page shows everything
 */
export async function withTotal<Item>(
  page: Page<Item>,
  begin: { after: unknown; skip: number },
  count: (most: number) => Promise<number>,
) {
  const isWhole = begin.after === undefined && begin.skip === 0 && !page.hasMore;
  const total = isWhole ? page.data.length : await count(exactUpTo + 1);
  return { ...page, total: cappedTotal(total) };
}

/** A total that is kept as a counter, so it is exact. */
export const exactly = (value: number) => ({ value, estimate: false });
