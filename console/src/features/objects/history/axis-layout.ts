import type { ObjectVersion } from '../../../platform/api/things.ts';

/** Points closer than this are drawn as one, so each can be hit; in pixels. */
export const minGap = 24;

export interface AxisPoint {
  /** From the left end of the axis, in pixels. */
  readonly x: number;
  /** Newest first. */
  readonly versions: readonly ObjectVersion[];
}

export interface AxisTick {
  readonly x: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly unit: 'year' | 'month' | 'day' | 'hour';
}

/**
 * The positions of versions on an axis from the oldest to the newest.
 * @param versions newest first; those without a date are skipped
 * @param width in pixels
 */
export function axisPoints(versions: readonly ObjectVersion[], width: number): AxisPoint[] {
  const dated = versions.flatMap((version) => {
    const at = Date.parse(version.modificationDate ?? '');
    return Number.isNaN(at) ? [] : [{ version, at }];
  });
  const span = spanOf(dated.map(({ at }) => at));
  const points: { first: number; last: number; versions: ObjectVersion[] }[] = [];
  for (const { version, at } of dated) {
    const x = placeOn(span, width, at);
    const open = points.at(-1);
    if (open && open.first - x < minGap) {
      open.versions.push(version);
      open.last = x;
    } else points.push({ first: x, last: x, versions: [version] });
  }
  return points.map(({ first, versions: all }) => ({ x: first, versions: all }));
}

/** Ticks at the starts of years, months, days or hours, as many as fit the width. */
export function axisTicks(
  versions: readonly ObjectVersion[],
  width: number,
  utc: boolean,
): AxisTick[] {
  const span = spanOf(
    versions
      .map((version) => Date.parse(version.modificationDate ?? ''))
      .filter((at) => !Number.isNaN(at)),
  );
  const most = Math.max(2, Math.floor(width / 90));
  for (const [unit, step] of tickSteps) {
    const ticks = ticksEvery(unit, step, span, utc, most);
    if (ticks) return ticks.map((at) => ({ x: placeOn(span, width, at), at, unit }));
  }
  return [];
}

type Span = readonly [from: number, to: number];

const tickSteps = [
  ['hour', 1],
  ['hour', 6],
  ['day', 1],
  ['day', 7],
  ['month', 1],
  ['month', 3],
  ['year', 1],
  ['year', 2],
  ['year', 5],
  ['year', 10],
] as const;

function ticksEvery(
  unit: AxisTick['unit'],
  step: number,
  [from, to]: Span,
  utc: boolean,
  most: number,
): number[] | null {
  const start = new Date(from);
  const [year, month, day, hour] = utc
    ? [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate(), start.getUTCHours()]
    : [start.getFullYear(), start.getMonth(), start.getDate(), start.getHours()];
  const at = (count: number): number => {
    const parts: [number, number, number, number] =
      unit === 'year'
        ? [year - (year % step) + count, 0, 1, 0]
        : unit === 'month'
          ? [year, month - (month % step) + count, 1, 0]
          : unit === 'day'
            ? [year, month, day + count, 0]
            : [year, month, day, hour - (hour % step) + count];
    return utc ? Date.UTC(...parts) : new Date(...parts).getTime();
  };
  const ticks: number[] = [];
  for (let count = 0; ; count += step) {
    const tick = at(count);
    if (tick > to) return ticks;
    if (tick < from) continue;
    if (ticks.length === most) return null;
    ticks.push(tick);
  }
}

function spanOf(dates: readonly number[]): Span {
  return dates.length === 0 ? [0, 0] : [Math.min(...dates), Math.max(...dates)];
}

/** A single moment is centered. */
function placeOn([from, to]: Span, width: number, at: number): number {
  return to === from ? width / 2 : ((at - from) / (to - from)) * width;
}
