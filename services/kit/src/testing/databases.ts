import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect } from 'vitest';
import { openDatabase, type Database, type DatabaseLog } from '../database/database.ts';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { databaseUrlOn, joinCluster, runOn, workerUrls } from './citus-cluster.ts';
import { migratedEmbedded } from './migrated-template.ts';
import { testTemplate } from './test-template.ts';

export interface TestDatabase {
  kind: Database['kind'];
  /** A database of its own, which is gone after its `close`. */
  open: () => Promise<Database>;
}

/** Of the database on the server with the tables of both services, which globalSetup made. */
export const migratedName = 'ANNALS_TEST_MIGRATED_DATABASE';

/** Of the PgBouncer in front of the server, in a run that tests it. */
export const poolerUrl = 'ANNALS_TEST_POOLER_URL';

/** A log that says nothing. */
export const quiet: DatabaseLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

const unused = async () => {
  throw new Error('This test has no database.');
};

/** For what needs no database: every use fails. */
export const noDatabase: Database = {
  kind: 'postgresql',
  query: unused,
  transaction: unused,
  exclusively: unused,
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
  // Of these 24 parts one with both services, and with no file that makes the embedded database work for long.
  return byte % 24 === 4 ? both.slice(0, 1) : both.slice(-1);
}

/** As testDatabases, and both of them in `npm test` too: for what each database does in its own way. */
export function bothDatabases(): TestDatabase[] {
  return bothKinds(migratedEmbedded, () => createDatabase(process.env[migratedName]));
}

/** Path of the test file within the repository, which is the same on every machine. */
function relativePath(): string {
  const { testPath = '' } = expect.getState();
  return path.relative(process.cwd(), testPath);
}

/** As testDatabases, without any table. */
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

/** Address of the PostgreSQL server of this test run, undefined when there is none. */
export function testServerUrl(): string | undefined {
  return process.env['ANNALS_TEST_DATABASE_URL'];
}

interface CreatedDatabase {
  name: string;
  url: string;
  drop: () => Promise<void>;
}

/** Makes a database on the PostgreSQL server of this test run, or on all servers of its cluster, empty unless a template is named. */
export async function createDatabase(template = 'template0'): Promise<CreatedDatabase> {
  const server = testServerUrl();
  if (server === undefined) throw new Error('There is no PostgreSQL in this test run.');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const administer = async (statement: string): Promise<void> => {
    for (const address of [server, ...workerUrls()]) await runOn(address, statement);
  };
  await administer(`create database ${name} encoding 'UTF8' template ${template}`);
  const url = databaseUrlOn(server, name);
  if (template === 'template0' && workerUrls().length > 0) await joinCluster(server, name);
  return { name, url, drop: () => administer(`drop database if exists ${name} with (force)`) };
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
    query: (statement, name, signal) => database.query(statement, name, signal),
    transaction: (work) => database.transaction(work),
    exclusively: (key, work) => database.exclusively(key, work),
    ping: () => database.ping(),
    close: async () => {
      await database.close();
      await drop();
    },
  };
}
