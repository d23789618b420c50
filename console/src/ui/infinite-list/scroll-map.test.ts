// @vitest-environment node
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsAround, scrollBy, scrollMap, settle, maxHeight } from './scroll-map.ts';

const rooms = fc.record({
  rows: fc.integer({ min: 1, max: 20_000_000 }),
  rowHeight: fc.integer({ min: 20, max: 100 }),
  viewport: fc.integer({ min: 100, max: 2_000 }),
});
const runs = { numRuns: 60 };

describe('scrollMap', () => {
  it('limits the height to the browser maximum, and is exact below it', () => {
    const short = scrollMap({ rows: 1_000, rowHeight: 45, viewport: 700 });
    expect(short.height).toBe(45_000);
    expect(short.toOffset(12_345)).toBe(12_345);
    expect(scrollMap({ rows: 1_000_000, rowHeight: 45, viewport: 700 }).height).toBe(maxHeight);
  });

  it('is monotonic from the first row to the last', () => {
    fc.assert(
      fc.property(rooms, fc.double({ min: 0, max: 1, noNaN: true }), (room, part) => {
        const map = scrollMap(room);
        const at = part * map.reach;
        expect(map.toOffset(0)).toBe(0);
        expect(map.toOffset(map.reach)).toBeCloseTo(map.most, 3);
        expect(map.toOffset(Math.min(at + 1, map.reach))).toBeGreaterThanOrEqual(map.toOffset(at));
        expect(map.toOffset(map.toScrollTop(map.toOffset(at)))).toBeCloseTo(map.toOffset(at), 2);
      }),
      runs,
    );
  });

  it('reaches every row, and the next one by scrolling', () => {
    fc.assert(
      fc.property(rooms, fc.nat(), (room, some) => {
        const map = scrollMap(room);
        const row = some % room.rows;
        const wanted = Math.min(row * room.rowHeight, map.most);
        let place = settle(wanted, map);
        expect(place.offset).toBe(wanted);
        const { first, last } = rowsAround(place.offset, room, 0);
        expect(first <= row && row <= last).toBe(true);
        // Like a browser: in whole pixels, stopping at the ends.
        for (let step = 0; step < room.rowHeight; step += 1)
          place = scrollBy(place, Math.min(place.scrollTop + 1, map.reach), map);
        expect(place.offset).toBeGreaterThanOrEqual(
          Math.min(wanted + room.rowHeight, map.most) - 1,
        );
      }),
      runs,
    );
  });

  it('maps small scrolls pixel by pixel and large ones proportionally', () => {
    const map = scrollMap({ rows: 1_000_000, rowHeight: 45, viewport: 700 });
    const middle = settle(22_500_000, map);
    expect(scrollBy(middle, middle.scrollTop + 100, map).offset).toBe(22_500_100);
    expect(scrollBy(middle, map.reach * 0.75, map).offset).toBe(map.toOffset(map.reach * 0.75));
    expect(scrollBy(middle, 0, map).offset).toBe(0);
    expect(scrollBy(middle, map.reach, map).offset).toBe(map.most);
  });

  it('renders only rows that exist', () => {
    expect(rowsAround(0, { rows: 0, rowHeight: 45, viewport: 700 }, 8)).toEqual({
      first: 0,
      last: -1,
    });
    expect(rowsAround(450, { rows: 12, rowHeight: 45, viewport: 700 }, 3)).toEqual({
      first: 7,
      last: 11,
    });
  });
});
