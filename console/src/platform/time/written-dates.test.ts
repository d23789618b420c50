// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { datePattern, readDate, writtenDate } from './written-dates.ts';

describe('localized dates', () => {
  it.each([
    ['en-GB', '03/12/2026, 20:05'],
    ['en-US', '12/03/2026, 08:05 PM'],
    ['de-AT', '03.12.2026, 20:05'],
  ])('are written and read in %s', (locale, written) => {
    const shown = writtenDate('2026-12-03T20:05:00', locale, 'date-time');
    expect(shown.replaceAll(/\s/g, ' ')).toBe(written);
    expect(readDate(shown, locale, 'date-time')).toBe('2026-12-03T20:05:00');
    const day = writtenDate('2026-12-03', locale, 'date');
    expect(readDate(day, locale, 'date')).toBe('2026-12-03');
  });

  it('are read without separators in the order of the locale', () => {
    expect(readDate('12032026', 'en-US', 'date')).toBe('2026-12-03');
    expect(readDate('03122026', 'de-AT', 'date')).toBe('2026-12-03');
  });

  it('are read with the name of the month in the language of the locale, and in English', () => {
    expect(readDate('17. Aug. 2021, 12:30', 'de-AT', 'date-time')).toBe('2021-08-17T12:30:00');
    expect(readDate('3. März 2024', 'de-AT', 'date')).toBe('2024-03-03');
    expect(readDate('3. Jänner 2024', 'de-AT', 'date')).toBe('2024-01-03');
    expect(readDate('3 May 2024', 'de-AT', 'date')).toBe('2024-05-03');
  });

  it('have a pattern with the letters of the language', () => {
    expect(datePattern('en-GB', 'date-time', 'yyyy mm dd hh mm')).toBe('dd/mm/yyyy, hh:mm');
    expect(datePattern('de-AT', 'date', 'JJJJ MM TT hh mm')).toBe('TT.MM.JJJJ');
  });

  it('show seconds if there are any', () => {
    expect(writtenDate('2026-12-03T20:05:09', 'en-GB', 'date-time')).toBe('03/12/2026, 20:05:09');
    expect(writtenDate('', 'en-GB', 'date-time')).toBe('');
  });
});

describe('readDate', () => {
  it.each([
    ['2024-03-03T12:00:00', '2024-03-03T12:00:00'],
    ['2024-3-3 9:30', '2024-03-03T09:30:00'],
    ['3.3.2024', '2024-03-03T00:00:00'],
    ['31/12/2024, 11:59 pm', '2024-12-31T23:59:00'],
    ['31/12/2024 12:00 a.m.', '2024-12-31T00:00:00'],
    ['31122024', '2024-12-31T00:00:00'],
    ['311220242359', '2024-12-31T23:59:00'],
    ['3 Mar 2024', '2024-03-03T00:00:00'],
    ['Mar 3, 2024, 09:41 PM', '2024-03-03T21:41:00'],
    ['31. december 2024 23:59', '2024-12-31T23:59:00'],
  ])('reads %s', (text, value) => {
    expect(readDate(text, 'en-GB', 'date-time')).toBe(value);
  });

  it.each([
    ['3 Mar 2024', '2024-03-03T23:59:59'],
    ['3.3.2024', '2024-03-03T23:59:59'],
    ['3 Mar 2024 0:00', '2024-03-03T00:00:00'],
  ])('reads %s as the end of the day, where a day means that', (text, value) => {
    expect(readDate(text, 'en-GB', 'date-time', 'end')).toBe(value);
  });

  it.each([
    '31/02/2024',
    '12/31/2024',
    '3/3/24',
    '03/03/2024, 25:00',
    '03/03/2024, 13:00 pm',
    '12312024',
    '3112202',
    '31 Feb 2024',
    '3 Mar 3 2024',
    '3 Marvellous 2024',
    'March 2024',
    'soon',
  ])('rejects %s', (text) => expect(readDate(text, 'en-GB', 'date-time')).toBeNull());
});
