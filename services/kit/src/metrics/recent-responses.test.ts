import { expect, it } from 'vitest';
import { RecentResponses, sumOfHours } from './recent-responses.ts';

const start = Date.parse('2026-03-01T12:00:30Z');

it('counts responses of the last sixty minutes, and forgets older ones', () => {
  let now = start;
  const recent = new RecentResponses(() => now);
  for (const status of [200, 404, 500, 502, 503, 429, 429]) recent.count(status);
  expect(recent.lastHour()).toEqual({
    sinceDate: '2026-03-01T12:00:30.000Z',
    requests: 7,
    failed: 2,
    refused: 3,
  });
  now = start + 59 * 60_000;
  recent.count(500);
  expect(recent.lastHour()).toMatchObject({ requests: 8, failed: 3, refused: 3 });
  now = start + 60 * 60_000;
  expect(recent.lastHour()).toEqual({
    sinceDate: '2026-03-01T12:01:00.000Z',
    requests: 1,
    failed: 1,
    refused: 0,
  });
  // The same slot of the ring, an hour later.
  recent.count(200);
  expect(recent.lastHour()).toMatchObject({ requests: 2, failed: 1 });
  now = start + 10 * 3_600_000;
  expect(recent.lastHour()).toMatchObject({ requests: 0, failed: 0, refused: 0 });
});

it('adds up the hours of several processes', () => {
  const hour = { sinceDate: '2026-03-01T12:00:30.000Z', requests: 8, failed: 3, refused: 1 };
  const younger = { sinceDate: '2026-03-01T12:40:00.000Z', requests: 2, failed: 0, refused: 4 };
  expect(sumOfHours([younger, hour])).toEqual({
    sinceDate: hour.sinceDate,
    requests: 10,
    failed: 3,
    refused: 5,
    workers: 2,
  });
});
