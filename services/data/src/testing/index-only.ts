import { searchLimits, type SearchLimits } from '../search/search-limits.ts';

/** Nothing but an index finds anything: two objects are scanned. */
export const indexOnly: SearchLimits = {
  ...searchLimits,
  firstWindow: 1,
  secondWindow: 1,
  listed: 2,
  statement: { ...searchLimits.statement, rows: 1 },
};
