/** Milliseconds since 1970. All times of sessions, links and tokens come from it. */
export type Clock = () => number;

/** A time of the clock as PostgreSQL reads it. */
export function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
