import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openDatabase, type Database, type DatabaseLog } from '../database/database.ts';
import { testTemplate } from './test-template.ts';

export interface TestDatabase {
  kind: Database['kind'];
  /** A fresh, empty database, which is gone after its `close`. */
  open: () => Promise<Database>;
}

/** A log that says nothing. */
export const quiet: DatabaseLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/**
 * For `describe.each(testDatabases())('$kind', ({ open }) => …)`: the embedded database, in memory,
 * and PostgreSQL when the tests found one.
 */
export function testDatabases(): TestDatabase[] {
  const embedded: TestDatabase = {
    kind: 'embedded',
    open: async () =>
      openDatabase({ dataDir: 'memory://', templateFile: await testTemplate(), log: quiet }),
  };
  return testServerUrl() === undefined
    ? [embedded]
    : [embedded, { kind: 'postgresql', open: openFresh }];
}

/** Address of the PostgreSQL server of this test run, undefined when there is none. */
export function testServerUrl(): string | undefined {
  return process.env['ANNALS_TEST_DATABASE_URL'];
}

/** Makes an empty database on the PostgreSQL server of this test run. */
export async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = testServerUrl();
  if (server === undefined) throw new Error('There is no PostgreSQL in this test run.');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const administer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await administer(`create database ${name} encoding 'UTF8' template template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`drop database if exists ${name} with (force)`) };
}

async function openFresh(): Promise<Database> {
  const { url, drop } = await createDatabase();
  const database = await openDatabase({ databaseUrl: url, log: quiet });
  return {
    kind: 'postgresql',
    query: (statement, name) => database.query(statement, name),
    transaction: (work) => database.transaction(work),
    exclusively: (key, work) => database.exclusively(key, work),
    ping: () => database.ping(),
    close: async () => {
      await database.close();
      await drop();
    },
  };
}
