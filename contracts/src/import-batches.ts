// Without the shapes of transfers.ts, for code that sends rows without validating them.

/** The most rows of one call: as many as one transaction writes with one date. */
export const maximalImportRows = 1000;

/** How many rows are sent together if their dates allow it. */
const usualRows = 500;

/**
 * How many of the rows a batch takes before the next row joins them; 0 if it can wait for more. It ends between two
 * dates, if it can: rows with one date may refer to each other in a circle, and then have to be imported together.
 * @param fits whether the next row fits into the request
 */
export function rowsToSend<Row>(
  rows: readonly Row[],
  dateOf: (row: Row) => string | undefined,
  { date, fits }: { date: string | undefined; fits: boolean },
): number {
  const isFull = !fits || rows.length === maximalImportRows;
  if (!isFull && rows.length < usualRows) return 0;
  if (date === undefined) return rows.length;
  const ended = rows.findLastIndex((row) => dateOf(row) !== date) + 1;
  return ended === 0 && isFull ? rows.length : ended;
}
