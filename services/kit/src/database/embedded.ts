import { existsSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { raw } from 'sql-template-tag';
import { copyCluster } from './cluster-copy.ts';
import { lockDirectory } from './directory-lock.ts';
import { DiskGuard } from './disk-guard.ts';
import { EmbeddedServer, type EmbeddedStream } from './embedded-stream.ts';
import { codeOf, DiskFull, translate } from './errors.ts';
import { runLong } from './long-statements.ts';
import { Maintenance, maintenanceRules, type MaintenanceRules } from './maintenance.ts';
import { PooledDatabase } from './pooled-database.ts';
import { requireSuitable } from './postgresql.ts';
import type { Database, DatabaseConfig } from './queryable.ts';
import { resultTypes } from './result-types.ts';

// Covers the first start without a template and the recovery of a large log.
const startTimeoutMs = 120_000;
const idleInTransactionMs = 30_000;

export interface EmbeddedRules {
  maintenance?: MaintenanceRules;
  /** Free bytes on the disk; by default what the system reports. */
  freeBytes?: () => Promise<number>;
}

/**
 * Starts the embedded database in `dataDir`, with an exclusive lock until it is closed. It runs in a worker thread,
 * which is replaced after a crash or an exceeded deadline: acknowledged writes are on disk and survive. In memory
 * (`memory://`) the new one is empty.
 */
export async function openEmbedded(
  config: DatabaseConfig,
  dataDir: string,
  rules: EmbeddedRules = {},
): Promise<Database> {
  const directory = dataDir === 'memory://' ? undefined : path.resolve(dataDir);
  const lock = directory === undefined ? undefined : await lockDirectory(directory);
  const guard =
    directory === undefined ? undefined : new DiskGuard(directory, config.log, rules.freeBytes);
  const server = new EmbeddedServer({
    dataDir: directory,
    templateFile:
      config.templateFile !== undefined && existsSync(config.templateFile)
        ? config.templateFile
        : undefined,
    before: async () => guard?.beforeStart(),
  });
  const pool = new pg.Pool({
    max: 1,
    host: 'embedded',
    port: 0,
    user: 'postgres',
    password: '',
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: startTimeoutMs,
    idleTimeoutMillis: 0,
    stream: () => server.stream(),
    types: resultTypes,
    verify: (client, done) => {
      prepare(client, guard?.full === true).then(() => done(), done);
    },
  });
  pool.on('error', (error) => {
    config.log.error(
      { err: error },
      'The embedded database stopped; the next statement starts it again.',
    );
  });
  const { maintenance: whenToMaintain = maintenanceRules } = rules;
  const maintenance = new Maintenance(whenToMaintain, config.log);
  pool.on('acquire', () => maintenance.noteUse());
  const database = new PooledDatabase(pool, {
    kind: 'embedded',
    deadlineMs: config.statementTimeoutMs ?? 15_000,
    idleInTransactionMs,
    translate: (error) =>
      codeOf(error) === readOnlyTransaction
        ? new DiskFull('The disk of the database is nearly full.', { cause: error })
        : translate(error),
    metrics: config.metrics,
    cancel: async ({ connection }) => (connection.stream as EmbeddedStream).cancel(),
    refuseNested: config.refuseNested,
    onWrite: (rows) => maintenance.wrote(rows),
    onClose: async () => {
      await server.stopped();
      await lock?.release();
    },
  });
  try {
    await database.ping();
  } catch (error) {
    await database.close();
    throw error;
  }
  config.metrics?.watchPool(pool, () => guard?.full === true);
  maintenance.start(database);
  guard?.watch(async () => {
    await database.query(raw(readOnly(guard.full)));
  });
  return {
    kind: 'embedded',
    query: (statement, name, options) => database.query(statement, name, options),
    queryUnparsed: (statement, name, signal) => database.queryUnparsed(statement, name, signal),
    transaction: (work) => database.transaction(work),
    exclusively: (key, work) => database.exclusively(key, work),
    ping: () => database.ping(),
    ...(directory === undefined
      ? {}
      : {
          copy: () =>
            database.exclusively('annals copy', async (connection) => {
              await connection.query(raw('checkpoint'));
              return copyCluster(directory);
            }),
        }),
    vacuum: async (statement, closing) =>
      void (await runLong(database, statement, whenToMaintain.patience, closing)),
    close: async () => {
      guard?.stop();
      await maintenance.stop();
      await database.close();
    },
  };
}

const readOnlyTransaction = '25006';

async function prepare(client: pg.ClientBase, full: boolean): Promise<void> {
  await requireSuitable(client);
  if (full) await client.query(readOnly(true));
}

function readOnly(on: boolean): string {
  return `set default_transaction_read_only = ${on ? 'on' : 'off'}`;
}
