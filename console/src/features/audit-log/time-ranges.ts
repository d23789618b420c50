const hour = 60 * 60 * 1000;
const day = 24 * hour;

export const timeRanges = ['hour', 'day', 'week', 'month', 'night'] as const;
export type TimeRange = (typeof timeRanges)[number];

/** When a night begins and ends, in hours of the local day. */
const nightFrom = 22;
const nightTo = 6;

/** The bounds of a range that ends now, as the filters have them. @param now milliseconds since the epoch */
export function boundsOf(range: TimeRange, now: number): { from: string; to: string } {
  const lengths = { hour, day, week: 7 * day, month: 30 * day };
  if (range !== 'night') return { from: iso(now - lengths[range]), to: '' };
  const to = new Date(now);
  to.setHours(nightTo, 0, 0, 0);
  // Before six, it is the night before that, which is over.
  if (to.getTime() > now) to.setDate(to.getDate() - 1);
  const from = new Date(to);
  from.setDate(from.getDate() - 1);
  from.setHours(nightFrom);
  return { from: iso(from.getTime()), to: iso(to.getTime()) };
}

/** To the second, as people read it in the filter. */
const iso = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;
