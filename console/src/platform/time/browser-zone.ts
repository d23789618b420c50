import { isTimeZone } from '@annals/rules/time-zone';

/**
 * The time zone in which this browser shows times. Chromium calls one that its system does not know `Etc/Unknown`, which `Intl`
 * refuses as a zone, and shows its times in UTC.
 */
export function browserZone(): string {
  const { timeZone } = Intl.DateTimeFormat('en').resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}
