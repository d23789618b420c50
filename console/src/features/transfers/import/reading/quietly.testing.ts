import type { RowReading } from '../file-rows.ts';

/** For tests that want no progress. */
export const quietly: RowReading = {
  signal: new AbortController().signal,
  onRows: () => undefined,
  onBytes: () => undefined,
};
