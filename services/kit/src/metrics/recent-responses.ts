const minuteMs = 60_000;
const minutes = 60;

export type LastHour = {
  sinceDate: string;
  requests: number;
  /** 5xx other than 503. */
  failed: number;
  /** 429 and 503. */
  refused: number;
};

/** Sums the hours of several processes. */
export function sumOfHours(hours: readonly LastHour[]): LastHour & { workers: number } {
  const sum = { sinceDate: '', requests: 0, failed: 0, refused: 0, workers: hours.length };
  for (const { sinceDate, requests, failed, refused } of hours) {
    if (sum.sinceDate === '' || sinceDate < sum.sinceDate) sum.sinceDate = sinceDate;
    sum.requests += requests;
    sum.failed += failed;
    sum.refused += refused;
  }
  return sum;
}

interface Minute {
  number: number;
  requests: number;
  failed: number;
  refused: number;
}

/** Counts the responses of the last hour by minute, in a ring of fixed size. */
export class RecentResponses {
  readonly #ring: Minute[] = [];
  readonly #started: number;
  readonly #clock: () => number;

  constructor(clock = Date.now) {
    this.#clock = clock;
    this.#started = clock();
  }

  count(status: number): void {
    const number = Math.floor(this.#clock() / minuteMs);
    let minute = this.#ring[number % minutes];
    if (minute?.number !== number) {
      minute = { number, requests: 0, failed: 0, refused: 0 };
      this.#ring[number % minutes] = minute;
    }
    minute.requests += 1;
    if (status === 429 || status === 503) minute.refused += 1;
    else if (status >= 500) minute.failed += 1;
  }

  lastHour(): LastHour {
    const now = this.#clock();
    const first = Math.floor(now / minuteMs) - minutes + 1;
    const sum = { requests: 0, failed: 0, refused: 0 };
    for (const minute of this.#ring) {
      if (minute === undefined || minute.number < first) continue;
      sum.requests += minute.requests;
      sum.failed += minute.failed;
      sum.refused += minute.refused;
    }
    const since = Math.max(this.#started, first * minuteMs);
    return { sinceDate: new Date(since).toISOString(), ...sum };
  }
}
