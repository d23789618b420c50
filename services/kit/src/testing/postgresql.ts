import { openDatabase } from '../database/database.ts';
import { createDatabase, migratedName, poolerUrl, quiet } from './databases.ts';
import { distributeAndDetach, findCluster } from '../distribution/testing/test-cluster.ts';
import { migrateAndClose, migratedEmbedded } from './migrated-template.ts';
import { startPgbouncer } from './pgbouncer.ts';
import { findPostgresql, startPostgresql } from './postgresql-server.ts';

const serverUrl = 'ANNALS_TEST_DATABASE_URL';
/** 1: tests connect through a PgBouncer in transaction mode. */
const withPooler = 'ANNALS_TEST_POOLER';

/**
 * Vitest's globalSetup: starts PostgreSQL once for all test files and makes the templates that
 * their databases are copies of. ANNALS_TEST_DATABASE_URL names another server to use, or the coordinator of a cluster;
 * it is also how the address reaches the test files.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Once for all projects of a run.
  if (process.env[migratedName] !== undefined) return undefined;
  await migratedEmbedded();
  const given = process.env[serverUrl];
  if (given !== undefined) {
    await findCluster(given);
    return makeMigrated();
  }
  const bin = await findPostgresql();
  if (bin === undefined) {
    console.log('PostgreSQL: not found, its tests are skipped');
    return undefined;
  }
  const server = await startPostgresql(bin);
  process.env[serverUrl] = server.url;
  const pooler = process.env[withPooler] === '1' ? await startPgbouncer(server.url) : undefined;
  if (pooler) process.env[poolerUrl] = pooler.urlOf('');
  const end = async (): Promise<void> => {
    delete process.env[serverUrl];
    delete process.env[poolerUrl];
    await pooler?.remove();
    await server.remove();
  };
  try {
    await makeMigrated();
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

async function makeMigrated(): Promise<() => Promise<void>> {
  const { name, url, drop } = await createDatabase();
  await migrateAndClose(await openDatabase({ databaseUrl: url, log: quiet }));
  await distributeAndDetach(url);
  process.env[migratedName] = name;
  return drop;
}
