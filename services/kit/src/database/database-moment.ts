import sql from 'sql-template-tag';
import type { Queryable } from './queryable.ts';

/** The clock of the database. */
export async function databaseNow(database: Queryable): Promise<string> {
  const [row] = await database.query<{ now: string }>(
    sql`select clock_timestamp() as now`,
    'database-now',
  );
  if (!row) throw new Error('The database has no clock.');
  return row.now;
}

/** A time as the database accepts it: there is no year 0, and nothing was written before it. */
export function databaseMoment(moment: string): string;
export function databaseMoment(moment: string | undefined): string | undefined;
export function databaseMoment(moment: string | undefined): string | undefined {
  return moment !== undefined && moment < '0001' ? '0001-01-01T00:00:00Z' : moment;
}
