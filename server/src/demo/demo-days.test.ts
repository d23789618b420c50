import { expect, it } from 'vitest';
import { readLines } from '../import/lines.ts';
import { demoFile } from '../locations.ts';
import { daysToMove, inPast, moveDates } from './demo-days.ts';

const at = (text: string) => Date.parse(text);
const lastOfFile = '2026-08-21';

it('counts the days so that the data ends within the last 24 hours, or on the given day', () => {
  expect(daysToMove(at('2026-08-21T05:35:53Z'), undefined)).toBe(0);
  expect(daysToMove(at('2026-08-22T05:35:52Z'), undefined)).toBe(0);
  expect(daysToMove(at('2026-08-22T05:35:53Z'), undefined)).toBe(1);
  expect(daysToMove(at('2025-08-21T12:00:00Z'), undefined)).toBe(-365);
  expect(daysToMove(at('2030-01-01T00:00:00Z'), lastOfFile)).toBe(0);
  expect(daysToMove(at('2030-01-01T00:00:00Z'), '2026-09-01')).toBe(11);
});

it('moves all dates of a line, across leap days too, and no other digits', () => {
  const line = (text: string) => ({ number: 1, text, part: 0 });
  const text = JSON.stringify({
    objectData: {
      eol: '2024-02-28',
      note: 'since 2024-02-28',
      cycle: '2024-02',
      at: '2024-02-28T23:59:59Z',
    },
    modificationDate: '2023-12-31T01:02:03.5Z',
  });
  expect(JSON.parse(moveDates(line(text), 2).text)).toEqual({
    objectData: {
      eol: '2024-03-01',
      note: 'since 2024-02-28',
      cycle: '2024-02',
      at: '2024-03-01T23:59:59Z',
    },
    modificationDate: '2024-01-02T01:02:03.5Z',
  });
  expect(moveDates(line(text), 0).text).toBe(text);
  const dated = (date: string) => line(JSON.stringify({ modificationDate: date }));
  expect(inPast(dated('2020-01-01T00:00:00Z'))).toBeDefined();
  expect(inPast(dated(new Date(Date.now() + 60_000).toISOString()))).toBeUndefined();
});

it('knows when the file ends', async () => {
  let last = '';
  for await (const { text } of readLines(demoFile)) last = text;
  expect(JSON.parse(last)).toMatchObject({ modificationDate: '2026-08-21T05:35:53Z' });
});
