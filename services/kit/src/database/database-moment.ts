/** The moment as the database takes it: it knows no year 0, before which nothing was written anyway. */
export function databaseMoment(moment: string): string;
export function databaseMoment(moment: string | undefined): string | undefined;
export function databaseMoment(moment: string | undefined): string | undefined {
  return moment !== undefined && moment < '0001' ? '0001-01-01T00:00:00Z' : moment;
}
