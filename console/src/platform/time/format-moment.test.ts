// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { absoluteMoment, exactMoment, relativeMoment } from './format-moment.ts';

const now = Date.parse('2026-03-10T12:00:00Z');
const relative = (value: string, language = 'en') =>
  relativeMoment(value, now, language, 'just now');

describe('relativeMoment', () => {
  it.each([
    ['2026-03-10T11:59:31Z', 'just now'],
    ['2026-03-10T12:00:20Z', 'just now'],
    ['2026-03-10T11:58:30Z', '1 minute ago'],
    ['2026-03-10T09:00:01Z', '2 hours ago'],
    ['2026-03-07T11:00:00.000001Z', '3 days ago'],
    ['2026-01-01T00:00:00Z', '2 months ago'],
    ['2019-03-11T12:00:00Z', '6 years ago'],
    ['2026-03-10T14:00:00Z', 'in 2 hours'],
    ['2026-03-10T13:59:59Z', 'in 2 hours'],
    ['2026-03-11T11:59:59Z', 'in 1 day'],
    ['2026-03-19T11:00:00Z', 'in 9 days'],
    ['2026-06-08T11:59:00Z', 'in 3 months'],
    ['2027-03-10T11:59:00Z', 'in 1 year'],
  ])('formats %s as %s', (value, text) => {
    expect(relative(value)).toBe(text);
  });

  it('formats in German', () => {
    expect(relative('2026-03-07T11:00:00Z', 'de')).toBe('vor 3 Tagen');
  });

  it('returns text that is not a date unchanged', () => {
    expect(relative('last Tuesday')).toBe('last Tuesday');
  });
});

describe('absoluteMoment', () => {
  it('adds UTC when it shows UTC', () => {
    expect(absoluteMoment('2022-03-01T00:00:00Z', 'en', true)).toBe('Mar 1, 2022, 12:00 AM UTC');
    expect(absoluteMoment('2022-03-01T00:00:00Z', 'en-GB', true)).toBe('1 Mar 2022, 00:00 UTC');
    expect(absoluteMoment('2022-03-01T00:00:00Z', 'de', true)).toBe('1. März 2022, 00:00 UTC');
  });
});

describe('exactMoment', () => {
  it('keeps all digits from the service', () => {
    const [local, utc] = exactMoment('2026-01-02T03:04:05.000006Z', 'en').split('\n');
    expect(local).toContain('2026');
    expect(utc).toBe('2026-01-02 03:04:05.000006 UTC');
  });
});
