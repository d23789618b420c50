/** A date with or without the time of day. */
export type DateKind = 'date' | 'date-time';

type Unit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

/** The value formats of HTML date inputs: 2026-12-31, 2026-12-31T23:59:00. */
const html = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?)?/;

const timeOfDay = String.raw`(?:(?:,|\s|T)+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:\s*([ap])\.?\s?m\.?)?)?`;
const yearFirst = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})${timeOfDay}$`, 'i');
const threeNumbers = new RegExp(
  String.raw`^(\d{1,4})[./\s-]+(\d{1,4})[./\s-]+(\d{1,4})\.?${timeOfDay}$`,
  'i',
);

function format(locale: string, kind: DateKind, withSeconds: boolean): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(kind === 'date-time' && { hour: '2-digit', minute: '2-digit' }),
    ...(kind === 'date-time' && withSeconds && { second: '2-digit' }),
    timeZone: 'UTC',
  });
}

/** Which moment of a day is meant by the day alone. */
export type DayMoment = 'start' | 'end';

/** A value of an HTML date input in the format of the locale: 31/12/2026, 23:59. Non-zero seconds are included. */
export function writtenDate(value: string, locale: string, kind: DateKind): string {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = html.exec(value) ?? [];
  if (year === undefined) return '';
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? '' : format(locale, kind, second !== '00').format(at);
}

const lettered: readonly string[] = ['year', 'month', 'day', 'hour', 'minute'];

/**
 * The date format of the locale: dd/mm/yyyy, hh:mm.
 * @param letters the letters for year, month, day, hour and minute in a language, separated by blanks
 */
export function datePattern(locale: string, kind: DateKind, letters: string): string {
  const words = letters.split(' ');
  return format(locale, kind, false)
    .formatToParts(0)
    .map(({ type, value }) => words[lettered.indexOf(type)] ?? value)
    .join('');
}

const onlyDigits = /^(\d{8})(?:(\d\d)(\d\d))?$/;

/** Digits alone are typed faster, such as 31122026: the order of the locale tells which are the day. */
function withSeparators(text: string, order: readonly string[]): string {
  const [, date, hours, minutes] = onlyDigits.exec(text) ?? [];
  if (date === undefined) return text;
  let end = 0;
  const parts = order.map((unit) => date.slice(end, (end += unit === 'year' ? 4 : 2)));
  return parts.join('/') + (hours === undefined ? '' : ` ${hours}:${minutes}`);
}

const namedMonth = /^(?:(\d{1,2})\.?\s+)?(\p{L}{3,})\.?\s+(?:(\d{1,2}),?\s+)?(\d{4})(?!\d)(.*)$/u;

/** Pages show dates such as 3 Mar 2024 or Mar 3, 2024: the same with the year first and the month as a number. */
function withMonthAsNumber(text: string, locale: string): string {
  const [, before, name = '', after, year, rest = ''] = namedMonth.exec(text) ?? [];
  const day = before ?? after;
  if (day === undefined || (before !== undefined && after !== undefined)) return text;
  const wanted = name.toLowerCase();
  const month = [locale, 'en'].flatMap(monthNames).findIndex((each) => each.startsWith(wanted));
  return month === -1 ? text : `${year}-${(month % 12) + 1}-${day}${rest}`;
}

/** The full names of the twelve months, in lower case, as they stand beside a day. */
function monthNames(locale: string): string[] {
  const named = new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => {
    const parts = named.formatToParts(Date.UTC(2024, month, 1));
    return parts.find(({ type }) => type === 'month')?.value.toLowerCase() ?? '';
  });
}

/**
 * Parses a date in the format of the locale, also without separators, with the name of the month, or with the year
 * first, to the value of an HTML date input. Null if it is invalid.
 * @param day which moment a date without time stands for
 */
export function readDate(
  text: string,
  locale: string,
  kind: DateKind,
  day: DayMoment = 'start',
): string | null {
  const trimmed = withMonthAsNumber(text.trim(), locale);
  const orderOfLocale: string[] = format(locale, 'date', false)
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type !== 'literal');
  const iso = yearFirst.exec(trimmed);
  const local = iso ?? threeNumbers.exec(withSeparators(trimmed, orderOfLocale));
  if (!local) return null;
  const order = iso ? ['year', 'month', 'day'] : orderOfLocale;
  const [, first, second, third, hours, minutes = '00', seconds = '00', half] = local;
  const numbers = [first, second, third];
  const numberOf = (unit: Unit) => numbers[order.indexOf(unit)] ?? '';
  const year = numberOf('year');
  const month = numberOf('month').padStart(2, '0');
  const date = `${year}-${month}-${numberOf('day').padStart(2, '0')}`;
  const isEnd = hours === undefined && day === 'end';
  const hour = hourOf(hours ?? '0', half).padStart(2, '0');
  const value = isEnd ? `${date}T23:59:59` : `${date}T${hour}:${minutes}:${seconds}`;
  const at = Date.parse(`${value}Z`);
  // Date.parse would roll an impossible day over into the next month.
  if (year.length !== 4 || Number.isNaN(at) || !new Date(at).toISOString().startsWith(value))
    return null;
  return kind === 'date' ? value.slice(0, 10) : value;
}

function hourOf(hours: string, half: string | undefined): string {
  if (half === undefined) return hours;
  const hour = Number(hours);
  if (hour < 1 || hour > 12) return '99';
  return String((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0));
}
