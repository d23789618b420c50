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
  /** In milliseconds, after this many failed attempts in a row. */
  pauseAfter: (failures: number) => number;
  /** Time since the first failed attempt after which the webhook is disabled. */
  giveUpAfterMs: number;
}

/**
 * Retries for three days. Each pause varies by up to a fifth, so that webhooks that failed together are not retried
 * together.
 */
export const retrySchedule: RetrySchedule = {
  pauseAfter: (failures) => {
    const pause = pauses[Math.min(failures, pauses.length) - 1] ?? 0;
    return Math.round(pause * (0.8 + 0.4 * Math.random()));
  },
  giveUpAfterMs: 72 * hour,
};
