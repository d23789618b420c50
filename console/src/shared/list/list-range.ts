/** Which rows a page shows; `from` is unknown on a page that was opened by a link with a cursor. */
export interface ListRange {
  from: number | undefined;
  count: number;
  hasMore: boolean;
  total: { value: number; estimate: boolean } | undefined;
}

/**
 * The range of a page. Without a total from the service, the last page determines it if its first row is known.
 * @param pagesBefore how many full pages precede this one, undefined when unknown
 */
export function rangeOf(
  page: { data: readonly unknown[]; hasMore: boolean; total?: ListRange['total'] },
  pageSize: number,
  pagesBefore: number | undefined,
): ListRange {
  const count = page.data.length;
  const from = pagesBefore === undefined ? undefined : pagesBefore * pageSize + 1;
  const counted =
    from === undefined || page.hasMore ? undefined : { value: from - 1 + count, estimate: false };
  // A total that the rows themselves contradict is worth less than the rows.
  const total = counted ?? page.total;
  return { from, count, hasMore: page.hasMore, total };
}
