import type { Database, Queryable } from './queryable.ts';

/** The database for work that `signal` stops: no statement begins after it is aborted, and PostgreSQL cancels a running one. */
export const abortable = (database: Database, signal: AbortSignal): Queryable => ({
  query: (statement, name) => database.query(statement, name, signal),
});
