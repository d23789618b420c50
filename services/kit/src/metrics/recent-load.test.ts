import { expect, it } from 'vitest';
import { loadOf, RecentLoad } from './recent-load.ts';

const start = Date.parse('2026-03-01T12:00:30Z');
const minute = 60_000;
const none = { requests: 0, failed: 0, refused: 0, p50Ms: null, p95Ms: null };

it('counts the responses of the last hour by minute and of the last day by quarter of an hour', () => {
  let now = start;
  const recent = new RecentLoad(() => now);
  for (const status of [200, 404, 500, 502, 503, 429, 429]) recent.count(status, 3);
  const load = () => loadOf(new Map([[1, recent.report()]]), now);
  const counted = { requests: 7, failed: 2, refused: 3, p50Ms: 5, p95Ms: 5 };
  expect(load().hour.slots).toHaveLength(60);
  expect(load().hour.slots.at(-1)).toEqual({ fromDate: '2026-03-01T12:00:00.000Z', ...counted });
  expect(load().hour.slots.at(-2)).toEqual({ fromDate: '2026-03-01T11:59:00.000Z', ...none });
  expect(load().day.slots).toHaveLength(96);
  expect(load().day.slots.at(-1)).toEqual({ fromDate: '2026-03-01T12:00:00.000Z', ...counted });
  expect(load().hour.sinceDate).toBe('2026-03-01T12:00:30.000Z');

  now = start + 59 * minute;
  recent.count(500, 3);
  expect(load().hour.slots[0]).toMatchObject(counted);
  now = start + 60 * minute;
  expect(load().hour.slots[0]).toMatchObject(none);
  expect(load().hour.sinceDate).toBe('2026-03-01T12:01:00.000Z');
  expect(load().day.workers).toMatchObject([{ requests: 8, failed: 3, refused: 3 }]);
  // The same place of the ring, an hour later.
  recent.count(200, 3);
  expect(load().hour.slots.at(-1)).toMatchObject({ requests: 1 });
  now = start + 25 * 60 * minute;
  expect(load().day.workers).toMatchObject([none]);
  expect(load().day.slots.every(({ requests }) => requests === 0)).toBe(true);
});

it('states times as the bounds within which half and 95 of 100 responses stayed', () => {
  const recent = new RecentLoad(() => start);
  const times = () => loadOf(new Map([[1, recent.report()]]), start).hour.workers[0];
  // Held back until something changed: counted, not measured.
  recent.count(200, undefined);
  expect(times()).toMatchObject({ requests: 1, p50Ms: null, p95Ms: null });
  for (let n = 0; n < 90; n += 1) recent.count(200, 20);
  for (let n = 0; n < 9; n += 1) recent.count(200, 20.1);
  recent.count(200, 45_000);
  expect(times()).toMatchObject({ requests: 101, p50Ms: 20, p95Ms: 50 });
  for (let n = 0; n < 10; n += 1) recent.count(200, 45_000);
  expect(times()).toMatchObject({ p50Ms: 20, p95Ms: 60_000 });
});

it('adds up several processes, and tells them apart', () => {
  const first = new RecentLoad(() => start);
  const second = new RecentLoad(() => start + 10 * minute);
  first.count(200, 1);
  first.count(500, 1);
  second.count(200, 100);
  const reports = new Map([
    [2, second.report()],
    [1, first.report()],
  ]);
  const { hour } = loadOf(reports, start + 10 * minute);
  expect(hour.sinceDate).toBe('2026-03-01T12:00:30.000Z');
  expect(hour.workers).toEqual([
    {
      worker: 1,
      startedDate: '2026-03-01T12:00:30.000Z',
      requests: 2,
      failed: 1,
      refused: 0,
      p50Ms: 1,
      p95Ms: 1,
    },
    {
      worker: 2,
      startedDate: '2026-03-01T12:10:30.000Z',
      requests: 1,
      failed: 0,
      refused: 0,
      p50Ms: 100,
      p95Ms: 100,
    },
  ]);
  expect(hour.slots.filter(({ requests }) => requests > 0).map((slot) => slot.requests)).toEqual([
    2, 1,
  ]);
});
