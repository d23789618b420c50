// @vitest-environment node
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisPoints, axisTicks, minGap } from './axis-layout.ts';

function versionsAt(...dates: string[]) {
  return dates.map((modificationDate) => ({ id: modificationDate, modificationDate }));
}

describe('the time axis of a history', () => {
  it('spans the oldest to the newest version', () => {
    const points = axisPoints(
      versionsAt('2024-01-01T00:00:00Z', '2022-01-01T00:00:00Z', '2020-01-01T00:00:00Z'),
      1000,
    );
    expect(points.map((point) => Math.round(point.x))).toEqual([1000, 500, 0]);
  });

  it('keeps points apart and contains every version', () => {
    const moment = fc.integer({ min: 1_500_000_000, max: 1_700_000_000 });
    fc.assert(
      fc.property(
        fc.array(moment, { maxLength: 500 }),
        fc.integer({ min: 200, max: 2000 }),
        (seconds, width) => {
          const dates = seconds
            .toSorted((one, other) => other - one)
            .map((at) => new Date(at * 1000).toISOString());
          const points = axisPoints(versionsAt(...dates), width);
          expect(
            points.flatMap((point) => point.versions.map((version) => version.modificationDate)),
          ).toEqual(dates);
          const gaps = points.slice(1).map((point, index) => (points[index]?.x ?? 0) - point.x);
          expect(gaps.every((gap) => gap >= minGap)).toBe(true);
        },
      ),
    );
  });

  it('omits versions without a date, and centres a single version', () => {
    expect(axisPoints([{ id: 'a' }, ...versionsAt('2024-01-01T00:00:00Z')], 600)).toMatchObject([
      { x: 300 },
    ]);
  });

  it.each([
    ['2026-08-01T00:00:00Z', '2019-05-01T00:00:00Z', 'year', 7],
    ['2024-06-15T00:00:00Z', '2024-01-15T00:00:00Z', 'month', 5],
    ['2024-06-15T12:00:00Z', '2024-06-10T12:00:00Z', 'day', 5],
    ['2024-06-15T12:30:00Z', '2024-06-15T09:30:00Z', 'hour', 3],
  ])('from %s back to %s has a tick for each %s', (newest, oldest, unit, count) => {
    const ticks = axisTicks(versionsAt(newest, oldest), 900, true);
    expect(new Set(ticks.map((tick) => tick.unit))).toEqual(new Set([unit]));
    expect(ticks).toHaveLength(count);
  });
});
