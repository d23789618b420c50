/**
 * Microseconds since 1970 of a date as RFC 3339 in UTC. Exact from the year 1685 to 2254, further than any date that is
 * stored; earlier and later dates come out rounded.
 */
export function epochMicros(dateTime: string): number {
  const wholeSeconds = Date.parse(`${dateTime.slice(0, 19)}Z`);
  const fraction = dateTime.slice(20, -1).padEnd(6, '0');
  return wholeSeconds * 1000 + Number(fraction);
}

/** The RFC 3339 form with all six digits. */
export function isoDateTime(micros: number): string {
  const milliseconds = Math.floor(micros / 1000);
  const rest = micros - milliseconds * 1000;
  return `${new Date(milliseconds).toISOString().slice(0, -1)}${String(rest).padStart(3, '0')}Z`;
}
