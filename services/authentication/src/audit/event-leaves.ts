import type { ReadEventLeaves } from '@annals/kit/event-log';
import { eventLeaf } from '@annals/proofs/event-entry';
import { selectEvents } from './audit-log.sql.ts';

/** The leaves of the log of events: the event of number `seq` has the index `seq - 1`. */
export const readEventLeaves: ReadEventLeaves = async (database, from, to) => {
  if (from >= to) return [];
  const events = await selectEvents(database, from, to - from);
  // One that is missing would put all others in the wrong place.
  const gap = events.findIndex(({ seq }, place) => seq !== from + place + 1);
  return (gap < 0 ? events : events.slice(0, gap)).map(eventLeaf);
};
