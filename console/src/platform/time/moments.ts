import { moment } from '@annals/contracts/fields';

/** The tolerated clock difference between two machines, in milliseconds, before a moment counts as future. */
const clockLeeway = 5 * 60_000;

export type AsOf =
  | { readonly kind: 'now' }
  | { readonly kind: 'past'; readonly asOf: string }
  | { readonly kind: 'unreadable' | 'future'; readonly text: string };

/** What the `asOf` of a URL means. */
export function readAsOf(text: string | undefined, now: number): AsOf {
  if (text === undefined) return { kind: 'now' };
  if (!moment.safeParse(text).success) return { kind: 'unreadable', text };
  return Date.parse(text) > now + clockLeeway
    ? { kind: 'future', text }
    : { kind: 'past', asOf: text };
}

/** Whether a moment lies after another, to the microsecond; both RFC 3339 in UTC. */
export function isAfter(one: string, other: string): boolean {
  return sixDigits(one) > sixDigits(other);
}

function sixDigits(text: string): string {
  const [seconds = '', fraction = ''] = text.replace('Z', '').split('.');
  return `${seconds}.${fraction.padEnd(6, '0')}`;
}

/**
 * The moment of a datetime-local input, RFC 3339 in UTC; null if it is incomplete or impossible. A local time
 * skipped by the clocks moves forward by the skipped time; of a repeated one, the first is used.
 */
export function timestampOfInput(input: string, utc: boolean): string | null {
  if (!/^\d{4,6}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/.test(input)) return null;
  const at = Date.parse(utc ? `${input}Z` : input);
  if (Number.isNaN(at)) return null;
  return withoutEmptyFraction(new Date(at).toISOString());
}

/** The value of a datetime-local input for a moment, to the second. */
export function inputOfMoment(value: string, utc: boolean): string {
  const at = new Date(value);
  const local = utc ? at.getTime() : Date.UTC(...localParts(at));
  return new Date(local).toISOString().slice(0, 19);
}

export type QuickChoice = 'yesterday' | 'monthAgo' | 'yearAgo' | 'startOfYear';
export const quickChoices: readonly QuickChoice[] = [
  'yesterday',
  'monthAgo',
  'yearAgo',
  'startOfYear',
];

/** The moment of a quick choice: the same time of day on another day, in the displayed time zone. */
export function timestampOfChoice(choice: QuickChoice, now: Date, utc: boolean): string {
  const [year, month, day, hours, minutes] = utc ? utcParts(now) : localParts(now);
  const at = (y: number, m: number, d: number, h: number, min: number) =>
    withoutEmptyFraction(
      (utc ? new Date(Date.UTC(y, m, d, h, min)) : new Date(y, m, d, h, min)).toISOString(),
    );
  switch (choice) {
    case 'yesterday':
      return at(year, month, day - 1, hours, minutes);
    case 'monthAgo':
      return at(year, month - 1, Math.min(day, lastDay(year, month - 1)), hours, minutes);
    case 'yearAgo':
      return at(year - 1, month, Math.min(day, lastDay(year - 1, month)), hours, minutes);
    case 'startOfYear':
      return at(year, 0, 1, 0, 0);
  }
}

type Parts = [
  year: number,
  month: number,
  day: number,
  hours: number,
  minutes: number,
  seconds: number,
];

function localParts(at: Date): Parts {
  return [
    at.getFullYear(),
    at.getMonth(),
    at.getDate(),
    at.getHours(),
    at.getMinutes(),
    at.getSeconds(),
  ];
}

function utcParts(at: Date): Parts {
  return [
    at.getUTCFullYear(),
    at.getUTCMonth(),
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
  ];
}

function lastDay(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

function withoutEmptyFraction(iso: string): string {
  return iso.replace('.000Z', 'Z');
}
