import { databaseMoment } from '@annals/kit/database/database-moment';

const dayMs = 86_400_000;

export interface Days {
  /** The days in UTC, the last one being that of the moment. */
  days: string[];
  /** The beginning of each day, and the end of the last or the moment: one more than there are days. */
  ends: string[];
}

/** The last days as of a moment; without one, as of now. */
export function lastDays(count: number, asOf: string | undefined): Days {
  const moment = databaseMoment(asOf);
  const today = Math.floor((moment === undefined ? Date.now() : Date.parse(moment)) / dayMs);
  const starts = Array.from({ length: count }, (_, index) =>
    new Date((today - count + 1 + index) * dayMs).toISOString(),
  );
  return {
    days: starts.map((start) => start.slice(0, 10)),
    ends: [...starts.map((start) => databaseMoment(start)), moment ?? 'infinity'],
  };
}

/** How many versions each day has, from how many there were at each of its ends. */
export function perDay(days: string[], counts: number[]) {
  return days.map((day, index) => ({
    day,
    versionCount: (counts[index + 1] ?? 0) - (counts[index] ?? 0),
  }));
}
