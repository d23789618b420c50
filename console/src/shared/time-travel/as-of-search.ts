import { oneOf, type PlainSearch } from '../search.ts';
import { readAsOf, type AsOf } from '../time/moments.ts';

/** The part of the query of a call about data that says of which moment, and on which of the two time axes; nothing for now. */
export interface AsOfQuery {
  asOf?: string;
  /** What the service held then, instead of what is recorded as of then. */
  asHeld?: true;
}

/** What the query of a partition page says about the moment it shows. */
export function asOfInSearch(search: PlainSearch): AsOf {
  return readAsOf(oneOf(search['asOf']), Date.now());
}

/** The part of a call's query that carries the moment. */
export function asOfQuery(search: PlainSearch): AsOfQuery {
  const moment = asOfInSearch(search);
  if (moment.kind !== 'past') return {};
  const isHeld = oneOf(search['asHeld']) === 'true';
  return isHeld ? { asOf: moment.asOf, asHeld: true } : { asOf: moment.asOf };
}
