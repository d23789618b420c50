// @vitest-environment node
import { expect, test } from 'vitest';
import { boundsOf } from './time-ranges.ts';

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
