import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect } from 'vitest';
import { openDatabase, type Database, type DatabaseLog } from '../database/database.ts';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import {
  databaseUrlOn,
  endConnections,
  joinCluster,
  runOn,
  workerUrls,
} from '../distribution/testing/test-cluster.ts';
import { migratedEmbedded } from './migrated-template.ts';
import { testTemplate } from './test-template.ts';

export interface TestDatabase {
  kind: Database['kind'];
  /** A new database, which `close` removes. */
  open: () => Promise<Database>;
}

/** The database on the server with the tables of both services, created by globalSetup. */
export const migratedName = 'ANNALS_TEST_MIGRATED_DATABASE';

/** The PgBouncer in front of the server, in a run that tests it. */
export const poolerUrl = 'ANNALS_TEST_POOLER_URL';

/** A silent log. */
export const quiet: DatabaseLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

const unused = async () => {
  throw new Error('This test has no database.');
};

/** For tests that need no database: every use fails. */
export const noDatabase: Database = {
  kind: 'postgresql',
  query: unused,
  transaction: unused,
  exclusively: unused,
  queryUnparsed: unused,
  ping: unused,
  close: unused,
};

/**
 * For `describe.each(testDatabases())('$kind', ({ open }) => …)`: a database with the tables of both services and nothing
 * in them. In the exhaustive run every test file runs on the embedded database, in memory, and on PostgreSQL, when the tests
 * found one; in `npm test` it runs on one of them, which its path decides: one file of 24 on the embedded one, where opening
 * a database alone costs as much CPU time as most files with PostgreSQL.
 */
export function testDatabases(): TestDatabase[] {
  const both = bothDatabases();
  if (exhaustive) return both;
  const [byte = 0] = createHash('sha256').update(relativePath()).digest();
  // One in 24 test files uses the embedded database; only files that have both services' tables and little work.
  return byte % 24 === 4 ? both.slice(0, 1) : both.slice(-1);
}

/** Like testDatabases, but both in `npm test` too: for behaviour that differs by database. */
export function bothDatabases(): TestDatabase[] {
  return bothKinds(migratedEmbedded, () => createDatabase(process.env[migratedName]));
}

/** The path of the test file within the repository, which is the same on every machine. */
function relativePath(): string {
  const { testPath = '' } = expect.getState();
  return path.relative(process.cwd(), testPath);
}

/** Like testDatabases, without tables. */
export function emptyDatabases(): TestDatabase[] {
  return bothKinds(testTemplate, () => createDatabase());
}

function bothKinds(
  templateFile: () => Promise<string>,
  create: typeof createDatabase,
): TestDatabase[] {
  const embedded: TestDatabase = {
    kind: 'embedded',
    open: async () =>
      openDatabase({
        dataDir: 'memory://',
        templateFile: await templateFile(),
        refuseNested: true,
        log: quiet,
      }),
  };
  return testServerUrl() === undefined
    ? [embedded]
    : [embedded, { kind: 'postgresql', open: async () => openCreated(await create()) }];
}

/** The address of the PostgreSQL server of this test run; undefined if there is none. */
export function testServerUrl(): string | undefined {
  return process.env['ANNALS_TEST_DATABASE_URL'];
}

interface CreatedDatabase {
  name: string;
  url: string;
  drop: () => Promise<void>;
}

/**
 * Creates a database on the PostgreSQL server of this test run, or on all servers of its cluster; empty unless a
 * template is named.
 */
export async function createDatabase(template = 'template0'): Promise<CreatedDatabase> {
  const server = testServerUrl();
  if (server === undefined) throw new Error('There is no PostgreSQL in this test run.');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const workers = workerUrls();
  const administer = async (statement: string): Promise<void> => {
    for (const address of [server, ...workers]) await runOn(address, statement);
  };
  // The default method, wal_log, takes twice the time for a template of this size.
  await administer(
    `create database ${name} encoding 'UTF8' template ${template} strategy file_copy`,
  );
  const url = databaseUrlOn(server, name);
  if (template === 'template0' && workers.length > 0) await joinCluster(server, name);
  const drop = async (): Promise<void> => {
    if (workers.length > 0)
      for (const address of [server, ...workers]) await endConnections(address, name);
    await administer(`drop database if exists ${name} with (force)`);
  };
  return { name, url, drop };
}

async function openCreated({ name: created, url, drop }: CreatedDatabase): Promise<Database> {
  const pooler = process.env[poolerUrl];
  const database = await openDatabase({
    ...(pooler === undefined
      ? { databaseUrl: url }
      : { databaseUrl: pooler + created, pooler: 'transaction' as const }),
    refuseNested: true,
    log: quiet,
  });
  return {
    kind: 'postgresql',
    query: (statement, name, options) => database.query(statement, name, options),
    transaction: (work) => database.transaction(work),
    exclusively: (key, work) => database.exclusively(key, work),
    queryUnparsed: (statement, name, signal) => database.queryUnparsed(statement, name, signal),
    ping: () => database.ping(),
    close: async () => {
      await database.close();
      await drop();
    },
  };
}
