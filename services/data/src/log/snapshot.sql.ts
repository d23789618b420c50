import sql from 'sql-template-tag';
import type { Database, Queryable } from '@annals/kit/database/database';

/** Reads that all see the database as it is at the first of them, whatever is written or erased meanwhile. */
export async function inSnapshot<T>(
  database: Database,
  read: (snapshot: Queryable) => Promise<T>,
): Promise<T> {
  return database.transaction(async (transaction) => {
    await transaction.query(sql`set transaction isolation level repeatable read, read only`);
    return read(transaction);
  });
}
