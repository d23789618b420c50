/** A receiver can postpone the next attempt by a day at most. */
const maxMs = 24 * 60 * 60 * 1000;

/**
 * How long to wait according to a Retry-After header, which contains seconds or a date (RFC 9110, section 10.2.3), in
 * milliseconds; 0 if it is missing or invalid.
 */
export function retryAfterMs(header: string | null, now: number): number {
  const text = header?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return ms > 0 ? Math.min(ms, maxMs) : 0;
}
