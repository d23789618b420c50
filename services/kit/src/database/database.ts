import type { Database, DatabaseConfig } from './queryable.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgresql } from './postgresql.ts';

export type {
  Database,
  DatabaseConfig,
  DatabaseLog,
  ExclusiveConnection,
  Queryable,
  Transaction,
} from './queryable.ts';
export {
  constraintOf,
  DatabaseInUse,
  DatabaseUnavailable,
  DatabaseUnsuitable,
  DeadlineExceeded,
  DirectoryRefused,
  DiskFull,
  GaveWay,
  isSerializationFailure,
  unavailableReason,
} from './errors.ts';

/**
 * Opens the configured database. PostgreSQL is connected on first use, so opening works while it is down; the embedded
 * database is started here.
 *
 * @throws DatabaseInUse when another process has the embedded database open
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const database = await open(config);
  config.metrics?.watch(database);
  return database;
}

async function open(config: DatabaseConfig): Promise<Database> {
  if (config.databaseUrl !== undefined) return openPostgresql(config, config.databaseUrl);
  if (config.dataDir === undefined) throw new Error('A database needs a databaseUrl or a dataDir.');
  return openEmbedded(config, config.dataDir);
}
