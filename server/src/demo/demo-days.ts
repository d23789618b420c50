import type { Line } from '../import/lines.ts';

const dayMs = 24 * 3_600_000;
/** The date of the last version in the file of the demo. */
const lastChange = '2026-08-21T05:35:53Z';

/**
 * By how many days the demo data is moved, so that it ends on the given day, or in the 24 hours before the given
 * moment.
 */
export function daysToMove(now: number, day: string | undefined): number {
  const days =
    day === undefined
      ? Math.floor((now - Date.parse(lastChange)) / dayMs)
      : (Date.parse(day) - Date.parse(lastChange.slice(0, 10))) / dayMs;
  return days === 0 ? 0 : days;
}

/** A date that is a whole text, alone or with a time in UTC. */
const dateText = /"(\d{4}-\d\d-\d\d)(?=(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z)?")/g;

/** The line with all its dates moved: those of the versions and those in the data. */
export function moveDates(line: Line, days: number): Line {
  if (days === 0) return line;
  const moveDate = (_text: string, date: string) =>
    `"${new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)}`;
  return { ...line, text: line.text.replaceAll(dateText, moveDate) };
}

/** Undefined if the line is dated in the future by this machine's clock, because the service would refuse it. */
export function inPast(line: Line): Line | undefined {
  const { modificationDate } = JSON.parse(line.text) as { modificationDate?: unknown };
  return Date.parse(String(modificationDate)) <= Date.now() ? line : undefined;
}
