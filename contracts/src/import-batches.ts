// Without the shapes of transfers.ts, for code that sends rows without validating them.

/** The most rows of one call. */
export const maximalImportRows = 500;

/**
 * How many of the rows a batch takes so that it ends between two dates: those before the rows with the date of the next
 * one, or all of them if all have it. Rows with one date may refer to each other in a circle, and then have to be
 * imported together.
 */
export function rowsOfWholeDates<Row>(
  rows: readonly Row[],
  dateOf: (row: Row) => string | undefined,
  next: string | undefined,
): number {
  const ended = rows.findLastIndex((row) => next === undefined || dateOf(row) !== next) + 1;
  return ended === 0 ? rows.length : ended;
}
