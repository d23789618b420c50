import { toTimestamp } from '../context/clock.ts';

/** Clocks of two servers differ a little. */
const toleranceMs = 30_000;

/**
 * When the provider last authenticated the person (`auth_time`, OpenID Connect Core 1.0, section 2), but never later than
 * now. Null if the claim is missing or says nothing that can be true, such as milliseconds or a time to come: then nobody
 * knows.
 * @param claim seconds since 1970; some providers write every number as a text
 */
export function readAuthTime(claim: unknown, now: number): string | null {
  const seconds = typeof claim === 'string' && /^\d{1,12}$/.test(claim) ? Number(claim) : claim;
  if (typeof seconds !== 'number' || !(seconds > 0)) return null;
  const time = seconds * 1000;
  return time > now + toleranceMs ? null : toTimestamp(Math.min(time, now));
}
