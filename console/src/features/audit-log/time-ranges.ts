const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** Up to this length, events are counted by the hour. */
const fewDays = 3 * day;
const shownDays = 30;

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

/**
 * How many hours or days a chart of this period has, up to its end: the last 30 days of one without a beginning.
 * @param now milliseconds since the epoch
 */
export function intervalsOf(
  { from = '', to = '' }: { from?: string | undefined; to?: string | undefined },
  now: number,
): { interval: 'DAY' | 'HOUR'; count: number } {
  const start = Date.parse(from);
  // The end is exclusive.
  const end = to === '' ? now : Date.parse(to) - 1;
  const spanned = (length: number) => Math.floor(end / length) - Math.floor(start / length) + 1;
  if (!(end >= start)) return { interval: 'DAY', count: shownDays };
  return end - start <= fewDays
    ? { interval: 'HOUR', count: spanned(hour) }
    : { interval: 'DAY', count: Math.min(spanned(day), shownDays) };
}

/** To the second, as people read it in the filter. */
const iso = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;
