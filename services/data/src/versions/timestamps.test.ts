import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '@annals/contracts/testing/exhaustive';
import { epochMicros, idAt, isoDateTime, lastIdUntil } from './timestamps.ts';

const millisecond = 1000;
/** Dates around the places where ids change their form, and any others. */
const milliseconds = fc.oneof(
  ...[0, 2 ** 34, Date.parse('0001-01-01T00:00:00Z')].map((at) =>
    fc.integer({ min: Math.max(at - 5, Date.parse('0001-01-01T00:00:00Z')), max: at + 5 }),
  ),
  fc.integer({
    min: Date.parse('0001-01-01T00:00:00Z'),
    max: Date.parse('2254-01-01T00:00:00Z'),
  }),
);

it('gives later dates greater ids, before 1970 too', () => {
  fc.assert(
    fc.property(milliseconds, milliseconds, (one, other) => {
      const [earlier, later] = [Math.min(one, other), Math.max(one, other)];
      fc.pre(earlier < later);
      expect(idAt(earlier * millisecond) < idAt(later * millisecond)).toBe(true);
      const moment = isoDateTime(earlier * millisecond);
      expect(lastIdUntil(moment) >= idAt(earlier * millisecond)).toBe(true);
      expect(lastIdUntil(moment) < idAt(later * millisecond)).toBe(true);
    }),
    { numRuns: runs(2000) },
  );
});

it('gives ids of UUID version 7, with the time of the date since July 1970', () => {
  for (const date of ['1850-05-05T05:05:05.123456Z', '1970-01-01T00:00:00.000000Z'])
    expect(idAt(epochMicros(date))).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-/);
  const now = '2026-11-29T12:00:00.123456Z';
  const start = Date.parse('2026-11-29T12:00:00.123Z').toString(16).padStart(12, '0');
  expect(idAt(epochMicros(now)).replace('-', '').slice(0, 12)).toBe(start);
});
