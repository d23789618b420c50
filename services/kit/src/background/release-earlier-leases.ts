import { DiskFull, type Database, type Queryable } from '../database/database.ts';

/**
 * Releases the leases of an earlier process, which would otherwise only end by themselves: a full disk is no reason not
 * to start. Only where no other process shares the database.
 */
export async function releaseEarlierLeases(
  database: Database,
  release: (database: Queryable) => Promise<void>,
): Promise<void> {
  if (database.kind !== 'embedded') return;
  try {
    await release(database);
  } catch (error) {
    if (!(error instanceof DiskFull)) throw error;
  }
}
