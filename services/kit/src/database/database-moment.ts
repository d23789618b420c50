/** A time as the database accepts it: there is no year 0, and nothing was written before it. */
export function databaseMoment(moment: string): string;
export function databaseMoment(moment: string | undefined): string | undefined;
export function databaseMoment(moment: string | undefined): string | undefined {
  return moment !== undefined && moment < '0001' ? '0001-01-01T00:00:00Z' : moment;
}
