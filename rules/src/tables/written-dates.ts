import type { DateOrder } from './column-format.ts';

/** A date and a time as they are written, without a judgement whether they exist. */
export interface WrittenDate {
  /** In the order of the text. */
  readonly parts: readonly [string, string, string];
  readonly sign: string;
  /** 09:30:00.5, without an offset; undefined for a date alone. */
  readonly time: string | undefined;
  /** Z or +01:00; undefined if there is none. */
  readonly offset: string | undefined;
}

const written =
  /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})(?:(?:T|,? +)(\d{1,2}):(\d{2})(?::(\d{2})([.,]\d{1,9})?)?(?: ?([AaPp])\.?[Mm]\.?)?(?: ?(Z|[+-]\d{2}:?\d{2}))?)?$/;

/** A day without signs between its parts, as databases and the basic format of ISO 8601 have it. */
const digitsOfDay = /^(\d{4})(\d{2})(\d{2})$/;

/** Whether a number of eight digits can be a day in our time: 20240131. */
export function isDayInDigits(text: string): boolean {
  const [, year = '', month, day] = digitsOfDay.exec(text) ?? [];
  return (year.startsWith('19') || year.startsWith('20')) && existsDay(`${year}-${month}-${day}`);
}

export function writtenDate(text: string): WrittenDate | undefined {
  const [, year, month, day] = digitsOfDay.exec(text) ?? [];
  if (year !== undefined && month !== undefined && day !== undefined)
    return { parts: [year, month, day], sign: '', time: undefined, offset: undefined };
  const [, first = '', sign = '', second = '', third = '', hour, minute, ...rest] =
    written.exec(text) ?? [];
  if (first === '' || first.length > 2 === third.length > 2) return undefined;
  if (first.length === 3 || third.length === 3) return undefined;
  const [seconds = '00', fraction = '', half, offset] = rest;
  const time =
    hour === undefined || minute === undefined
      ? undefined
      : `${hourOfDay(hour, half)}:${minute}:${seconds}${fraction.replace(',', '.')}`;
  return {
    parts: [first, second, third],
    sign,
    time,
    offset: offset?.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2'),
  };
}

/** `half` is the A or P of AM and PM; 13 PM stays what it is and is refused. */
function hourOfDay(hour: string, half: string | undefined): string {
  if (half === undefined) return hour.padStart(2, '0');
  const number = Number(hour);
  if (number < 1 || number > 12) return '99';
  return String((number % 12) + (/p/i.test(half) ? 12 : 0)).padStart(2, '0');
}

/** Year, month and day with their zeros; undefined if the parts are in another order. */
export function dayOf(
  { parts: [first, second, third], sign }: WrittenDate,
  order: DateOrder,
): string | undefined {
  const [year, month, day] =
    order === 'ymd'
      ? [first, second, third]
      : order === 'dmy'
        ? [third, second, first]
        : [third, first, second];
  // Nobody writes a month before the day with dots.
  if (order === 'serial' || year.length !== 4 || (order === 'mdy' && sign === '.'))
    return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

export function existsDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  // 31 February would roll over into March.
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day;
}

export const existsTime = (time: string): boolean =>
  /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?$/.test(time);

/** Excel takes 1900 for a leap year: the days before its 1 March 1900 are not those of the calendar. */
const [firstSerial, lastSerial] = [61, 2_958_465];
const serialZero = Date.UTC(1899, 11, 30);
const dayMs = 86_400_000;

/** The date and the time of a number of days in Excel; undefined for one outside of its calendar. */
export function dateOfSerial(serial: number): { day: string; time: string } | undefined {
  if (!(serial >= firstSerial && serial < lastSerial + 1)) return undefined;
  // Excel calculates in whole seconds as well as a double allows.
  const moment = new Date(serialZero + Math.round((serial * dayMs) / 1000) * 1000).toISOString();
  return { day: moment.slice(0, 10), time: moment.slice(11, 19) };
}

/**
 * The moment in UTC at which a clock in the zone shows this time; undefined if it shows it never or twice, as when
 * summer time begins and ends.
 */
export function inUtc(day: string, time: string, zone: string): string | undefined {
  const [whole = '', fraction] = time.split('.');
  const local = Date.parse(`${day}T${whole}Z`);
  const offsets = new Set([-dayMs, dayMs].map((around) => offsetAt(local + around, zone)));
  const moments = [...offsets]
    .map((offset) => ({ offset, moment: local - offset }))
    .filter(({ offset, moment }) => offsetAt(moment, zone) === offset);
  const [only] = moments;
  if (moments.length !== 1 || !only) return undefined;
  const text = new Date(only.moment).toISOString().slice(0, 19);
  return `${text}${fraction === undefined ? '' : `.${fraction}`}Z`;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function offsetAt(moment: number, zone: string): number {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    clocks.set(zone, clock);
  }
  const parts = Object.fromEntries(
    clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
}

/** The same moment in UTC, for a time with an offset. */
export function shiftToUtc(day: string, time: string, offset: string): string {
  const [whole = '', fraction] = time.split('.');
  const text = new Date(`${day}T${whole}${offset}`).toISOString().slice(0, 19);
  return `${text}${fraction === undefined ? '' : `.${fraction}`}Z`;
}
