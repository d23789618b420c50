const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30.44 * day;
const year = 365.25 * day;

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', year],
  ['month', month],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
];

const formats = new Map<string, Intl.DateTimeFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

/** Creating a format costs far more than using it, and a list uses it hundreds of times. */
function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const formatter = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, formatter);
  return formatter;
}

function relativeFormat(language: string): Intl.RelativeTimeFormat {
  const format =
    relativeFormats.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  relativeFormats.set(language, format);
  return format;
}

/**
 * "3 days ago", "in 2 hours"; `justNow` within a minute. Past durations are rounded down, so that they never
 * claim more; future ones are rounded, so that 90 days are not 2 months.
 * @param value RFC 3339; other texts are returned unchanged
 * @param now milliseconds since the epoch
 */
export function relativeMoment(
  value: string,
  now: number,
  language: string,
  justNow: string,
): string {
  const at = Date.parse(value);
  if (Number.isNaN(at)) return value;
  const distance = at - now;
  for (const [index, [unit, length]] of steps.entries()) {
    const smaller = steps[index + 1]?.[1];
    // Rounded to the smaller unit first: 23 hours and 59 minutes from now are 1 day, not 24 hours.
    const whole =
      distance > 0 && smaller !== undefined ? Math.round(distance / smaller) * smaller : distance;
    if (Math.abs(whole) < length) continue;
    const count = distance > 0 ? Math.round(whole / length) : Math.trunc(whole / length);
    return relativeFormat(language).format(count, unit);
  }
  return justNow;
}

/**
 * Date and time to the minute, in the local time zone or in UTC, which is then named.
 * @param seconds to the second
 */
export function absoluteMoment(
  value: string,
  language: string,
  utc: boolean,
  seconds = false,
): string {
  const at = Date.parse(value);
  if (Number.isNaN(at)) return value;
  return dateFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
    ...(utc ? { timeZone: 'UTC', timeZoneName: 'short' } : {}),
  }).format(at);
}

/** The date alone, with the name of the month. */
export function dayOf(value: string, language: string, utc: boolean): string {
  const at = Date.parse(value);
  if (Number.isNaN(at)) return value;
  return dateFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    ...(utc ? { timeZone: 'UTC' } : {}),
  }).format(at);
}

/** Two lines: the local time to the second with its zone, and UTC with every digit from the service. */
export function exactMoment(value: string, language: string): string {
  const at = Date.parse(value);
  if (Number.isNaN(at)) return value;
  const local = dateFormat(language, { dateStyle: 'full', timeStyle: 'long' }).format(at);
  return `${local}\n${value.replace('T', ' ').replace(/Z$/, ' UTC')}`;
}

/**
 * Date, time to the second and zone: "1 March 2022 at 01:00:00 CET". Includes a fraction of a second if there
 * is one.
 */
export function exactMomentText(value: string, language: string, utc: boolean): string {
  const text = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'long',
    ...(utc ? { timeZone: 'UTC' } : {}),
  }).format(Date.parse(value));
  const fraction = /\.(\d*[1-9])0*Z$/.exec(value)?.[1];
  return fraction === undefined ? text : text.replace(/(:\d\d)(?!.*:\d\d)/, `$1.${fraction}`);
}
