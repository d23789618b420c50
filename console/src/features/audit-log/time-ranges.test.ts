// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { boundsOf, intervalsOf } from './time-ranges.ts';

const local = (text: string) => new Date(text).getTime();
const asLocal = (text: string) => `${new Date(text).toISOString().slice(0, 19)}Z`;

test.each([
  ['the night that is over', '2026-03-03T09:30:00', '2026-03-02T22:00:00', '2026-03-03T06:00:00'],
  [
    'in the night, the one before',
    '2026-03-03T02:30:00',
    '2026-03-01T22:00:00',
    '2026-03-02T06:00:00',
  ],
  [
    'in the evening, still the last one',
    '2026-03-03T23:00:00',
    '2026-03-02T22:00:00',
    '2026-03-03T06:00:00',
  ],
])('last night is %s', (_, now, from, to) => {
  expect(boundsOf('night', local(now))).toEqual({ from: asLocal(from), to: asLocal(to) });
});

test('the other ranges end now', () => {
  const now = Date.parse('2026-03-03T12:00:30.500Z');
  expect(boundsOf('hour', now)).toEqual({ from: '2026-03-03T11:00:30Z', to: '' });
  expect(boundsOf('week', now)).toEqual({ from: '2026-02-24T12:00:30Z', to: '' });
});

describe('what a chart of a period counts', () => {
  const now = Date.parse('2026-03-10T12:30:00Z');
  test.each([
    ['no period', {}, 'DAY', 30],
    ['the last hour, in two of the clock', { from: '2026-03-10T11:30:00Z' }, 'HOUR', 2],
    ['24 hours', { from: '2026-03-09T12:30:00Z' }, 'HOUR', 25],
    ['a day', { from: '2026-03-03T00:00:00Z', to: '2026-03-04T00:00:00Z' }, 'HOUR', 24],
    ['seven days', { from: '2026-03-03T12:30:00Z' }, 'DAY', 8],
    ['a year, of which it shows the end', { from: '2025-03-03T00:00:00Z' }, 'DAY', 30],
    ['no beginning', { to: '2026-03-04T00:00:00Z' }, 'DAY', 30],
    ['a reversed period', { from: '2026-03-04T00:00:00Z', to: '2026-03-01T00:00:00Z' }, 'DAY', 30],
  ])('%s', (_, period, interval, count) => {
    expect(intervalsOf(period, now)).toEqual({ interval, count });
  });
});
