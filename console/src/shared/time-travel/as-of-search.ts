import { oneOf, type PlainSearch } from '../search.ts';
import { readAsOf, type AsOf } from '../time/moments.ts';

/** What the query of a partition page says about the moment it shows. */
export function asOfInSearch(search: PlainSearch): AsOf {
  return readAsOf(oneOf(search['asOf']), Date.now());
}

/** The part of a call's query that carries the moment; nothing for now. */
export function asOfQuery(search: PlainSearch): { asOf?: string } {
  const moment = asOfInSearch(search);
  return moment.kind === 'past' ? { asOf: moment.asOf } : {};
}
