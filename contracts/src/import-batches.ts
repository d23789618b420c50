// Without the shapes of transfers.ts: for whoever sends rows and does not check them.

/** Rows of one call. */
export const maximalImportRows = 500;

/**
 * How many of the rows a batch takes that ends where a date ends: those before the rows that have the date of the next
 * one; all of them where all have it. Rows of one date may refer to each other in a circle, and then import only together.
 */
export function rowsOfWholeDates<Row>(
  rows: readonly Row[],
  dateOf: (row: Row) => string | undefined,
  next: string | undefined,
): number {
  const ended = rows.findLastIndex((row) => next === undefined || dateOf(row) !== next) + 1;
  return ended === 0 ? rows.length : ended;
}
