const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pauses after the first failed attempt, the second and so on; the last one repeats. */
const pauses = [
  2 * second,
  10 * second,
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  6 * hour,
];

export interface RetrySchedule {
  /** In milliseconds, after so many failed attempts in a row. */
  pauseAfter: (failures: number) => number;
  /** Since the first failed attempt: then the webhook is switched off. */
  giveUpAfterMs: number;
}

/** For three days. Each pause is up to a fifth shorter or longer, so that what failed together does not come together again. */
export const retrySchedule: RetrySchedule = {
  pauseAfter: (failures) => {
    const pause = pauses[Math.min(failures, pauses.length) - 1] ?? 0;
    return Math.round(pause * (0.8 + 0.4 * Math.random()));
  },
  giveUpAfterMs: 72 * hour,
};
