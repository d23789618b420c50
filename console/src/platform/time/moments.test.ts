// @vitest-environment node
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  inputOfMoment,
  isAfter,
  timestampOfChoice,
  timestampOfInput,
  readAsOf,
} from './moments.ts';

const now = Date.parse('2026-03-31T12:00:00Z');

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('readAsOf', () => {
  it('accepts RFC 3339 in UTC', () => {
    expect(readAsOf('2022-03-01T00:00:00.123456Z', now)).toEqual({
      kind: 'past',
      asOf: '2022-03-01T00:00:00.123456Z',
    });
    expect(readAsOf(undefined, now)).toEqual({ kind: 'now' });
  });

  it.each([
    'yesterday',
    '2022-03-01',
    '2022-03-01T00:00:00',
    '2022-03-01T00:00:00+01:00',
    '2022-02-30T00:00:00Z',
    '2022-13-01T00:00:00Z',
  ])('rejects %s', (text) => {
    expect(readAsOf(text, now)).toEqual({ kind: 'unreadable', text });
  });

  it('recognizes a future moment, with tolerance for clock differences', () => {
    expect(readAsOf('2026-04-01T00:00:00Z', now).kind).toBe('future');
    expect(readAsOf('2026-03-31T12:01:00Z', now).kind).toBe('past');
  });
});

describe('isAfter', () => {
  it('compares microseconds', () => {
    expect(isAfter('2022-03-01T00:00:00.000001Z', '2022-03-01T00:00:00Z')).toBe(true);
    expect(isAfter('2022-03-01T00:00:00Z', '2022-03-01T00:00:00.000000Z')).toBe(false);
    expect(isAfter('2022-03-01T00:00:00.1Z', '2022-03-01T00:00:00.099999Z')).toBe(true);
  });
});

describe('date input', () => {
  it('is read as local time, in winter and summer', () => {
    expect(timestampOfInput('2022-03-01T00:00', false)).toBe('2022-02-28T23:00:00Z');
    expect(timestampOfInput('2022-07-01T00:00', false)).toBe('2022-06-30T22:00:00Z');
  });

  it('is read as UTC when times are shown in UTC', () => {
    expect(timestampOfInput('2022-07-01T00:00', true)).toBe('2022-07-01T00:00:00Z');
    expect(inputOfMoment('2022-06-30T22:00:00.654321Z', true)).toBe('2022-06-30T22:00:00');
  });

  it('shifts a skipped time forward and uses the first of a repeated time', () => {
    expect(timestampOfInput('2022-03-27T02:30', false)).toBe('2022-03-27T01:30:00Z');
    expect(timestampOfInput('2022-10-30T02:30', false)).toBe('2022-10-30T00:30:00Z');
  });

  it.each(['', '2022-03', '2022-02-30T00:00x', 'abc'])('returns null for %j', (text) => {
    expect(timestampOfInput(text, false)).toBeNull();
  });

  it('round-trips, except for the repeated hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), fc.boolean(), (seconds, utc) => {
        const value = new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
        const back = timestampOfInput(inputOfMoment(value, utc), utc);
        const distance = Date.parse(value) - Date.parse(back ?? '');
        expect(utc ? [0] : [0, 3_600_000]).toContain(distance);
      }),
    );
  });
});

describe('quick choices', () => {
  it('keep the time of day across a clock change', () => {
    const monday = new Date('2026-03-30T10:00:00Z');
    expect(timestampOfChoice('yesterday', monday, false)).toBe('2026-03-29T10:00:00Z');
    expect(timestampOfChoice('yesterday', new Date('2026-03-29T10:00:00Z'), false)).toBe(
      '2026-03-28T11:00:00Z',
    );
  });

  it('use the last day of a shorter month', () => {
    const last = new Date('2026-03-31T10:00:00Z');
    expect(timestampOfChoice('monthAgo', last, false)).toBe('2026-02-28T11:00:00Z');
    expect(timestampOfChoice('monthAgo', last, true)).toBe('2026-02-28T10:00:00Z');
    expect(timestampOfChoice('yearAgo', new Date('2024-02-29T10:00:00Z'), true)).toBe(
      '2023-02-28T10:00:00Z',
    );
    expect(timestampOfChoice('monthAgo', new Date('2026-01-15T10:00:00Z'), true)).toBe(
      '2025-12-15T10:00:00Z',
    );
  });

  it('start the year in the displayed time zone', () => {
    const day = new Date('2026-06-01T10:00:00Z');
    expect(timestampOfChoice('startOfYear', day, false)).toBe('2025-12-31T23:00:00Z');
    expect(timestampOfChoice('startOfYear', day, true)).toBe('2026-01-01T00:00:00Z');
  });
});
