/** The bounds of the buckets of response times, in milliseconds; the last bucket has everything above. */
const boundsMs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000];

interface Counts {
  requests: number;
  /** 5xx other than 503. */
  failed: number;
  /** 429 and 503. */
  refused: number;
}

/** The responses of one interval of time. */
export interface Slot extends Counts {
  /** The interval, counted since 1970. */
  number: number;
  /** The measured responses per bucket of time. */
  durations: number[];
}

/** The periods that are kept, with the length and number of their intervals. */
const periods = {
  hour: { slotMs: 60_000, slots: 60 },
  day: { slotMs: 900_000, slots: 96 },
} as const;
type PeriodName = keyof typeof periods;

/** What a process has answered lately. Intervals without a response are absent. */
export type LoadReport = { startedDate: string } & Record<PeriodName, Slot[]>;

/** Counts the responses of the last hour and day of a process, in rings of fixed size. */
export class RecentLoad {
  readonly #rings: Record<PeriodName, Slot[]> = { hour: [], day: [] };
  readonly #started: number;
  readonly #clock: () => number;

  constructor(clock = Date.now) {
    this.#clock = clock;
    this.#started = clock();
  }

  /** @param durationMs undefined for a response that was held back on purpose, as in a long poll */
  count(status: number, durationMs: number | undefined): void {
    for (const name of ['hour', 'day'] as const) {
      const slot = this.#slotNow(name);
      slot.requests += 1;
      if (status === 429 || status === 503) slot.refused += 1;
      else if (status >= 500) slot.failed += 1;
      if (durationMs === undefined) continue;
      const place = boundsMs.findIndex((bound) => durationMs <= bound);
      const bucket = place === -1 ? boundsMs.length : place;
      slot.durations[bucket] = (slot.durations[bucket] ?? 0) + 1;
    }
  }

  #slotNow(name: PeriodName): Slot {
    const { slotMs, slots } = periods[name];
    const number = Math.floor(this.#clock() / slotMs);
    const ring = this.#rings[name];
    const kept = ring[number % slots];
    if (kept?.number === number) return kept;
    const slot = { number, requests: 0, failed: 0, refused: 0, durations: noDurations() };
    ring[number % slots] = slot;
    return slot;
  }

  report(): LoadReport {
    const recent = (name: PeriodName) => {
      const first = firstSlot(name, this.#clock());
      // A ring has holes until it has been filled.
      return this.#rings[name].filter((slot) => slot !== undefined && slot.number >= first);
    };
    return {
      startedDate: new Date(this.#started).toISOString(),
      hour: recent('hour'),
      day: recent('day'),
    };
  }
}

const noDurations = () => Array.from({ length: boundsMs.length + 1 }, () => 0);

const firstSlot = (name: PeriodName, now: number): number =>
  Math.floor(now / periods[name].slotMs) - periods[name].slots + 1;

interface Times {
  /** Half of the responses took at most so long, as the bound of a bucket; null if none was measured. */
  p50Ms: number | null;
  /** The same of 95 of 100. */
  p95Ms: number | null;
}

/** The load of all processes in a period. */
export interface Load {
  slotSeconds: number;
  /** Less than the period ago if the oldest process started later. */
  sinceDate: string;
  /** All intervals, oldest first. */
  slots: (Counts & Times & { fromDate: string })[];
  workers: (Counts & Times & { worker: number; startedDate: string })[];
}

/** Adds up what processes report, by their numbers. */
export function loadOf(
  reports: ReadonlyMap<number, LoadReport>,
  now = Date.now(),
): Record<PeriodName, Load> {
  const load = (name: PeriodName): Load => {
    const { slotMs, slots } = periods[name];
    const first = firstSlot(name, now);
    const kept = [...reports].map(([worker, report]) => ({
      worker,
      startedDate: report.startedDate,
      slots: report[name].filter(({ number }) => number >= first),
    }));
    const started = Math.min(...kept.map(({ startedDate }) => Date.parse(startedDate)));
    return {
      slotSeconds: slotMs / 1_000,
      sinceDate: new Date(Math.max(started, first * slotMs)).toISOString(),
      slots: Array.from({ length: slots }, (_, index) => ({
        fromDate: new Date((first + index) * slotMs).toISOString(),
        ...sumOf(
          kept.flatMap((each) => each.slots.filter(({ number }) => number === first + index)),
        ),
      })),
      workers: kept
        .toSorted((one, other) => one.worker - other.worker)
        .map(({ worker, startedDate, slots: own }) =>
          Object.assign({ worker, startedDate }, sumOf(own)),
        ),
    };
  };
  return { hour: load('hour'), day: load('day') };
}

function sumOf(slots: readonly Slot[]): Counts & Times {
  const sum = { requests: 0, failed: 0, refused: 0 };
  const durations = noDurations();
  for (const slot of slots) {
    sum.requests += slot.requests;
    sum.failed += slot.failed;
    sum.refused += slot.refused;
    for (const [bucket, count] of slot.durations.entries())
      durations[bucket] = (durations[bucket] ?? 0) + count;
  }
  return { ...sum, p50Ms: quantile(durations, 0.5), p95Ms: quantile(durations, 0.95) };
}

/** The bound of the bucket in which the quantile lies. What took longer than all bounds counts as twice the last. */
function quantile(durations: readonly number[], share: number): number | null {
  const all = durations.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let within = 0;
  for (const [bucket, count] of durations.entries()) {
    within += count;
    if (within >= all * share) return boundsMs[bucket] ?? 2 * (boundsMs.at(-1) ?? 0);
  }
  return null;
}
